/** Work that stops after each of its pieces, and goes on when it is asked to. */
export type StepwiseWork<T> = Generator<undefined, T, undefined>;

/** Does all of it. @returns what comes of it. @throws what the work throws */
export function atOnce<T>(work: StepwiseWork<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The same with a pause after each piece, so that others have their turn. */
export async function inPieces<T>(work: StepwiseWork<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await pause();
  }
}

/** Words or entries of a table that are read in one piece: some milliseconds of work. */
const PIECE = 1000;

/** Tells after how many entries reading stops: `if (full()) yield;` after each. */
export function entryCounter(): () => boolean {
  let count = 0;
  return () => (count += 1) % PIECE === 0;
}
