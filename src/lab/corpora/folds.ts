import { OtherwiseError } from '../../core/errors.ts';

/**
 * Says which tenth of a corpus each value falls in, 1 (lowest values) to 10 (highest), as ParaNMT-50M §5.4 cuts its corpus
 * into ten folds of one size by a filter's score. Equal values keep their order; where the number does not divide, the
 * first tenths are one larger. An undefined value is in no tenth.
 */
export function tenths(values: readonly (number | undefined)[]): (number | undefined)[] {
  const defined = values
    .flatMap((value, place) => (value === undefined ? [] : [{ value, place }]))
    .sort((a, b) => a.value - b.value || a.place - b.place);
  const [size, larger] = [Math.floor(defined.length / 10), defined.length % 10];
  const result = new Array<number | undefined>(values.length).fill(undefined);
  let next = 0;
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const end = next + size + (tenth <= larger ? 1 : 0);
    for (const { place } of defined.slice(next, end)) result[place] = tenth;
    next = end;
  }
  return result;
}

/** A half-open range: above `above`, at most `most`. */
export interface FoldRange {
  readonly above: number;
  readonly most: number;
}

/** The ranges of the paraphrase score in ParaNMT-50M's Table 3; its lowest one starts at −0.1, here nothing lies below the first. */
export const paraphraseRanges: readonly FoldRange[] = [
  { above: -Infinity, most: 0.2 },
  { above: 0.2, most: 0.4 },
  { above: 0.4, most: 0.6 },
  { above: 0.6, most: 0.8 },
  { above: 0.8, most: Infinity },
];

export const isWithin = (value: number, { above, most }: FoldRange): boolean => value > above && value <= most;

/** Reads a list of tenths such as `9,10` or `2-5`. @throws OtherwiseError `bad-flag` for anything else */
export function parseTenths(text: string): ReadonlySet<number> {
  const chosen = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,2})(?:-(\d{1,2}))?\s*$/u.exec(part);
    const [first, last] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    if (!match || first < 1 || last > 10 || first > last)
      throw new OtherwiseError('bad-flag', `Tenths are numbers from 1 to 10 such as 9,10 or 2-5, not '${text}'.`);
    for (let tenth = first; tenth <= last; tenth += 1) chosen.add(tenth);
  }
  return chosen;
}
