import { KeptSpans } from '../constraints/kept.ts';
import { OtherwiseError } from '../errors.ts';
import type { Correction, ParaphraseResult } from '../protocol.ts';
import { cleanText } from '../text/clean.ts';
import { unreadLanguage } from '../text/language.ts';
import { inCodePoints, type LabelledSpan } from '../text/offsets.ts';
import type { RequestContext } from './context.ts';
import { checkText, cleanSpans, type TextInput } from './input.ts';
import { mended } from './mend.ts';
import { methodOf } from './methods.ts';
import { otherwise } from './otherwise.ts';
import { scorePairs } from './score.ts';
import { Tally } from './tally.ts';

/**
 * Serves the aim `clean`: the result has one rewrite, the text with its slips corrected and nothing else changed. A text without slips
 * comes back as it is. Kept spans are not touched. A text in a language that the model does not read gets no rewrite, unless `foreign`, and
 * is named in `languages`.
 * @throws OtherwiseError as `checkText`, `bad-request` for what this aim can't serve or without a proofreader, and what `scorePairs` throws
 */
export async function correctedText(text: string, request: RequestContext, { keep, foreign }: TextInput): Promise<ParaphraseResult> {
  const { tools, settings } = request;
  const { mode, avoid, require, vocabulary, seed } = settings;
  const clean = cleanText(text);
  checkText(clean, tools);
  if (methodOf(settings) !== otherwise || avoid.length + require.length > 0 || vocabulary || foreign !== undefined)
    throw new OtherwiseError(
      'bad-request', 'The aim clean corrects slips: it takes no constraints, vocabulary, foreign text or other mode.',
    );
  const language = settings.foreign ? undefined : await unreadLanguage(clean, tools.languages, tools.words);
  const about = { unmet: [], constraints: [], counts: new Tally().counts, mode, model: tools.name, seed, ...tools.execution };
  if (language !== undefined) return { text, rewrites: [], languages: [language], ...about };
  const spans = keep && cleanSpans(text, keep);
  const { text: corrected, corrections } = await mended(clean, request, spans && [...new KeptSpans(clean, spans).units, ...spans]);
  const [{ findings = [], ...figures } = {}] = await scorePairs([[clean, corrected]], request, { lines: true });
  const rewrite = {
    text: corrected, forward: 0, backward: 0, score: 0, distance: 0, ...figures, ...(findings.length > 0 && { findings }),
    corrections: inCodePoints(clean, corrections), ...(spans && { kept: inCodePoints(corrected, moved(spans, corrections)) }),
  };
  return { text, rewrites: [rewrite], ...about };
}

/** Gives the places of spans in the corrected text. */
function moved(spans: readonly LabelledSpan[], corrections: readonly Correction[]): LabelledSpan[] {
  return spans.map((span) => {
    const before = corrections.filter(({ end }) => end <= span.start);
    const shift = before.reduce((sum, { start, end, instead }) => sum + instead.length - (end - start), 0);
    return { ...span, start: span.start + shift, end: span.end + shift };
  });
}
