import { resolveConstraints, type ResolvedConstraints } from '../constraints/chips.ts';
import { DemandedText } from '../constraints/demanded.ts';
import { HardBan } from '../constraints/hard-ban.ts';
import { OtherwiseError } from '../errors.ts';
import { cleanText } from '../text/clean.ts';
import { looksLikeControl } from '../text/control-tokens.ts';
import { unreadLanguage } from '../text/language.ts';
import { MarkStyle } from '../text/marks.ts';
import { Masked } from '../text/masked.ts';
import { splitSentences } from '../text/sentences.ts';
import { wordTokens } from '../text/words.ts';
import type { RequestContext } from './context.ts';
import type { Tools } from './tools.ts';
import { maxPieces } from './plan.ts';
import { joined, listedAnew, withoutPieces } from './rewrite.ts';
import { paraphraseSentence, type SentenceResult } from './sentence.ts';
import { sumCounts } from './tally.ts';
import { markupReason, maskedConstraints, unmaskedProgress, unmaskedResult } from './unmask.ts';
import type { Settings } from '../options.ts';
import type { ParaphraseResult, Rewrite, Unmet } from '../protocol.ts';

/** Longest text of one request. */
export const MAX_CHARACTERS = 2000;
export const MAX_PIECES = 256;

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
 * @throws OtherwiseError `text-empty`, `text-too-long`, `nothing-to-rewrite`, `word-empty`, `bad-request`, `aborted`,
 *   and what the model throws
 */
export async function paraphraseText(text: string, request: RequestContext, { lines = false } = {}): Promise<ParaphraseResult> {
  const { tools, settings } = request;
  const clean = cleanText(text);
  checkText(clean, tools);
  const spans = lines ? [] : splitSentences(clean);
  const sentences = spans.length > 1 ? spans : [{ text: clean, start: 0, end: clean.length }];
  for (const { text: sentence } of sentences) checkLength(sentence, tools);
  const { user, refused } = constraintsOf(settings, tools);
  const texts = sentences.map((span) => span.text);
  const style = new MarkStyle(clean);
  const masks = texts.map((sentence) => new Masked(sentence, { style }));
  const shares = texts.length === 1 ? [user.require] : shareDemands(masks, user.require);
  const isKnown = (word: string): boolean => tools.words.common(word);
  const languages = await Promise.all(texts.map((sentence) => unreadLanguage(sentence, tools.languages, isKnown)));
  const banned = new HardBan(user.avoid);
  const asTheyAre = unchanged(texts, shares, banned, settings).map(
    (stays, i) => stays || masks[i]?.hasWords === false || (languages[i] !== undefined && !settings.foreign),
  );
  const named = [...new Set(languages.filter((language) => language !== undefined))];
  const results: (SentenceResult | undefined)[] = [];
  for (const [i, mask] of masks.entries()) {
    const own = { ...settings, require: shares[i] ?? [] };
    results.push(asTheyAre[i] ? undefined : await rewritten(mask, banned, { ...request, settings: own }));
  }
  const done = results.filter((result) => result !== undefined);
  const alone = sentences.length === 1 ? results[0] : undefined;
  const rewrites = alone ? alone.rewrites.map(withoutPieces) : together({ clean, sentences, masks, results }, request);
  const lost = rewrites.length > 0 ? [] : masks.flatMap(({ forms }, i) => (results[i] ? forms : []));
  return {
    text,
    rewrites,
    ...(settings.doubts && alone && { doubtful: alone.doubtful }),
    ...(named.length > 0 && { languages: named }),
    unmet: distinctUnmet([
      ...refused, ...user.unmet, ...done.flatMap((result) => result.unmet), ...lost.map((phrase) => ({ phrase, reason: markupReason })),
    ]),
    constraints: alone ? alone.plan.sets : results.map((result) => result?.plan.sets ?? []),
    counts: sumCounts(done.map(({ counts }) => counts)),
    mode: settings.mode,
    model: tools.name,
    seed: settings.seed,
    ...tools.execution,
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

/** One sentence with its rewrites in its own marks. */
async function rewritten(mask: Masked, banned: HardBan, request: RequestContext): Promise<SentenceResult> {
  const constraints = maskedConstraints(mask, request.settings);
  const settings = { ...request.settings, avoid: constraints.avoid, require: constraints.require };
  const unmasking = { mask, constraints, banned, settings };
  const result = await paraphraseSentence({ ...request, settings, mask, progress: unmaskedProgress(request.progress, unmasking) });
  return unmaskedResult(result, unmasking);
}

/** @throws OtherwiseError `text-empty`, `text-too-long`, `nothing-to-rewrite` */
export function checkText(clean: string, tools: Tools): void {
  if (clean === '') throw new OtherwiseError('text-empty', 'There is no text. Give at least one word.');
  if (clean.length > MAX_CHARACTERS)
    throw tooLong(clean, tools, `The text has ${clean.length} characters; ${MAX_CHARACTERS} are the most. Give it in parts.`);
  if (!letter.test(clean)) throw new OtherwiseError('nothing-to-rewrite', 'The text has no letters, so there is nothing to rewrite.');
  const pieces = tools.pieces.encode(clean).length;
  if (pieces > MAX_PIECES) throw tooLong(clean, tools, `The text has ${pieces} tokens; ${MAX_PIECES} are the most. Give it in parts.`);
}

/** A sentence and its longest rewrite must fit the model. */
function checkLength(sentence: string, tools: Tools): void {
  const [pieces, most] = [tools.pieces.encode(sentence).length, mostPieces(tools)];
  if (pieces > most)
    throw tooLong(sentence, tools, `A sentence has ${pieces} tokens; this model can rewrite ${most} at once. Split it.`);
}

/** Longest sentence that the model can rewrite. */
function mostPieces({ model }: Tools): number {
  const marks = 8;
  const fits = (pieces: number): boolean => pieces + maxPieces(pieces) + marks <= model.maxPositions + maxPieces(0);
  let pieces = MAX_PIECES;
  while (pieces > 0 && !fits(pieces)) pieces -= 1;
  return pieces;
}

/** Counts in words for people: so many as long as those of this text fit, as one sentence if it is one. */
function tooLong(text: string, tools: Tools, message: string): OtherwiseError {
  const sample = text.slice(0, MAX_CHARACTERS);
  const share = wordTokens(sample).length / tools.pieces.encode(sample).length;
  const limit = splitSentences(sample).length > 1 ? MAX_PIECES : mostPieces(tools);
  return new OtherwiseError('text-too-long', message, { excess: { words: wordTokens(text).length, most: Math.floor(share * limit) } });
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
  readonly sentences: readonly { readonly text: string; readonly start: number; readonly end: number }[];
  readonly masks: readonly Masked[];
  readonly results: readonly (SentenceResult | undefined)[];
}

/** The i-th rewrites of all sentences put together; those of our sets are listed anew by the figures of the whole text. */
function together({ clean, sentences, masks, results }: Parts, request: RequestContext): readonly Rewrite[] {
  const most = Math.max(0, ...results.map((result) => result?.rewrites.length ?? 0));
  const wanted = Math.min(request.settings.n, most);
  const demandsMet = results.every((result) => !result || result.rewrites.length > 0 || result.plan.demands.length === 0);
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
    rewrites.push(joined([source, rewrite], parts, request.tools));
  }
  return listedAnew(rewrites, request.settings);
}
