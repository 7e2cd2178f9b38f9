/** Slow, obvious versions of the constraint machines: whole prefixes are looked at again at every step. */

/** Gives the ids that would complete a banned phrase after the prefix; anchored phrases count at the beginning only. */
export function naiveBlocked(
  phrases: readonly (readonly number[])[],
  anchored: readonly (readonly number[])[],
  prefix: readonly number[],
  vocabulary: number,
): number[] {
  return Array.from({ length: vocabulary }, (_, id) => id).filter((id) => {
    const text = [...prefix, id];
    const endsIn = (phrase: readonly number[]): boolean =>
      text.slice(-phrase.length).join() === phrase.join() && phrase.length <= text.length;
    return phrases.some(endsIn) || anchored.some((phrase) => phrase.join() === text.join());
  });
}

const sameStart = (a: readonly number[], b: readonly number[]): boolean => b.every((id, k) => a[k] === id);

/**
 * Counts the demands that a sequence meets, by the words of the definition: a list of demands still open, a list of those
 * completed and the pieces of the phrase under way.
 */
export function naiveRequire(
  phrases: readonly (readonly number[])[],
  ordered: boolean,
  sequence: readonly number[],
): { met: number; satisfied: boolean } {
  let open = phrases.map((phrase) => [...phrase]);
  let done: number[][] = [];
  let way: number[] = [];
  const candidates = (): number[][] => (ordered ? open.slice(0, 1) : open);
  const finish = (phrase: readonly number[]): void => {
    const index = open.findIndex((other) => other.join() === phrase.join());
    done = [...done, ...open.splice(index, 1)];
  };
  /** Breaks the phrase under way; its longest beginning that is an open demand stays. */
  const breakOff = (): void => {
    const prefixes = candidates()
      .filter((phrase) => phrase.length <= way.length && sameStart(way, phrase))
      .sort((a, b) => b.length - a.length);
    if (prefixes[0]) finish(prefixes[0]);
    way = [];
  };
  const goesOn = (id: number): boolean => candidates().some((phrase) => phrase.length > way.length && sameStart(phrase, [...way, id]));
  const growing = (): boolean => candidates().some((phrase) => phrase.length > way.length && sameStart(phrase, way));
  for (const id of sequence) {
    if (!goesOn(id)) breakOff();
    if (goesOn(id)) way.push(id);
    if (way.length > 0 && !growing()) breakOff();
  }
  const met = done.reduce((sum, phrase) => sum + phrase.length, 0) + way.length;
  breakOff();
  open = open.filter((phrase) => phrase.length > 0);
  return { met, satisfied: open.length === 0 };
}
