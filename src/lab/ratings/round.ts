import { beliefOf, matchQuality, varianceOf, type Belief } from './belief.ts';
import { ratedItems, type RatedItem, type RatingScores } from './items.ts';
import { PAGE_ITEMS, withControls, type RatingPage } from './sheet.ts';
import { Shuffler } from '../shuffle.ts';

interface Known extends RatedItem {
  readonly belief: Belief;
}

/**
 * Returns the pages of the next round of EASL (Sakaguchi & Van Durme 2018, §4): the items of the greatest variance, each with
 * others that match it, drawn with the match quality as their weight.
 *
 * Items stand beside others of their own sentence only, as in ParaBank §5. An item is shown once a round, and a round
 * has half as many full pages as all items would need, so that time goes where little is known; the authors leave that
 * number open. What no round has rated yet has the greatest variance of all. Copies of the source come in as in the first round.
 *
 * @param pages of all rounds so far
 * @param scores 0–100 or null, page by page
 * @param seed decides ties, draws and order
 * @returns nothing when there is nothing to rate
 */
export function nextRound(pages: readonly RatingPage[], scores: RatingScores, seed: number): RatingPage[] {
  const shuffler = new Shuffler(seed);
  const known = [...ratedItems(pages, scores).values()].flatMap((rated): Known[] =>
    rated.item.control ? [] : [{ ...rated, belief: beliefOf(rated.ratings) }],
  );
  const left = new Set(shuffler.shuffled(known).toSorted((a, b) => varianceOf(b.belief) - varianceOf(a.belief)));
  const round = Math.max(0, ...pages.map((page) => page.round)) + 1;
  const next: RatingPage[] = [];
  const most = Math.ceil(known.length / PAGE_ITEMS / 2);
  for (const head of left) {
    if (next.length === most) break;
    const others = [...left].filter((other) => other !== head && other.sentence === head.sentence);
    const shown = [head, ...drawn(head, others, shuffler)];
    for (const each of shown) left.delete(each);
    next.push({ round, sentence: head.sentence, source: head.source, items: shuffler.shuffled(shown).map(({ item }) => item) });
  }
  return withControls(next, shuffler);
}

/** Draws what stands beside an item: as many as a page takes, none twice. */
function drawn(head: Known, others: readonly Known[], shuffler: Shuffler): Known[] {
  const urn = others.map((other) => ({ other, weight: matchQuality(head.belief, other.belief) }));
  const result: Known[] = [];
  while (urn.length > 0 && result.length < PAGE_ITEMS - 1) {
    let point = shuffler.fraction() * urn.reduce((sum, { weight }) => sum + weight, 0);
    const at = urn.findIndex(({ weight }) => (point -= weight) < 0);
    const [taken] = urn.splice(at === -1 ? urn.length - 1 : at, 1);
    if (taken !== undefined) result.push(taken.other);
  }
  return result;
}
