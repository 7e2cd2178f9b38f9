import type { TextRange } from '../../sections.ts';
import type { SourcePlace } from '../../writer.ts';

/** Leads from a text to the file that it was read from, and back. Places are in the text's order. */
export class FilePlaces {
  readonly #places: readonly SourcePlace[];
  readonly #text: string;

  constructor(places: readonly SourcePlace[], text: string) {
    this.#places = places;
    this.#text = text;
  }

  /** Finds the place of a stretch's words in the file; undefined when it has none, or when one of them stands nowhere. */
  sourceOf({ start, end }: TextRange): TextRange | undefined {
    const words = [...this.#text.slice(start, end).matchAll(/\S+/gu)];
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const from = start + first.index;
    const to = start + last.index + last[0].length;
    const own = this.#places.filter((place) => place.start < to && place.start + place.length > from);
    const covered = own.reduce((sum, place) => sum + Math.min(to, place.start + place.length) - Math.max(from, place.start), 0);
    const letters = this.#text.slice(from, to).replace(/\s+/gu, '').length;
    const [head, tail] = [own[0], own.at(-1)];
    if (head === undefined || tail === undefined || covered < letters) return undefined;
    const range = {
      start: head.literal ? head.at + Math.max(0, from - head.start) : head.at,
      end: tail.literal ? tail.at + Math.min(tail.length, to - tail.start) : tail.at + tail.size,
    };
    return range.start < range.end ? range : undefined;
  }

  /** Finds the stretch of the text whose words stand in a stretch of the file; undefined when there are none. */
  textOf({ start, end }: TextRange): TextRange | undefined {
    const own = this.#places.filter(({ at, size }) => at < end && at + size > start);
    const [head, tail] = [own[0], own.at(-1)];
    if (head === undefined || tail === undefined) return undefined;
    return {
      start: head.literal ? head.start + Math.max(0, start - head.at) : head.start,
      end: tail.literal ? tail.start + Math.min(tail.length, end - tail.at) : tail.start + tail.length,
    };
  }
}
