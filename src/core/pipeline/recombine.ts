import { rightOf } from '../choice/choose.ts';
import type { Candidate } from '../quality/candidate.ts';
import { type Edit, editsBetween, meet, withEdits } from './edits.ts';
import { admitNew } from './admit.ts';
import type { SentenceContext } from './method.ts';
import type { Pool } from './pool.ts';
import { areOwnTextsScored, leastHopeful, promisingOf, score } from './rank.ts';
import { judged } from './read-pairs.ts';

/** The largest number of edits that are recombined, the most probable ones, and the largest number in one text. */
const [MOST_EDITS, MOST_TOGETHER] = [24, 4];
/** The lowest probabilities of an edit, and of all edits of one text together. Both are shares of the best donor's probability. */
const [LEAST, LEAST_TOGETHER] = [0.35, 0.25];
/** The most recombined texts that are checked against the constraints, read by the adapter, and scored in both directions. */
const [MOST_TEXTS, MOST_READ, MOST_SCORED] = [100, 24, 6];

/** A candidate whose edits are recombined. `right` says how probably it is right, 0–1. */
interface Donor {
  readonly text: string;
  readonly right: number;
}

/** A recombined text. `right` says how probably it is right by the donors of its edits alone, 0–1. */
export type Recombined = Donor;

/** An edit that donors have. `right` says how probably it is right, `donors` holds the indices of these donors. */
interface SharedEdit extends Edit {
  readonly right: number;
  readonly donors: ReadonlySet<number>;
}

/**
 * Applies edits of different donors together to the source, and each edit alone. An edit gets the probability of the most probable donor
 * that has it. Edits that share a donor are taken as right or wrong together: the lowest of their probabilities counts. Edits of different
 * donors are taken as independent: their probabilities are multiplied.
 * @returns the texts, most probable first; some equal a donor
 */
export function recombinations(source: string, donors: readonly Donor[]): Recombined[] {
  const best = Math.max(0, ...donors.map(({ right }) => right));
  const edits = likeliestEdits(source, donors, LEAST * best);
  const found = new Map<string, number>();
  const extend = (chosen: readonly SharedEdit[], right: number, from: number): void => {
    const text = withEdits(source, chosen);
    if (chosen.length > 0) found.set(text, Math.max(right, found.get(text) ?? 0));
    if (chosen.length === MOST_TOGETHER) return;
    for (const [i, next] of edits.slice(from).entries()) {
      if (chosen.some((one) => meet(one, next))) continue;
      const together = chosen.some((one) => haveOneDonor(one, next)) ? Math.min(right, next.right) : right * next.right;
      if (together >= LEAST_TOGETHER * best) extend([...chosen, next], together, from + i + 1);
    }
  };
  extend([], 1, 0);
  return [...found].map(([text, right]) => ({ text, right })).sort((a, b) => b.right - a.right);
}

const haveOneDonor = (a: SharedEdit, b: SharedEdit): boolean => [...a.donors].some((donor) => b.donors.has(donor));

function likeliestEdits(source: string, donors: readonly Donor[], least: number): SharedEdit[] {
  const edits = new Map<string, SharedEdit>();
  for (const [i, { text, right }] of donors.entries()) for (const edit of editsBetween(source, text)) {
    const key = JSON.stringify(edit);
    const known = edits.get(key);
    edits.set(key, { ...edit, right: Math.max(right, known?.right ?? 0), donors: new Set([...(known?.donors ?? []), i]) });
  }
  return [...edits.values()].filter(({ right }) => right >= least).sort((a, b) => b.right - a.right).slice(0, MOST_EDITS);
}

/**
 * Recombines the candidates that the adapter has read. The adapter reads the most promising new texts, and the best of these are scored and
 * taken into the pool. Nothing is recombined if no candidate may still pass the reject threshold: texts made of their edits would not
 * pass either.
 * @throws OtherwiseError what the model throws, `aborted`
 */
export async function recombine(sentence: SentenceContext, pool: Pool): Promise<void> {
  const { source, tools: { pieces } } = sentence;
  const estimates = new Estimates(pool);
  if (estimates.donors.every(({ right }) => right < leastHopeful(sentence.tools))) return;
  const texts = recombinations(source.text, estimates.donors).slice(0, MOST_TEXTS);
  const rights = new Map(texts.map(({ text, right }) => [text, right]));
  // A text that was not drawn has no forward score before it is scored.
  const candidates = texts.map(({ text }) => ({ text, forward: NaN, pieces: pieces.encode(text).length }));
  const sound = admitNew(candidates, sentence, pool).map((one) => ({ ...one, first: rights.get(one.text) }));
  const read = await judged(source, promisingOf(sound, MOST_READ, sentence), sentence);
  const best = promisingOf(read.map((one) => ({ ...one, first: estimates.of(one) })), MOST_SCORED, sentence);
  for (const one of await score(best, { source, forward: areOwnTextsScored(sentence) }, sentence, pool)) pool.judge(one);
  pool.tally.recombined += best.length;
}

/** Holds the quality estimates of a pool's candidates, and estimates further ones from the adapter's reading. */
class Estimates {
  readonly donors: readonly Donor[];
  /** The mean difference between the logit of the estimate and the adapter's reading, over the donors. */
  private readonly offset: number;

  constructor(pool: Pool) {
    const scored = new Map([...pool.accepted, ...pool.near].map((one) => [one.text, rightOf(one)]));
    const known = pool.read.map(({ text, first = 0, judgement = 0 }) => ({ text, right: scored.get(text) ?? first, judgement }));
    const differences = known.map(({ right, judgement }) => logit(right) - judgement);
    this.donors = known;
    this.offset = differences.reduce((sum, one) => sum + one, 0) / Math.max(1, differences.length);
  }

  /** Estimates how probably a candidate that the adapter has read is right, 0–1. */
  of({ judgement = 0 }: Candidate<'observed'>): number {
    return 1 / (1 + Math.exp(-judgement - this.offset));
  }
}

/** The distance from 0 and 1 to which estimates are clipped, so that a very sure one does not dominate the mean. */
const SURE = 0.01;

function logit(right: number): number {
  const share = Math.min(1 - SURE, Math.max(SURE, right));
  return Math.log(share / (1 - share));
}
