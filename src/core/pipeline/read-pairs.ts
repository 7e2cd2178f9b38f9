import type { Reader } from '../decoding/score-memo.ts';
import type { ScoreRequest, Scores } from '../decoding/step-model.ts';
import { estimate, firstSight } from '../quality/assess.ts';
import type { Candidate } from '../quality/candidate.ts';
import { found } from '../quality/finding.ts';
import { type DetailWords, surpriseOf, tokenEnds } from '../quality/surprisal.ts';
import type { Settings } from '../options.ts';
import type { RequestContext } from './context.ts';
import { type DecoderInput, readersOf } from './known.ts';
import type { SourceText } from './source.ts';
import type { Tools } from './tools.ts';

/** The style under which sources are scored given their rewrites, and rewrites given their sources. */
const SCORING = { distance: 1 };

/**
 * A rewrite to be scored. `forward`: its own text is scored, in its usual tokens under the scoring tag, instead of the tokens it was drawn
 * with.
 */
export interface Pair {
  readonly source: SourceText;
  readonly rewrite: Candidate<'observed'>;
  readonly forward: boolean;
}

/** Adds the observations of a rewrite's words. */
export function observed(source: SourceText, candidate: Candidate<'drawn'>, { tools }: RequestContext): Candidate<'observed'> {
  const lost = source.lost(candidate.text);
  const others = source.observe(candidate.text);
  const seen = lost.length > 0 ? { ...others, broken: [found('markup', lost), ...others.broken] } : others;
  const meaning = tools.meaning?.(source.text, candidate.text, seen);
  const first = sightOf(source, { ...candidate, ...seen }, tools);
  return { ...candidate, ...seen, first, ...(meaning !== undefined && { meaning: Math.round(meaning * 10) / 10 }) };
}

/** Estimates how probably a candidate is right from what is known before it is scored backward; undefined where the model can't tell. */
function sightOf(source: SourceText, candidate: Candidate<'observed'>, tools: Tools): number | undefined {
  const { surprise: forward, findings, judgement } = candidate;
  const drawing = { source: source.text, findings, judgement, allowed: source.allows };
  return tools.estimator && forward && firstSight({ ...drawing, forward }, detailWords(tools), tools.estimator);
}

/** Adds the adapter's reading to candidates, where the model has an adapter and the estimator is switched on. */
export async function judged(
  source: SourceText, candidates: readonly Candidate<'observed'>[], request: RequestContext,
): Promise<Candidate<'observed'>[]> {
  const logits = await judgements(candidates.map((rewrite) => ({ source, rewrite, forward: false })), request);
  return candidates.map((candidate, i) => {
    const known = { ...candidate, judgement: logits[i] };
    return { ...known, first: sightOf(source, known, request.tools) };
  });
}

/** Tells whether there is an estimator that was fitted with the adapter's reading. */
export const asksAdapter = ({ tools, settings }: RequestContext): boolean => settings.estimator && tools.estimator?.judged !== undefined;

/** Reads each pair with the adapter, once. */
async function judgements(pairs: readonly Pair[], request: RequestContext): Promise<(number | undefined)[]> {
  const { tools, signal, readers } = request;
  const known = pairs.map(({ rewrite }) => rewrite.judgement);
  const unknown = asksAdapter(request) ? pairs.filter((_, i) => known[i] === undefined) : [];
  const requests = unknown.flatMap((pair) => pair.source.origins.slice(0, 1).map((origin) => directions(pair, origin, tools).forward));
  const logits = requests.length > 0 ? await (readers?.forward ?? tools.model).judge?.(requests, signal) : undefined;
  return known.map((value) => value ?? logits?.shift());
}

const detailWords = ({ inflector, words }: Tools): DetailWords => ({
  forms: (word) => inflector.forms(word), closed: (word) => words.closed(word),
});

/**
 * Scores pairs, of any sources, in one batch: backward always, forward where it is wanted; nats per token, rounded to four decimals. Of
 * several decoder inputs the one with the lowest figures counts. The figures of a pair do not depend on the others.
 * @throws OtherwiseError what the model throws
 */
export async function readPairs(pairs: readonly Pair[], request: RequestContext): Promise<Candidate<'scored'>[]> {
  const { tools, settings } = request;
  const logits = await judgements(pairs, request);
  const readings = await readingsOf(pairs, request);
  return pairs.map((pair, i) => {
    const { backward, forward } = likeliest(readings[i] ?? []);
    const rewrite = { ...(forward ? readAnew(pair.rewrite, forward, tools) : pair.rewrite), judgement: logits[i] };
    const scored = { ...rewrite, forward: round(rewrite.forward), backward: round(backward ? nats(backward) : NaN) };
    if (!settings.estimator || !backward) return scored;
    return estimated(scored, { source: pair.source, settings, backward, forward }, tools);
  });
}

/** The scores of a pair by way of one decoder input. */
interface Reading {
  readonly backward: Scores | undefined;
  readonly forward: Scores | undefined;
}

/** Scores each pair by way of each of its decoder inputs. The requests to one model share a batch. */
async function readingsOf(pairs: readonly Pair[], request: RequestContext): Promise<Reading[][]> {
  const { tools, settings, signal, readers = readersOf(tools) } = request;
  const prior = settings.estimator && tools.estimator !== undefined;
  const ways = pairs.map((pair) => pair.source.origins.map((origin) => {
    const { backward, forward } = directions(pair, origin, tools);
    return { backward: { ...backward, prior }, forward: pair.forward ? { ...forward, prior } : undefined };
  }));
  const requests = ways.flat().flatMap(({ backward, forward }): Asked[] => [
    [readers.backward, backward], ...(forward ? [[readers.forward, forward] as const] : []),
  ]);
  const answers = new Map<ScoreRequest, Scores | undefined>();
  for (const reader of new Set(requests.map(([one]) => one))) {
    const batch = requests.filter(([one]) => one === reader).map(([, wanted]) => wanted);
    const scores = await reader.score(batch, signal);
    batch.forEach((wanted, i) => answers.set(wanted, scores[i]));
  }
  return ways.map((some) => some.map(({ backward, forward }) => ({
    backward: answers.get(backward), forward: forward && answers.get(forward),
  })));
}

type Asked = readonly [Reader, ScoreRequest];

/** The reading with the lowest nats a token, both directions added; the first of equal ones. */
function likeliest(readings: readonly Reading[]): Reading {
  const sum = ({ backward, forward }: Reading): number => (backward ? nats(backward) : 0) + (forward ? nats(forward) : 0);
  const [best = { backward: undefined, forward: undefined }] = readings.toSorted((a, b) => sum(a) - sum(b));
  return best;
}

/** A pair in both directions, as its models read it by way of a decoder input. */
function directions({ rewrite }: Pair, origin: DecoderInput,
  tools: Tools): { readonly backward: ScoreRequest; readonly forward: ScoreRequest } {
  const { pieces, pivot } = tools;
  const tags = tools.tags(SCORING);
  return {
    backward: { source: (pivot ?? tools).pieces.encode(rewrite.text), tags, target: origin.target },
    forward: { source: origin.ids, tags, target: pieces.encode(rewrite.text) },
  };
}

/** Replaces a rewrite's scores by those of its text, however it was drawn. */
function readAnew(rewrite: Candidate<'observed'>, scores: Scores, { pieces }: Tools): Candidate<'observed'> {
  const { text } = rewrite;
  const surprise = surpriseOf(text, tokenEnds(text, pieces.encode(text), pieces), scores.logProbs, { estimate: scores.estimates?.rewrite });
  return { ...rewrite, forward: nats(scores), pieces: scores.logProbs.length, surprise };
}

interface Scoring {
  readonly source: SourceText;
  readonly settings: Settings;
  readonly backward: Scores;
  readonly forward: Scores | undefined;
}

/** Adds the quality estimate to a candidate, and drops the observations that are not held against it. */
function estimated(candidate: Candidate<'scored'>, { source, settings, backward, forward }: Scoring, tools: Tools): Candidate<'scored'> {
  const { estimator } = tools;
  if (!estimator || !candidate.surprise) return candidate;
  const prior = forward ? -total(forward.prior ?? []) : source.prior ?? 0;
  const reading = {
    backward: surpriseOf(source.text, source.ends, backward.logProbs, { estimate: backward.estimates?.source, prior }),
    forward: { ...candidate.surprise, prior: -total(backward.prior ?? []) },
    findings: candidate.findings,
    judgement: candidate.judgement,
    allowed: source.allows,
  };
  const { doubted, ...others } = estimate(reading, detailWords(tools), estimator);
  return { ...candidate, ...others, ...(settings.doubts && { doubted }) };
}

export const round = (value: number): number => Math.round(value * 1e4) / 1e4;
const nats = ({ logProbs }: Scores): number => -total(logProbs) / Math.max(1, logProbs.length);
export const total = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return sum;
};
