import type { Form } from './side.ts';

/** The difference of the log-probabilities of the two exports, nats. */
export interface Agreement {
  readonly place: string;
  readonly form: Form;
  readonly mean: number;
  readonly most: number;
}

/**
 * Most that they may differ in the mean, nats. With float activations nothing but the order of sums is another; 8-bit activations turn a
 * last bit into a step of a 127th, layer by layer, as they do between two of our own passes.
 */
export const TOLERANCE: Readonly<Record<Form, number>> = { blocks: 0.001, int8: 0.1 };

/** @throws Error when the exports don't compute the same: then a comparison says nothing */
export function requireAgreement({ form, mean, most }: Agreement): void {
  if (mean <= TOLERANCE[form]) return;
  throw new Error(
    `The two exports don't compute the same (${form}): log-probabilities differ by ${mean} nats in the mean (${most} at most), ` +
      `${TOLERANCE[form]} are allowed. Make the export again: python models/recipe/main.py hub-export`,
  );
}
