/** What the user may want of the rewrites beyond their being good; `serveAim` says what each asks. */
export const aims = ['any', 'plainer', 'shorter', 'longer', 'formal', 'friendly', 'active', 'structure'] as const;
export type Aim = (typeof aims)[number];
