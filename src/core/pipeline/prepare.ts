import { resolveConstraints, type ResolvedConstraints } from '../constraints/chips.ts';
import { DemandedText } from '../constraints/demanded.ts';
import { HardBan } from '../constraints/hard-ban.ts';
import type { KeptSpans } from '../constraints/kept.ts';
import type { Settings } from '../options.ts';
import { cleanText } from '../text/clean.ts';
import { looksLikeControl } from '../text/control-tokens.ts';
import { unreadLanguage } from '../text/language.ts';
import { PunctuationStyle } from '../text/marks.ts';
import type { ProtectedSpan } from '../text/markup.ts';
import { Masked } from '../text/masked.ts';
import type { LabelledSpan } from '../text/offsets.ts';
import { wordTokens } from '../text/words.ts';
import type { RequestContext } from './context.ts';
import { checkLength, checkText, cleanSpans, type KeptSentence, sentencesOf, type TextInput } from './input.ts';
import { replaceable } from './plan.ts';
import type { Tools } from './tools.ts';

const letter = /\p{L}/u;
/** Sentences of so few words (“It has.”) stay as they are beside longer ones: out of context there is hardly another way to say them. */
const FEW_WORDS = 2;

/** A sentence as the model will read it. */
export interface PreparedSentence extends KeptSentence {
  readonly mask: Masked;
  /** The required phrases of this sentence. */
  readonly require: readonly string[];
  /** The language of the sentence, where the model does not read it. */
  readonly language: string | undefined;
  /** Tells whether the sentence is not rewritten. */
  readonly stays: boolean;
}

/** The user's constraints. They are resolved here, and from here on only the forms of avoided phrases are passed on. */
export interface UserConstraints extends ResolvedConstraints {
  readonly hardBan: HardBan;
}

/** A text, cleaned and split into prepared sentences, with the user's constraints; `unmet` are those that can't be met in any text. */
export interface PreparedText extends Omit<UserConstraints, 'require'> {
  readonly clean: string;
  /** The kept spans of the text, UTF-16. */
  readonly spans: readonly LabelledSpan[] | undefined;
  readonly sentences: readonly PreparedSentence[];
}

/**
 * Cleans a text, splits it into sentences (unless it is one unit), and masks each. Avoided phrases hold in every sentence. A required
 * phrase belongs to the first sentence that contains it already, else to the longest one.
 * @throws OtherwiseError `text-empty`, `text-too-long`, `nothing-to-rewrite`, `word-empty`, `bad-request`
 */
export async function prepareText(text: string, { tools, settings }: RequestContext, input: TextInput): Promise<PreparedText> {
  const { lines = false, keep, foreign } = input;
  const clean = cleanText(text);
  checkText(clean, tools);
  const spans = keep && cleanSpans(text, keep);
  const sentences = sentencesOf(clean, spans, lines || foreign !== undefined);
  for (const { text: sentence } of sentences) checkLength(sentence, tools);
  const { avoid, require, unmet, hardBan } = constraintsOf(settings, tools);
  const style = new PunctuationStyle(clean);
  const masks = sentences.map(({ text: sentence, kept }) => new Masked(sentence, { style, ...(kept && { spans: asSeen(kept) }) }));
  const shares = sentences.length === 1 ? [require] : shareDemands(masks, require);
  const languages = await Promise.all(masks.map(({ sentence, plain }) => unreadLanguage(sentence, tools.languages, tools.words, plain)));
  const asTheyAre = unchanged(sentences, { shares, hardBan, settings, tools });
  return {
    clean, spans, avoid, unmet, hardBan,
    sentences: sentences.map((sentence, i) => {
      const [mask, language] = [masks[i] as Masked, languages[i]];
      const stays = asTheyAre[i] === true || !mask.hasWords || (language !== undefined && !settings.foreign);
      return { ...sentence, mask, language, stays, require: shares[i] ?? [] };
    }),
  };
}

const asSeen = ({ units }: KeptSpans): ProtectedSpan[] => units.map(({ start, end }) => ({ start, end, as: 'seen' }));

/**
 * Resolves the user's constraints, once for a text or a list of pairs. A required phrase with a control token of models is unmet.
 * @throws OtherwiseError `word-empty`
 */
export function constraintsOf(settings: Settings, { inflector, pieces }: Tools): UserConstraints {
  const isControl = (phrase: string): boolean => looksLikeControl(phrase) || pieces.holdsControl?.(phrase) === true;
  const own = resolveConstraints({ ...settings, require: settings.require.filter((phrase) => !isControl(phrase)) }, inflector);
  const refused = settings.require.filter(isControl).map((phrase) => ({ phrase, reason: 'is a control token' }));
  return { ...own, unmet: [...refused, ...own.unmet], hardBan: new HardBan(own.avoid) };
}

function shareDemands(masks: readonly Masked[], demands: readonly string[]): string[][] {
  const shares: string[][] = masks.map(() => []);
  const longest = masks.reduce((best, { sentence }, i) => (sentence.length > (masks[best]?.sentence.length ?? 0) ? i : best), 0);
  for (const demand of demands) {
    const at = masks.findIndex((mask) => new DemandedText([mask.phrase(demand)]).satisfied(mask.plain));
    shares[at < 0 ? longest : at]?.push(demand);
  }
  return shares;
}

/** Tells which sentences are not rewritten: those without a letter, and short ones beside longer ones that no constraint touches. */
function unchanged(
  sentences: readonly KeptSentence[],
  { shares, hardBan, settings, tools }: { shares: readonly (readonly string[])[]; hardBan: HardBan; settings: Settings; tools: Tools },
): boolean[] {
  const few = sentences.map(({ text }) => wordTokens(text).length <= FEW_WORDS);
  const kept = settings.setsAside && !few.every(Boolean);
  const isTouched = ({ text, kept: spans }: KeptSentence): boolean =>
    hardBan.violates(text) || replaceable(text, settings, tools, spans?.texts ?? []).length > 0;
  return sentences.map((sentence, i) =>
    !letter.test(sentence.text) || (kept && few[i] === true && shares[i]?.length === 0 && !isTouched(sentence)));
}
