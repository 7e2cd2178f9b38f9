import type { Rewrite } from '../../../core/protocol.ts';
import { compare } from '../rewrites/changes.ts';
import { verdictOf } from '../rewrites/verdict.ts';
import type { Offer } from './review.ts';

/** The verdicts that were computed before; one belongs to one sentence. */
const said = new WeakMap<Rewrite, boolean>();

/**
 * Chooses the rewrites on offer that are called the same in meaning, one for each sentence, by its index in the order of the text: the one
 * that is offered first, where it is one of them, else the next of them.
 */
export function keeping(offers: readonly Offer[]): Map<number, string> {
  const kept = new Map<number, string>();
  for (const { index, standing, before, offers: rewrites } of offers) {
    const rewrite = standing === 'offered' ? rewrites.find((one) => keepsMeaning(before, one)) : undefined;
    if (rewrite !== undefined) kept.set(index, rewrite.text);
  }
  return kept;
}

function keepsMeaning(source: string, rewrite: Rewrite): boolean {
  const keeps = said.get(rewrite) ?? verdictOf(rewrite, compare(source, rewrite.text)).word === 'same';
  said.set(rewrite, keeps);
  return keeps;
}
