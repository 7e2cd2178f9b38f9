/** The kinds of change that a rewrite can have. Names are for programs; the page and its languages find the words. */
export const findingKinds = [
  'number', 'number-word', 'unit', 'bound', 'comparison', 'negation', 'name', 'quote', 'url', 'markup', 'pronoun', 'role', 'swap',
  'contrast', 'question', 'mood', 'modality', 'tense', 'quantifier', 'detail', 'word', 'derivation', 'repetition', 'unfinished', 'length',
  'condition', 'emoji', 'replacement', 'unlikely',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/**
 * An observed change, as data and never as a sentence: `lost` words of the source that the rewrite lacks, `gained` words that it has
 * instead or besides.
 */
export interface Finding {
  readonly kind: FindingKind;
  readonly lost?: readonly string[];
  readonly gained?: readonly string[];
}

/** Makes a finding, each word once. */
export const found = (kind: FindingKind, lost: readonly string[] = [], gained: readonly string[] = []): Finding => ({
  kind, ...(lost.length > 0 && { lost: [...new Set(lost)] }), ...(gained.length > 0 && { gained: [...new Set(gained)] }),
});

export const sameFinding = (a: Finding, b: Finding): boolean =>
  a.kind === b.kind && String(a.lost ?? []) === String(b.lost ?? []) && String(a.gained ?? []) === String(b.gained ?? []);
