import { diffArrays } from 'diff';

/** A stretch of a line, by its characters, and what is to take its place: whole words on both sides, and at least one of them. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The most words in which two lines may differ: with more they count as having none in common. */
const MOST_WORDS = 1000;

/**
 * Says what is to be replaced in a line so that it becomes another one: as few words as possible.
 * @param apart whether the words between two characters are better left alone: those between two changes are replaced as well otherwise
 */
export function hunksOf(was: string, wanted: string, apart: (start: number, end: number) => boolean): Hunk[] {
  const [old, now] = [wordsOf(was), wordsOf(wanted)];
  return joined(changedSpans(old, now), old, apart).map((span) => hunk(span, old, now));
}

function changedSpans(old: readonly Word[], now: readonly Word[]): Span[] {
  const whole = { old: old.length, now: now.length };
  const changes = diffArrays(old.map(({ text }) => text), now.map(({ text }) => text), { maxEditLength: MOST_WORDS });
  if (changes === undefined) return [{ old: [0, whole.old], now: [0, whole.now] }];
  const spans: Span[] = [];
  let [i, j, fromI, fromJ] = [0, 0, 0, 0];
  const end = (): void => {
    if (i > fromI || j > fromJ) spans.push(worded({ old: [fromI, i], now: [fromJ, j] }, whole));
  };
  for (const { added, removed, count } of changes) {
    if (added || removed) {
      i += added ? 0 : count;
      j += removed ? 0 : count;
      continue;
    }
    end();
    [i, j] = [i + count, j + count];
    [fromI, fromJ] = [i, j];
  }
  end();
  return spans;
}

/** Words from one to another, in the old line and in the new one. */
interface Span {
  readonly old: readonly [number, number];
  readonly now: readonly [number, number];
}

const wordsOf = (line: string): Word[] =>
  [...line.matchAll(/\S+/gu)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));

/** Extends a change by a word where one side is empty: editors treat white space at the edges in ways of their own. */
function worded({ old: [a, b], now: [c, d] }: Span, whole: { readonly old: number; readonly now: number }): Span {
  if (a < b && c < d) return { old: [a, b], now: [c, d] };
  if (a > 0 && c > 0) return { old: [a - 1, b], now: [c - 1, d] };
  return { old: [a, Math.min(b + 1, whole.old)], now: [c, Math.min(d + 1, whole.now)] };
}

function joined(spans: readonly Span[], old: readonly Word[], apart: (start: number, end: number) => boolean): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    const [from, to] = [old[(last?.old[1] ?? 1) - 1]?.end ?? 0, old[span.old[0]]?.start ?? 0];
    const meets = last !== undefined && (span.old[0] <= last.old[1] || !apart(from, to));
    if (meets) result[result.length - 1] = { old: [last.old[0], span.old[1]], now: [last.now[0], span.now[1]] };
    else result.push(span);
  }
  return result;
}

function hunk({ old: [a, b], now: [c, d] }: Span, old: readonly Word[], now: readonly Word[]): Hunk {
  return { start: old[a]?.start ?? 0, end: old[b - 1]?.end ?? 0, text: now.slice(c, d).map(({ text }) => text).join(' ') };
}
