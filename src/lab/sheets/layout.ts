import { OtherwiseError } from '../../core/errors.ts';
import { plainWords } from '../../core/text/words.ts';
import { ratingSheet, type RatingGroup } from '../ratings/sheet.ts';
import { Shuffler } from '../shuffle.ts';
import { groupsOf } from './groups.ts';
import type { SheetControl, SheetKind } from './kinds.ts';
import type { SheetItem, SheetPair } from './pair.ts';

/** The plan of a sheet: its kind and how its pairs are chosen. */
export interface SheetPlan {
  readonly kind: SheetKind;
  readonly seed: number;
  /** Pairs of each range or system at most; for `parabank` sentences at most. */
  readonly per: number;
  /** Known paraphrases for positive controls; without them a text stands beside itself. */
  readonly positives?: readonly SheetPair[];
}

/** Pairs on a page besides its two controls. */
const PAGE_PAIRS = 8;

/**
 * Returns the items of a sheet in the order in which they are shown; the seed alone decides draws and order, so that nobody sees what made
 * a pair. The same two texts of several systems are one item. `parabank` has pages of five rewrites of one sentence, with an identical copy
 * on every other page (`ratingSheet`); the others have pages of eight pairs with a positive and a negative control among them.
 * @throws OtherwiseError `bad-request` where there is nothing to judge, or no two pairs that a negative control could be made of
 */
export function judgingSheet(pairs: readonly SheetPair[], plan: SheetPlan): SheetItem[] {
  const distinct = distinctPairs(pairs);
  const items = plan.kind === 'parabank' ? rewritePages(distinct, plan) : pairPages(distinct, plan);
  if (items.length === 0) throw new OtherwiseError('bad-request', 'There is nothing to judge: no two texts that differ, in any range.');
  return items;
}

function distinctPairs(pairs: readonly SheetPair[]): SheetPair[] {
  const byTexts = new Map<string, SheetPair>();
  for (const pair of pairs) {
    const { source, candidate, systems } = pair;
    if (plainWords(source).join(' ') === plainWords(candidate).join(' ')) continue;
    const key = JSON.stringify([source, candidate]);
    const known = byTexts.get(key);
    byTexts.set(key, known ? { ...known, systems: [...new Set([...known.systems, ...systems])] } : pair);
  }
  return [...byTexts.values()];
}

function rewritePages(pairs: readonly SheetPair[], { seed, per }: SheetPlan): SheetItem[] {
  const bySource = new Map<string, SheetPair[]>();
  for (const pair of pairs) bySource.set(pair.source, [...(bySource.get(pair.source) ?? []), pair]);
  const groups = Array.from(bySource, ([source, some], sentence): RatingGroup => ({
    sentence, source, candidates: some.map(({ candidate }) => ({ text: candidate, origins: [], predicted: null })),
  }));
  const found = new Map(pairs.map((pair) => [JSON.stringify([pair.source, pair.candidate]), pair]));
  let item = 0;
  return ratingSheet(groups, per, seed).flatMap(({ source, items }, at) => items.map(({ text, control }): SheetItem => {
    const pair = control ? undefined : found.get(JSON.stringify([source, text]));
    return {
      source, candidate: text, systems: [], ...pair, group: '', page: at + 1, item: (item += 1), ...(control && { control: 'copy' }),
    };
  }));
}

type Drawn = Omit<SheetItem, 'page' | 'item'>;

function pairPages(pairs: readonly SheetPair[], { kind, seed, per, positives = [] }: SheetPlan): SheetItem[] {
  const shuffler = new Shuffler(seed);
  const drawn = shuffler.shuffled([...groupsOf(kind, pairs)].flatMap(([group, some]): Drawn[] =>
    shuffler.shuffled(some).slice(0, per).map((pair) => ({ ...pair, group }))));
  const known = shuffler.shuffled(positives);
  const pages = Array.from({ length: Math.ceil(drawn.length / PAGE_PAIRS) }, (_, at) => {
    const own = drawn.slice(at * PAGE_PAIRS, (at + 1) * PAGE_PAIRS);
    const first = own[0] as Drawn;
    const positive = known.length > 0 ? asControl(known[at % known.length] as SheetPair, 'positive') : copyOf(first);
    return shuffler.shuffled([...own, positive, negativeOf(first, pairs, shuffler)]);
  });
  let item = 0;
  return pages.flatMap((page, at) => page.map((one): SheetItem => ({ ...one, page: at + 1, item: (item += 1) })));
}

const asControl = ({ source, candidate, contexts }: SheetPair, control: SheetControl): Drawn =>
  ({ source, candidate, systems: [], group: '', control, ...(contexts && { contexts }) });

const copyOf = ({ source, contexts }: SheetPair): Drawn =>
  asControl({ source, candidate: source, systems: [], contexts: contexts && [contexts[0], contexts[0]] }, 'copy');

/** The source of one pair beside the candidate of another that shares as few words with it as any of some. */
function negativeOf(pair: SheetPair, pairs: readonly SheetPair[], shuffler: Shuffler): Drawn {
  const own = new Set(plainWords(`${pair.source} ${pair.candidate}`));
  const others = Array.from({ length: 20 }, () => pairs[shuffler.below(pairs.length)] as SheetPair)
    .concat(pairs.slice(0, 20)).filter(({ source }) => source !== pair.source);
  const shared = ({ candidate }: SheetPair): number => plainWords(candidate).filter((word) => own.has(word)).length;
  const [other] = others.toSorted((a, b) => shared(a) - shared(b));
  if (other === undefined) throw new OtherwiseError('bad-request', 'A negative control needs pairs with different first texts.');
  const contexts = pair.contexts && other.contexts ? [pair.contexts[0], other.contexts[1]] as const : undefined;
  return asControl({ source: pair.source, candidate: other.candidate, systems: [], contexts }, 'negative');
}
