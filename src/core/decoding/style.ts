/** The kinds of rewriting: `human` as people do it, `machine` as translations do it, `edit` with small changes, the others as they say. */
export const kinds = ['human', 'machine', 'edit', 'restructured', 'plainer', 'bold'] as const;
export type Kind = (typeof kinds)[number];

export const lengths = ['shorter', 'alike', 'longer'] as const;
/** The characters of a rewrite against its source's: below 0.85, about as many, above 1.15. */
export type Length = (typeof lengths)[number];

/** The style that is asked of a rewrite; the model has a control tag for each value (models/recipe/common/packing.py). */
export interface Style {
  /** The distance from the source, from 0 (nearly the same words) to 4 (hardly a common word). */
  readonly distance: number;
  /** The kind; `human` where it is left out, and where the model does not know the kind. */
  readonly kind?: Kind;
  /** The length; `alike` where it is left out. */
  readonly length?: Length;
}
