/** Work that pauses after each of its pieces. */
export type StepwiseWork<T> = Generator<undefined, T, undefined>;

/** Does all of the work at once. @returns its result. @throws what the work throws */
export function atOnce<T>(work: StepwiseWork<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work with a pause after each piece, so that others have their turn. @throws what the work throws */
export async function inPieces<T>(work: StepwiseWork<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await pause();
  }
}

/** The words or entries of a table that are read in one piece: some milliseconds of work. */
const PIECE = 1000;

/** Counts entries, and tells when a piece is full: `if (full()) yield;` after each. */
export function entryCounter(): () => boolean {
  let count = 0;
  return () => (count += 1) % PIECE === 0;
}
