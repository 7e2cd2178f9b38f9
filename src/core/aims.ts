/** What the user may want of the rewrites beyond their being good; `serveAim` says what each asks. */
export const aims = ['any', 'plainer', 'shorter', 'longer', 'formal', 'friendly', 'active', 'structure'] as const;
export type Aim = (typeof aims)[number];

/** All that a request may ask for: the aims, and `clean`, which corrects slips and draws no rewrites. */
export const allAims = [...aims, 'clean'] as const;
export type AnyAim = (typeof allAims)[number];
