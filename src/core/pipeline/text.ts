import { resolveConstraints, type ResolvedConstraints } from '../constraints/chips.ts';
import { DemandedText } from '../constraints/demanded.ts';
import { HardBan } from '../constraints/hard-ban.ts';
import { type KeptSpans, lostReason } from '../constraints/kept.ts';
import { cleanText } from '../text/clean.ts';
import { looksLikeControl } from '../text/control-tokens.ts';
import { unreadLanguage } from '../text/language.ts';
import { PunctuationStyle } from '../text/marks.ts';
import type { ProtectedSpan } from '../text/markup.ts';
import { Masked } from '../text/masked.ts';
import { inCodePoints, type LabelledSpan } from '../text/offsets.ts';
import { vocabularyOf } from '../text/vocabulary.ts';
import { wordTokens } from '../text/words.ts';
import type { RequestContext } from './context.ts';
import { correctedText } from './clean.ts';
import { cleanSpans, joinedSpans, type KeptSentence, sentencesOf, type TextInput } from './input.ts';
import type { Tools } from './tools.ts';
import { checkLength, checkText } from './limits.ts';
import { joined, listedAnew, withoutPieces } from './rewrite.ts';
import { paraphraseSentence, type SentenceResult } from './sentence.ts';
import { sumCounts } from './tally.ts';
import { markupReason, maskedConstraints, unmaskedProgress, unmaskedResult, type Unmasking } from './unmask.ts';
import type { Settings } from '../options.ts';
import type { ParaphraseResult, Rewrite, Unmet } from '../protocol.ts';

const letter = /\p{L}/u;
/**
 * Sentences of so few words (“It has.”) stay as they are beside longer ones: out of their context there is hardly
 * another way to say them.
 */
const FEW_WORDS = 2;

/**
 * Rewrites a text: cleaned, split into sentences (unless `lines`), each rewritten, the i-th bests put together.
 *
 * Bans hold in every sentence. A demand belongs to the first sentence that holds it already, else to the longest one. A sentence with fewer
 * rewrites repeats its last one, a sentence without any stays as it is; both as long as another one still differs. One
 * of at most two words beside longer ones stays as it is, unless a ban or a demand is in it or a numbered system is asked for;
 * so does one in a language that the model does not read, unless `foreign`.
 * @param input what of the text is kept, and the text in the pivot language
 * @throws OtherwiseError `text-empty`, `text-too-long`, `nothing-to-rewrite`, `word-empty`, `bad-request`, `aborted`,
 *   and what the model throws
 */
export async function paraphraseText(text: string, request: RequestContext, input: TextInput = {}): Promise<ParaphraseResult> {
  const { tools, settings } = request;
  const { lines = false, keep, foreign } = input;
  const clean = cleanText(text);
  checkText(clean, tools);
  if (settings.aim === 'clean') return correctedText(text, request, input);
  const spans = keep && cleanSpans(text, keep);
  const sentences = sentencesOf(clean, spans, lines || foreign !== undefined);
  for (const { text: sentence } of sentences) checkLength(sentence, tools);
  const { user, refused } = constraintsOf(settings, tools);
  const texts = sentences.map((span) => span.text);
  const style = new PunctuationStyle(clean);
  const masks = sentences.map(({ text: sentence, kept }) => new Masked(sentence, { style, ...(kept && { spans: asSeen(kept) }) }));
  const shares = texts.length === 1 ? [user.require] : shareDemands(masks, user.require);
  const isKnown = (word: string): boolean => tools.words.common(word);
  const languages = await Promise.all(masks.map(({ sentence, plain }) => unreadLanguage(sentence, tools.languages, isKnown, plain)));
  const banned = new HardBan(user.avoid);
  const asTheyAre = unchanged(texts, shares, banned, settings).map(
    (stays, i) => stays || masks[i]?.hasWords === false || (languages[i] !== undefined && !settings.foreign),
  );
  const named = [...new Set(languages.filter((language) => language !== undefined))];
  const results: (SentenceResult | undefined)[] = [];
  for (const [i, mask] of masks.entries()) {
    const own = { ...settings, require: shares[i] ?? [] };
    const sentence = { mask, banned, kept: sentences[i]?.kept };
    results.push(asTheyAre[i] ? undefined : await rewritten(sentence, { ...request, foreign, settings: own }));
  }
  const done = results.filter((result) => result !== undefined);
  const alone = sentences.length === 1 ? results[0] : undefined;
  const rewrites = alone ? alone.rewrites.map(withoutPieces) : together({ clean, sentences, masks, results, spans }, request);
  const shown = (rewrite: Rewrite): Rewrite => finished(rewrite, request, spans);
  return {
    text,
    rewrites: rewrites.map(shown),
    ...(settings.doubts && alone && { doubtful: alone.doubtful.map(shown) }),
    ...(named.length > 0 && { languages: named }),
    unmet: distinctUnmet([
      ...refused, ...user.unmet, ...done.flatMap((result) => result.unmet),
      ...(rewrites.length > 0 ? [] : masks.flatMap((mask, i) => lostOf(results[i], mask, sentences[i]?.kept))),
    ]),
    constraints: alone ? alone.plan.sets : results.map((result) => result?.plan.sets ?? []),
    counts: sumCounts(done.map(({ counts }) => counts)),
    mode: settings.mode,
    model: tools.name,
    seed: settings.seed,
    ...tools.execution,
  };
}

const asSeen = ({ units }: KeptSpans): ProtectedSpan[] => units.map(({ start, end }) => ({ start, end, as: 'seen' }));

/** What a sentence had to keep, where nothing came of its text; a sentence that stays as it is loses no markup. */
function lostOf(result: SentenceResult | undefined, { forms }: Masked, kept: KeptSpans | undefined): Unmet[] {
  const spans = result?.plan.applicable === false ? [] : kept?.texts ?? [];
  return [
    ...(result ? forms : []).map((phrase) => ({ phrase, reason: markupReason })),
    ...spans.map((phrase) => ({ phrase, reason: lostReason })),
  ];
}

/** A rewrite as a result has it: spans in code points, and its share of words outside the vocabulary. */
function finished(rewrite: Rewrite, { tools, settings }: RequestContext, spans: readonly LabelledSpan[] | undefined): Rewrite {
  const { text, kept } = rewrite;
  return {
    ...rewrite,
    ...(spans && { kept: inCodePoints(text, kept ?? []) }),
    ...(settings.vocabulary && { outside: vocabularyOf(settings.vocabulary, tools.inflector).outside(text) }),
  };
}

/** The user's constraints; a demand that holds what models take for a control token is refused. @throws OtherwiseError `word-empty` */
function constraintsOf(settings: Settings, { inflector, pieces }: Tools): { user: ResolvedConstraints; refused: Unmet[] } {
  const isControl = (phrase: string): boolean => looksLikeControl(phrase) || pieces.holdsControl?.(phrase) === true;
  return {
    user: resolveConstraints({ ...settings, require: settings.require.filter((phrase) => !isControl(phrase)) }, inflector),
    refused: settings.require.filter(isControl).map((phrase) => ({ phrase, reason: 'is a control token' })),
  };
}

/** A sentence, what of it is kept, and the forms that the user's bans cover. */
type Sentence = Pick<Unmasking, 'mask' | 'banned' | 'kept'>;

/** One sentence with its rewrites in its own marks. */
async function rewritten({ mask, banned, kept }: Sentence, request: RequestContext): Promise<SentenceResult> {
  const constraints = maskedConstraints(mask, request.settings);
  const settings = { ...request.settings, avoid: constraints.avoid, require: constraints.require };
  const unmasking = { mask, constraints, banned, kept, settings };
  const result = await paraphraseSentence({ ...request, settings, mask, progress: unmaskedProgress(request.progress, unmasking) });
  return unmaskedResult(result, unmasking);
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

/** Which sentences are not rewritten: those without a letter, and those of few words beside longer ones that no constraint touches. */
function unchanged(sentences: readonly string[], shares: readonly (readonly string[])[], bans: HardBan, settings: Settings): boolean[] {
  const few = sentences.map((sentence) => wordTokens(sentence).length <= FEW_WORDS);
  const kept = settings.mode === 'otherwise' && !few.every(Boolean);
  return sentences.map(
    (sentence, i) => !letter.test(sentence) || (kept && few[i] === true && shares[i]?.length === 0 && !bans.violates(sentence)),
  );
}

function distinctUnmet(unmet: readonly Unmet[]): Unmet[] {
  return [...new Map(unmet.map((entry) => [entry.phrase, entry])).values()];
}

/** A text of several sentences and what became of each; undefined for one that stays as it is. */
interface Parts {
  readonly clean: string;
  readonly sentences: readonly KeptSentence[];
  readonly masks: readonly Masked[];
  readonly results: readonly (SentenceResult | undefined)[];
  /** What of the text is kept. */
  readonly spans: readonly LabelledSpan[] | undefined;
}

/** The i-th rewrites of all sentences put together; those of our sets are listed anew by the figures of the whole text. */
function together({ clean, sentences, masks, results, spans }: Parts, request: RequestContext): readonly Rewrite[] {
  const most = Math.max(0, ...results.map((result) => result?.rewrites.length ?? 0));
  const decodings = Math.max(1, ...results.map((result) => result?.plan.decodings ?? 1));
  const wanted = Math.min(request.settings.n * decodings, most);
  const demandsMet = results.every((result) => !result || result.rewrites.length > 0 || result.plan.demanded.phrases.length === 0);
  const rewrites: Rewrite[] = [];
  for (let i = 0; i < wanted && demandsMet; i += 1) {
    const parts = results.map((result) => result?.rewrites[Math.min(i, result.rewrites.length - 1)]);
    if (!parts.some((part, s) => part && (results[s]?.rewrites.length ?? 0) > i)) continue;
    // A ban holds in every sentence: one that has no rewrite and breaks a ban can't stay as it is.
    if (parts.some((part, s) => !part && results[s]?.plan.hardBan.violates(sentences[s]?.text ?? ''))) continue;
    const whole = (own: (s: number) => string): string =>
      sentences.map(({ end }, s) => own(s) + clean.slice(end, sentences[s + 1]?.start ?? end)).join('');
    const plainSource = (s: number): string => masks[s]?.plain ?? '';
    const source = { text: clean, plain: whole(plainSource) };
    const rewrite = {
      text: whole((s) => parts[s]?.text ?? sentences[s]?.text ?? ''), plain: whole((s) => parts[s]?.plain ?? plainSource(s)),
    };
    const put = joined([source, rewrite], parts, request.tools);
    rewrites.push(spans ? { ...put, kept: keptTogether(spans, sentences, parts) } : put);
  }
  return listedAnew(rewrites, request.settings);
}

/** Where what is kept stands in a rewrite that was put together; a sentence that stays as it is keeps its own. */
function keptTogether(
  spans: readonly LabelledSpan[], sentences: readonly KeptSentence[], parts: readonly (Rewrite | undefined)[],
): LabelledSpan[] {
  const lengths = sentences.map(({ text, end }, s) => (parts[s]?.text ?? text).length + (sentences[s + 1]?.start ?? end) - end);
  const kept = sentences.map((sentence, s) => parts[s]?.kept ?? sentence.kept?.spans ?? []);
  return joinedSpans(lengths, kept, spans.map(({ start }) => sentences.findIndex((sentence) => start < sentence.end)));
}
