import type { Settings } from '../options.ts';
import { type Scored, scoreOf } from '../quality/candidate.ts';
import { spelledOutWords } from '../text/normalise.ts';
import { clusterCandidates } from './cluster.ts';
import { spreadOut } from './mmr.ts';

/** A chosen candidate, and its cluster where clusters chose. */
export interface Chosen {
  readonly candidate: Scored;
  readonly cluster?: number;
}

/**
 * The rewrites of a sentence, at most n, in the order they are listed.
 * - `parabank`: the beam's first ones, in the beam's order.
 * - `parabank2`, and with diversity 0: the winners of ParaBank 2's clusters, best score first (§2.3, §3.3).
 * - ours: maximal marginal relevance (`mmr.ts`), best score first.
 * @param candidates accepted ones of one sentence, in the order drawn
 */
export function chooseSet(source: string, candidates: readonly Scored[], settings: Settings): Chosen[] {
  const { mode, diversity, n, clusters } = settings;
  if (mode === 'parabank') return candidates.slice(0, n).map((candidate) => ({ candidate }));
  return diversity > 0 ? spread(source, candidates, settings) : clustered(source, candidates, clusters).slice(0, n);
}

function clustered(source: string, candidates: readonly Scored[], clusters: number): Chosen[] {
  const { assignment, winners } = clusterCandidates(source, candidates.map(({ text }) => text), candidates.map(scoreOf), clusters);
  return winners.map((index) => ({ candidate: candidates[index] as Scored, cluster: assignment[index] ?? 0 }));
}

/** What a finding costs, nats. */
const FINDING_COST = 0.6;
/** What a candidate's logit of being right, and the probe's logit, are worth in nats, as `diversity` is. */
const [LOGIT, ENGLISH] = [0.6, 0.3];
/** How much sharing words with the source counts beside sharing them with another rewrite; how many times as much for the bold one. */
const SOURCE_SHARE = 0.3;
const BOLD = 8;
/** How much more a noted candidate costs as the bold one, and how much more than the first one one may cost that is listed before it. */
const CAUTION = 1.2;
const NEARLY = 0.4;

/** What a candidate costs, nats: minus the logit of its being right, and minus what the probe reads of it as English. */
function cost(candidate: Scored): number {
  const { right, findings, surprise } = candidate;
  if (right === undefined) return scoreOf(candidate) + FINDING_COST * findings.length;
  const noted = FINDING_COST * findings.filter(({ kind }) => kind !== 'detail').length;
  return noted - LOGIT * Math.log(right / (1 - right)) - ENGLISH * (surprise?.estimate ?? 0);
}

function spread(source: string, candidates: readonly Scored[], { n, diversity }: Settings): Chosen[] {
  const weighed = candidates.map((candidate) => ({
    words: spelledOutWords(candidate.text), cost: cost(candidate), score: scoreOf(candidate),
    doubtful: candidate.findings.some(({ kind }) => kind === 'detail'),
  }));
  const chosen = spreadOut(spelledOutWords(source), weighed, {
    n, diversity, sourceShare: SOURCE_SHARE, bold: BOLD, caution: CAUTION, nearly: NEARLY,
  });
  return chosen.map((index) => ({ candidate: candidates[index] as Scored })).sort((a, b) => scoreOf(a.candidate) - scoreOf(b.candidate));
}
