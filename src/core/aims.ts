/** The qualities that a user may ask of rewrites besides being good. `serveAim` says what each of them means. */
export const aims = ['any', 'plainer', 'shorter', 'longer', 'formal', 'friendly', 'active', 'structure'] as const;
export type Aim = (typeof aims)[number];

/** The aims of a request: those above, and `clean`, which corrects slips and draws no rewrites. */
export const allAims = [...aims, 'clean'] as const;
export type AnyAim = (typeof allAims)[number];
