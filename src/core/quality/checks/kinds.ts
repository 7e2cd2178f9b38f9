import { type Finding, type FindingKind, found } from '../finding.ts';
import { kindExchanges, type NounRelation } from '../reading/kinds.ts';
import type { Reading } from '../reading/reading.ts';

/** “the mat” → “the mattress”, “his arm” → “his leg”: a thing became another one of its kind. */
export const otherThing = (source: Reading, rewrite: Reading): Finding[] => exchanged('contrast', 'other', source, rewrite);

/** “a dog” → “a puppy”: the name of a thing became a narrower one, which says more than the source. */
export const narrowerThing = (source: Reading, rewrite: Reading): Finding[] => exchanged('contrast', 'special', source, rewrite);

/** “her lorry” → “her vehicle”: the name of a thing became a wider one, which says less. */
export const widerThing = (source: Reading, rewrite: Reading): Finding[] => exchanged('detail', 'general', source, rewrite);

const exchanged = (kind: FindingKind, wanted: NounRelation, source: Reading, rewrite: Reading): Finding[] =>
  kindExchanges(source, rewrite).flatMap(({ lost, gained, relation }) => (relation === wanted ? [found(kind, [lost], [gained])] : []));
