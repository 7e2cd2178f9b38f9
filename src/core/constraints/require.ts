import { OrderedRequire } from './require-ordered.ts';
import type { RequireMachine } from './require-machine.ts';
import { UnorderedRequire } from './require-unordered.ts';

export type { RequireMachine };

/**
 * Makes the machine of a list of required phrases. Unordered: a trie with counts (a phrase named twice must come twice). Ordered: one after
 * the other.
 * @throws OtherwiseError `bad-request` for an empty phrase
 */
export function requireMachine(phrases: readonly (readonly number[])[], ordered = false): RequireMachine<unknown> {
  return ordered ? new OrderedRequire(phrases) : new UnorderedRequire(phrases);
}
