import { type Finding, type FindingKind, found } from '../finding.ts';
import { kindExchanges, type NounRelation } from '../reading/kinds.ts';
import type { Reading } from '../reading/reading.ts';

/** Finds a thing that became another one of its kind: “the mat” → “the mattress”, “his arm” → “his leg”. */
export const otherThing = (source: Reading, rewrite: Reading): Finding[] => exchanged('contrast', 'other', source, rewrite);

/** Finds a thing that got a narrower name, which says more than the source: “a dog” → “a puppy”. */
export const narrowerThing = (source: Reading, rewrite: Reading): Finding[] => exchanged('contrast', 'special', source, rewrite);

/** Finds a thing that got a wider name, which says less: “her lorry” → “her vehicle”. */
export const widerThing = (source: Reading, rewrite: Reading): Finding[] => exchanged('detail', 'general', source, rewrite);

const exchanged = (kind: FindingKind, wanted: NounRelation, source: Reading, rewrite: Reading): Finding[] =>
  kindExchanges(source, rewrite).flatMap(({ lost, gained, relation }) => (relation === wanted ? [found(kind, [lost], [gained])] : []));
