import type { Rewrite } from '../../../core/protocol.ts';
import { foldWord, wordTokens } from '../../../core/text/words.ts';
import { compare } from '../rewrites/changes.ts';
import { verdictOf } from '../rewrites/verdict.ts';
import type { Offer } from './review.ts';

/** The verdicts that were computed before; one belongs to one sentence. */
const said = new WeakMap<Rewrite, boolean>();

/** The most quality estimate that is given up for a different opening word. */
const ALIKE = 0.05;
const article = /^(?:the|an?)$/u;

/** Gives the opening of a sentence: its first word, and the next one behind an article. */
function openingOf(text: string): string {
  const [first = '', second = ''] = wordTokens(text).slice(0, 2).map((token) => foldWord(token.text));
  return article.test(first) ? `${first} ${second}` : first;
}

/**
 * Chooses for each sentence, by its index, the first offered rewrite whose verdict is that it keeps the meaning. If two neighbours in a
 * paragraph would begin with the same word, one of them takes another rewrite that keeps the meaning, has a similar quality estimate and
 * begins otherwise, if there is one and the user did not turn to the first. The indices are in the order of the text.
 *
 * @param offers of all sentences, in their order
 * @param asked the sentences that are meant, as they were written; all if undefined
 */
export function keeping(offers: readonly Offer[], asked?: ReadonlySet<string>): Map<number, string> {
  const isMeant = ({ standing, before }: Offer): boolean => standing === 'offered' && asked?.has(before) !== false;
  const chosen = offers.map((offer) => (isMeant(offer) ? offer.offers.find((one) => keepsMeaning(offer.before, one)) : undefined));
  const openings = new Map<string, string>();
  const opens = (at: number): string => {
    const text = chosen[at]?.text ?? offers[at]?.after ?? '';
    const opening = openings.get(text) ?? openingOf(text);
    openings.set(text, opening);
    return opening;
  };
  const meet = (at: number): boolean =>
    (chosen[at] ?? chosen[at - 1]) !== undefined && at > 0 && offers[at]?.paragraph === false && opens(at) === opens(at - 1);
  const vary = (at: number): void => {
    const [offer, first] = [offers[at], chosen[at]];
    if (!offer || !first || offer.turned) return;
    const others = offer.offers.filter((one) => one !== first && (one.right ?? 0) >= (first.right ?? 0) - ALIKE);
    for (const other of others) {
      chosen[at] = other;
      if (!meet(at) && !meet(at + 1) && keepsMeaning(offer.before, other)) return;
    }
    chosen[at] = first;
  };
  for (const at of offers.keys()) {
    if (!meet(at)) continue;
    vary(at);
    if (meet(at)) vary(at - 1);
  }
  return new Map(offers.flatMap(({ index }, at) => (chosen[at] ? [[index, chosen[at].text] as const] : [])));
}

function keepsMeaning(source: string, rewrite: Rewrite): boolean {
  const keeps = said.get(rewrite) ?? verdictOf(rewrite, compare(source, rewrite.text)).word === 'same';
  said.set(rewrite, keeps);
  return keeps;
}
