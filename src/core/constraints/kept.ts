import { OtherwiseError } from '../errors.ts';
import type { LabelledSpan } from '../text/offsets.ts';
import { wordTokens } from '../text/words.ts';

/** The reason that is given where a kept span is in no rewrite. */
export const lostReason = 'span lost';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * The kept spans of a sentence, which its rewrites contain letter for letter; offsets are UTF-16. Spans that touch or nest are found as one
 * stretch of whole words (`units`), and have the same places within it in a rewrite.
 */
export class KeptSpans {
  /** The stretches that are looked for, in the order of the sentence. */
  readonly units: readonly Stretch[];

  /** @param spans within the sentence, checked by `checkSpans` */
  constructor(private readonly sentence: string, readonly spans: readonly LabelledSpan[]) {
    this.units = unitsOf(sentence, spans);
  }

  /** The texts of the spans, in their order. */
  get texts(): string[] {
    return this.spans.map(({ start, end }) => this.sentence.slice(start, end));
  }

  /**
   * Gives the spans with their offsets in a rewrite, in their order; undefined where one is not there letter for letter.
   * @param places of the units in the rewrite
   */
  placesIn(rewrite: string, places: readonly Stretch[]): LabelledSpan[] | undefined {
    const moved = this.spans.map((span) => {
      const at = this.units.findIndex(({ start, end }) => start < span.end && span.start < end);
      const shift = (places[at]?.start ?? NaN) - (this.units[at]?.start ?? NaN);
      return { ...span, start: span.start + shift, end: span.end + shift };
    });
    return moved.every(({ start, end }, i) => rewrite.slice(start, end) === this.texts[i]) ? moved : undefined;
  }
}

/**
 * Checks spans of a text of `length` characters, in any unit of counting.
 * @throws OtherwiseError `bad-request` for a span that is empty or out of range, and for two that overlap without nesting
 */
export function checkSpans(spans: readonly LabelledSpan[], length: number): void {
  const wrong = spans.find(({ start, end }) => start < 0 || start >= end || end > length);
  if (wrong)
    throw new OtherwiseError(
      'bad-request', `keep: [${wrong.start}, ${wrong.end}] is no span of the text. Give 0 ≤ start < end ≤ ${length}.`,
    );
  // Spans that nest are open inside each other; the innermost open one must hold the next one whole.
  const open: LabelledSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    while ((open.at(-1)?.end ?? Infinity) <= span.start) open.pop();
    const outer = open.at(-1);
    if (outer && span.end > outer.end)
      throw new OtherwiseError(
        'bad-request', `keep: [${outer.start}, ${outer.end}] and [${span.start}, ${span.end}] overlap, and neither holds the other.`,
      );
    open.push(span);
  }
}

/** Extends spans to whole words, and joins those that touch or nest, without white space at the ends. */
function unitsOf(sentence: string, spans: readonly LabelledSpan[]): Stretch[] {
  const inside = new Set(
    wordTokens(sentence).flatMap(({ start, end }) => Array.from({ length: end - start - 1 }, (_, k) => start + k + 1)),
  );
  const merged: { start: number; end: number }[] = [];
  // Spans that touch stay together, white space at their ends or not.
  let reach = -1;
  for (const one of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    let { start, end } = one;
    while (inside.has(start)) start -= 1;
    while (inside.has(end)) end += 1;
    while (/\s/u.test(sentence.charAt(start))) start += 1;
    while (/\s/u.test(sentence.charAt(end - 1))) end -= 1;
    const last = merged.at(-1);
    const isTouching = Math.min(start, one.start) <= reach;
    reach = Math.max(reach, one.end, end);
    if (last && isTouching) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
