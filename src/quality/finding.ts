/** What a rewrite changed, lost or gained. Names are for programs; the page and its languages find the words. */
export const findingKinds = [
  'number', 'number-word', 'unit', 'bound', 'comparison', 'negation', 'name', 'quote', 'url', 'pronoun', 'role', 'contrast',
  'question', 'mood', 'modality', 'tense', 'quantifier', 'detail', 'word', 'derivation', 'repetition', 'unfinished', 'length',
  'unlikely',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Data, never a sentence: `lost` words of the source that the rewrite lacks, `gained` words that it has instead or besides. */
export interface Finding {
  readonly kind: FindingKind;
  readonly lost?: readonly string[];
  readonly gained?: readonly string[];
}

/** A finding of a rule. `drop`: the rewrite does not say the same; `flag`: it may be right, and the user should look. */
export interface Slip extends Finding {
  readonly severity: 'drop' | 'flag';
}

type Words = readonly string[];

const found = (severity: Slip['severity'], kind: FindingKind, lost: Words, gained: Words): Slip => ({
  kind, severity, ...(lost.length > 0 && { lost: [...new Set(lost)] }), ...(gained.length > 0 && { gained: [...new Set(gained)] }),
});
export const drop = (kind: FindingKind, lost: Words = [], gained: Words = []): Slip => found('drop', kind, lost, gained);
export const flag = (kind: FindingKind, lost: Words = [], gained: Words = []): Slip => found('flag', kind, lost, gained);

/** A finding as it leaves the pipeline. */
export const asFinding = ({ kind, lost, gained }: Finding): Finding => ({ kind, ...(lost && { lost }), ...(gained && { gained }) });

/** Whether two findings say the same. */
export const sameFinding = (a: Finding, b: Finding): boolean =>
  a.kind === b.kind && String(a.lost ?? []) === String(b.lost ?? []) && String(a.gained ?? []) === String(b.gained ?? []);
