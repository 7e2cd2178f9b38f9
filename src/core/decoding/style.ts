/** What is done to a sentence: `human` whatever people do, `machine` what translations do, `edit` small changes, the others as they say. */
export const kinds = ['human', 'machine', 'edit', 'restructured', 'plainer', 'bold'] as const;
export type Kind = (typeof kinds)[number];

export const lengths = ['shorter', 'alike', 'longer'] as const;
/** Characters of a rewrite against its source's: below 0.85, about as many, above 1.15. */
export type Length = (typeof lengths)[number];

/** How a rewrite is asked to be; the model has a control tag for each wish (models/recipe/common/packing.py). */
export interface Style {
  /** 0 nearly the same words … 4 hardly a common word. */
  readonly distance: number;
  /** `human` where it is not said, and where the model does not know the kind. */
  readonly kind?: Kind;
  /** `alike` where it is not said. */
  readonly length?: Length;
}
