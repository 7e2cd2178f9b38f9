import type { Rewrite } from '../protocol.ts';
import type { LabelledSpan } from '../text/offsets.ts';
import type { RequestContext } from './context.ts';
import { joinedSpans } from './input.ts';
import type { Method } from './method.ts';
import type { PreparedSentence, PreparedText } from './prepare.ts';
import type { SentenceResult } from './present.ts';
import { joined } from './rewrite.ts';
import { mayStay } from './unmask.ts';

/**
 * Puts the i-th rewrites of all sentences together, and lists them anew by the figures of the whole text.
 * @param results of each sentence; undefined for one that stays as it is
 */
export function together(
  { clean, sentences, spans }: PreparedText, results: readonly (SentenceResult | undefined)[],
  { tools, settings, method }: RequestContext & { readonly method: Method },
): readonly Rewrite[] {
  const most = Math.max(0, ...results.map((result) => result?.rewrites.length ?? 0));
  const decodings = Math.max(1, ...results.map((result) => result?.plan.decodings ?? 1));
  const wanted = Math.min(settings.n * decodings, most);
  const demandsMet = results.every((result) => !result || result.rewrites.length > 0 || result.plan.demanded.phrases.length === 0);
  const rewrites: Rewrite[] = [];
  for (let i = 0; i < wanted && demandsMet; i += 1) {
    const parts = results.map((result) => result?.rewrites[Math.min(i, result.rewrites.length - 1)]);
    if (!parts.some((part, s) => part && (results[s]?.rewrites.length ?? 0) > i)) continue;
    if (results.some((result, s) => result && !parts[s] && !mayStay(result, sentences[s]?.text ?? ''))) continue;
    const whole = (own: (sentence: PreparedSentence, s: number) => string): string =>
      sentences.map((sentence, s) => own(sentence, s) + clean.slice(sentence.end, sentences[s + 1]?.start ?? sentence.end)).join('');
    const source = { text: clean, plain: whole(({ mask }) => mask.plain) };
    const rewrite = { text: whole(({ text }, s) => parts[s]?.text ?? text), plain: whole(({ mask }, s) => parts[s]?.plain ?? mask.plain) };
    const put = joined([source, rewrite], parts, tools);
    rewrites.push(spans ? { ...put, kept: keptTogether(spans, sentences, parts) } : put);
  }
  return method.relist(rewrites, settings);
}

/** Finds the kept spans in a rewrite that was put together; a sentence that stays as it is keeps its own. */
function keptTogether(
  spans: readonly LabelledSpan[], sentences: readonly PreparedSentence[], parts: readonly (Rewrite | undefined)[],
): LabelledSpan[] {
  const lengths = sentences.map(({ text, end }, s) => (parts[s]?.text ?? text).length + (sentences[s + 1]?.start ?? end) - end);
  const keptSpans = sentences.map((sentence, s) => parts[s]?.kept ?? sentence.kept?.spans ?? []);
  return joinedSpans(lengths, keptSpans, spans.map(({ start }) => sentences.findIndex((sentence) => start < sentence.end)));
}
