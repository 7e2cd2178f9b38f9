/** Where rewrites stand from close to bold, nearest first. */
export const standings = ['close', 'between', 'bold'] as const;
export type Standing = (typeof standings)[number];

/** Shares of other words (1 − ∩/∪) from which on a rewrite is no longer close, and from which on it is bold. */
const [BETWEEN, BOLD] = [0.3, 0.5];

/** Where a rewrite of a word distance from 0 to 1 stands. */
export const standingOf = (distance: number): Standing => (distance < BETWEEN ? 'close' : distance < BOLD ? 'between' : 'bold');
