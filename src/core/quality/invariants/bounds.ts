import bounds from '../data/bounds.json' with { type: 'json' };
import { type Finding, found } from '../finding.ts';
import { type Quantity, quantities } from '../reading/quantities.ts';
import type { Reading } from '../reading/reading.ts';

/** A bound on a number: a lower one (`up`: more than six) or an upper one; `denied`: a negator before it turns it. */
interface Bound {
  readonly up: boolean;
  readonly denied?: boolean;
  readonly form: string;
}
interface Phrase extends Bound {
  readonly words: readonly string[];
}

const phrases = (list: readonly string[], up: boolean): Phrase[] => list.map((form) => ({ form, words: form.split(' '), up }));
const longestFirst = (a: Phrase, b: Phrase): number => b.words.length - a.words.length;
const leading = [...phrases(bounds.up, true), ...phrases(bounds.down, false)].sort(longestFirst);
const trailing = [...phrases(bounds.upAfter, true), ...phrases(bounds.downAfter, false)].sort(longestFirst);
const negators = new Set(['not', 'no', 'none', 'never', 'nobody', 'without', 'avoid', 'cannot', 'nor', 'neither']);
const mayBeDenied = /than$|^exceed/u;
/** A negator turns a bound if it is among so many words before it. */
const REACH = 9;
const between = new Set(['about', 'a', 'an', 'the', 'just', 'some', '$', '€', '£', 'around', 'only']);

/** Reads the bound on a number from the words around it: “less than six” is an upper one, “no more than six” a denied lower one. */
function boundOf({ tokens }: Reading, { from, to }: Quantity): Bound | undefined {
  const words = tokens.map(({ word }) => word);
  let start = from;
  while (between.has(words[start - 1] ?? '')) start -= 1;
  const before = leading.find(
    ({ words: phrase }) => start >= phrase.length && phrase.every((word, i) => words[start - phrase.length + i] === word),
  );
  if (before) {
    const at = start - before.words.length;
    const clause = words.slice(Math.max(0, at - REACH), at);
    const denied = words[at - 1] !== 'no' && mayBeDenied.test(before.form) && clause.some((word) => negators.has(word));
    return { up: before.up, denied, form: before.form };
  }
  const behind = trailing.find(({ words: phrase }) => [0, 1, 2].some((gap) => phrase.every((word, i) => words[to + gap + i] === word)));
  return behind && { up: behind.up, denied: false, form: behind.form };
}

/** A number with its bound in the source and in the rewrite. */
interface BoundPair {
  readonly before: Bound | undefined;
  readonly after: Bound | undefined;
  readonly number: string;
}

function boundPairs(source: Reading, rewrite: Reading): BoundPair[] {
  const there = quantities(rewrite);
  return quantities(source).flatMap((quantity) => {
    const partner = there.find(
      ({ value, unit }) => Math.abs(value - quantity.value) < 1e-9 && unit?.form.toLowerCase() === quantity.unit?.form.toLowerCase(),
    );
    return partner ? [{ before: boundOf(source, quantity), after: boundOf(rewrite, partner), number: quantity.form }] : [];
  });
}

/** Finds bounds that turned: “less than six” must stay an upper bound on six. */
export const brokenBounds = (source: Reading, rewrite: Reading): Finding[] =>
  boundPairs(source, rewrite)
    .filter(({ before, after }) => before && after && before.up !== after.up && before.denied === after.denied)
    .map(({ before, after }) => found('bound', [before?.form ?? ''], [after?.form ?? '']));

/** Finds bounds on numbers, in words or digits, that came or went. */
export const lostBounds = (source: Reading, rewrite: Reading): Finding[] =>
  boundPairs(source, rewrite)
    .filter(({ before, after }) => (before === undefined) !== (after === undefined))
    .map(({ before, after, number }) =>
      found('bound', before ? [`${before.form} ${number}`] : [], after ? [`${after.form} ${number}`] : []),
    );
