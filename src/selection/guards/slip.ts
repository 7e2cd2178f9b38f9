/** What a rewrite got wrong. Names are for programs, the message is for people. */
export type SlipKind =
  | 'number' | 'number-word' | 'unit' | 'bound' | 'comparison' | 'negation' | 'name' | 'quote' | 'url' | 'pronoun' | 'role' | 'contrast'
  | 'question' | 'mood' | 'modality' | 'tense' | 'quantifier' | 'detail' | 'word' | 'repetition' | 'unfinished' | 'length';

export interface Slip {
  readonly kind: SlipKind;
  /** `drop`: the rewrite does not say the same; `flag`: it may be right, and the user should look. */
  readonly severity: 'drop' | 'flag';
  /** What changed, in words of the two texts, as the end of a sentence about the rewrite: changes “less” to “more”. */
  readonly message: string;
}

export const drop = (kind: SlipKind, message: string): Slip => ({ kind, severity: 'drop', message });
export const flag = (kind: SlipKind, message: string): Slip => ({ kind, severity: 'flag', message });

export const quoted = (words: string): string => `“${words}”`;

/** A message about what was lost and what came instead; at least one of the two lists is not empty. */
export function change(lost: readonly string[], gained: readonly string[]): string {
  const list = (words: readonly string[]): string => [...new Set(words)].map(quoted).join(' and ');
  if (lost.length === 0) return `adds ${list(gained)}`;
  if (gained.length === 0) return `leaves out ${list(lost)}`;
  return `changes ${list(lost)} to ${list(gained)}`;
}
