import type { ConstraintSet } from '../../core/protocol.ts';
import { messages } from './messages/cards.ts';

/** Says what a set of constraints asks, in words. */
export function constraintText({ avoid, require, anchored = [] }: ConstraintSet): string {
  const text = messages.cards;
  const isOpening = avoid.length === 0 && anchored.length > 0;
  return [
    ...(isOpening ? [] : [text.setBans(avoid)]),
    ...(anchored.length > 0 ? [text.setOpening(anchored)] : []),
    ...(require.length > 0 ? [text.setRequires(require)] : []),
  ].join('; ');
}
