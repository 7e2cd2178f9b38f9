import { lostReason } from '../constraints/kept.ts';
import { vocabularyReason } from '../constraints/vocabulary.ts';
import type { Settings } from '../options.ts';
import type { ParaphraseResult, Rewrite, Unmet } from '../protocol.ts';
import { inCodePoints, type LabelledSpan } from '../text/offsets.ts';
import { vocabularyOf } from '../text/vocabulary.ts';
import { correctedText } from './clean.ts';
import type { RequestContext } from './context.ts';
import type { TextInput } from './input.ts';
import type { Method } from './method.ts';
import { methodOf } from './methods.ts';
import { type PreparedSentence, type PreparedText, prepareText } from './prepare.ts';
import type { SentenceResult } from './present.ts';
import { withoutPieces } from './rewrite.ts';
import { paraphraseSentence } from './sentence.ts';
import { sumCounts } from './tally.ts';
import { together } from './together.ts';
import { markupReason, maskedConstraints, unmaskedProgress, unmaskedResult } from './unmask.ts';

/**
 * Rewrites a text: it is cleaned, split into sentences (unless `lines`), each is rewritten, and the i-th best ones are put together.
 *
 * Avoided phrases hold in every sentence. A required phrase belongs to the first sentence that contains it already, else to the longest
 * one. A sentence with fewer rewrites repeats its last one, and a sentence without any stays as it is; both only while another sentence
 * still differs. A sentence of at most two words beside longer ones stays as it is, unless a constraint touches it or the request names a
 * numbered system. So does a sentence in a language that the model does not read, unless `foreign`.
 * @param input the kept spans of the text, and the text in the pivot language
 * @throws OtherwiseError `text-empty`, `text-too-long`, `nothing-to-rewrite`, `word-empty`, `bad-request`, `aborted`, and what the model
 *   throws
 */
export async function paraphraseText(text: string, request: RequestContext, input: TextInput = {}): Promise<ParaphraseResult> {
  const { tools, settings } = request;
  if (settings.aim === 'clean') return correctedText(text, request, input);
  const prepared = await prepareText(text, request, input);
  const { sentences, spans } = prepared;
  const method = methodOf(settings);
  const results: (SentenceResult | undefined)[] = [];
  for (const sentence of sentences)
    results.push(sentence.stays ? undefined : await rewritten(sentence, prepared, { ...request, foreign: input.foreign, method }));
  const done = results.filter((result) => result !== undefined);
  const alone = sentences.length === 1 ? results[0] : undefined;
  const rewrites = alone ? alone.rewrites.map(withoutPieces) : together(prepared, results, { ...request, method });
  const shown = (rewrite: Rewrite): Rewrite => finished(rewrite, request, spans);
  const languages = [...new Set(sentences.map(({ language }) => language).filter((language) => language !== undefined))];
  return {
    text,
    rewrites: rewrites.map(shown),
    ...(settings.doubts && alone && { doubtful: alone.doubtful.map(shown) }),
    ...(languages.length > 0 && { languages }),
    ...outsideOf(text, request),
    unmet: distinctUnmet([
      ...prepared.unmet, ...done.flatMap((result) => result.unmet),
      ...(rewrites.length > 0 ? [] : [...sentences.flatMap((sentence, i) => lostOf(results[i], sentence)), ...unsaid(done, settings)]),
    ]),
    constraints: sentences.length === 1 ? alone?.plan.sets ?? [] : results.map((result) => result?.plan.sets ?? []),
    counts: sumCounts(done.map(({ counts }) => counts)),
    mode: settings.mode,
    model: tools.name,
    seed: settings.seed,
    ...tools.execution,
  };
}

/** Rewrites one sentence, and gives the rewrites in the punctuation marks of the writer. */
async function rewritten(
  { mask, kept, require }: PreparedSentence, { avoid, hardBan }: PreparedText, request: RequestContext & { readonly method: Method },
): Promise<SentenceResult> {
  const options = { ...request.settings, require };
  const constraints = maskedConstraints(mask, options);
  const settings = { ...options, avoid: constraints.avoid, require: constraints.require };
  const unmasking = { mask, constraints, hardBan, kept };
  const forms = avoid.map((form) => mask.phrase(form));
  const result = await paraphraseSentence({ ...request, settings, mask, forms, progress: unmaskedProgress(request.progress, unmasking) });
  const { rewrites, ...others } = unmaskedResult(result, unmasking);
  // Distances are those of the texts as people read them now.
  return { ...others, rewrites: mask.sentence === mask.plain ? rewrites : request.method.relist(rewrites, settings) };
}

/** Names what a sentence had to keep, where nothing came of it; a sentence that stays as it is loses no markup. */
function lostOf(result: SentenceResult | undefined, { mask: { forms }, kept }: PreparedSentence): Unmet[] {
  const spans = result?.plan.applicable === false ? [] : kept?.texts ?? [];
  return [
    ...(result ? forms : []).map((phrase) => ({ phrase, reason: markupReason })),
    ...spans.map((phrase) => ({ phrase, reason: lostReason })),
  ];
}

/** Names the vocabulary itself, where nothing came of a text though no word of it was to be replaced. */
function unsaid(done: readonly SentenceResult[], { vocabulary }: Settings): Unmet[] {
  const isNamed = done.some(({ unmet }) => unmet.some(({ reason }) => reason === vocabularyReason));
  const isReason = vocabulary !== undefined && !isNamed && done.some(({ plan }) => plan.applicable);
  return isReason ? [{ phrase: 'vocabulary', reason: vocabularyReason }] : [];
}

/** A rewrite as a result has it: spans in code points, and its share of words outside the vocabulary. */
function finished(rewrite: Rewrite, request: RequestContext, spans: readonly LabelledSpan[] | undefined): Rewrite {
  const { text, kept } = rewrite;
  return {
    ...rewrite,
    ...(spans && { kept: inCodePoints(text, kept ?? []) }),
    ...outsideOf(text, request),
  };
}

/** The share of a text's words outside the vocabulary, where there is one. */
const outsideOf = (text: string, { tools, settings: { vocabulary } }: RequestContext): { readonly outside?: number } =>
  (vocabulary ? { outside: vocabularyOf(vocabulary, tools.inflector).outside(text) } : {});

function distinctUnmet(unmet: readonly Unmet[]): Unmet[] {
  return [...new Map(unmet.map((entry) => [entry.phrase, entry])).values()];
}
