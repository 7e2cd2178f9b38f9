import { PunctuationStyle, plainMarks } from './marks.ts';
import { markupSpans, type ProtectedSpan } from './markup.ts';
import { AlignedPlaces, type Place, type StandingMark } from './set-back.ts';
import { wordTokens } from './words.ts';

/** Names that stand for what a model can't read: few texts have them, and no table of words. */
const NAMES = 'Linton Barlow Marlow Denton Selby Ashby Corbin Halden Tilbury Wexley Norwell Calder Brandt Hollis Kenway Lindley'.split(' ');
/** Numbers in the place of counts: no amount that people often write in words or round. */
const NUMBERS = ['37', '43', '58', '61', '74', '86', '92', '47'];

/** Protected spans that touch or overlap, as one; what is left of a single span has one member. */
interface Item extends ProtectedSpan, StandingMark {
  /** As it stands in the text, with the white space that goes away with a mark. */
  readonly form: string;
  /** What the model reads for it; '' for what it does not read. */
  readonly token: string;
  /** The spans it holds, each by its place in the list given, relative to its start. */
  readonly members: readonly { readonly index: number; readonly start: number; readonly end: number }[];
}

/** A rewrite as people read it. */
export interface Unmasked {
  readonly text: string;
  /** Where each of the spans stands in it that were asked for, in their order; UTF-16. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
}

export interface MaskOptions {
  /** How the whole text sets its marks, where the sentence is part of a longer one. */
  readonly style?: PunctuationStyle;
  /** What comes back letter for letter besides markup; spans may nest, touch or overlap. */
  readonly spans?: readonly ProtectedSpan[];
}

/**
 * A sentence as a model reads it best, and the way back: `plain` has plain marks (`marks.ts`), names and numbers in the place of
 * placeholders, addresses and the like, and no tags or emoji (`markup.ts`). `restore` makes of a rewrite of `plain` one of the sentence:
 * each protected span exactly once and in order (those that were asked for in any order), the marks as the writer sets them.
 *
 * Whoever wants spans of his own kept letter for letter (`keep`) gives them as `spans` with `as: 'seen'`, UTF-16 offsets in the
 * sentence, and finds where they came to stand in `restore(…).places`.
 */
export class Masked {
  readonly plain: string;
  private readonly items: readonly Item[];
  private readonly masked: string;
  private readonly style: PunctuationStyle;

  /** @param sentence clean text */
  constructor(readonly sentence: string, { style, spans = [] }: MaskOptions = {}) {
    this.style = style ?? new PunctuationStyle(sentence);
    const { items, masked } = mask(sentence, spans, []);
    [this.items, this.masked, this.plain] = [items, masked, plainMarks(masked)];
  }

  /** What of its markup has to come back letter for letter, as it stands in the sentence; what was asked for is not among it. */
  get forms(): string[] {
    return this.items.filter(({ as, members }) => as !== 'loose' && members.length === 0).map(({ form }) => form.trim());
  }

  /** What a rewrite of `plain` has to hold because it was asked for, as the model reads it. */
  get asked(): string[] {
    return [...new Set(this.items.flatMap(({ token, members }) => (token === '' || members.length === 0 ? [] : [plainMarks(token)])))];
  }

  /** Words of `plain` that stand for something, or have to come back as they are: no random ban may take them. */
  get kept(): string[] {
    return this.items.map(({ token }) => token).filter((token) => token !== '');
  }

  /** Tells whether anything but what is protected is there to be rewritten. */
  get hasWords(): boolean {
    const rest = this.items.reduce((text, { token }) => (token === '' ? text : text.replace(token, ' ')), this.masked);
    return /\p{L}/u.test(rest);
  }

  /** A rewrite of `plain` in the writer's marks, with all that is protected; undefined where something of it is lost. */
  restore(rewrite: string): Unmasked | undefined {
    const { text, places } = this.placed(rewrite);
    return places.includes(undefined) ? undefined : assembled(text, this.items, places as Place[]);
  }

  /** What of the protected spans a rewrite of `plain` has lost, doubled or put in another order, as it stands in the sentence. */
  lost(rewrite: string): string[] {
    const { places } = this.placed(rewrite);
    return this.items.flatMap(({ form }, i) => (places[i] === undefined ? [form.trim()] : []));
  }

  /** A rewrite of the sentence, of whatever origin, as the model would have written it. */
  maskLike(rewrite: string): string {
    return plainMarks(mask(rewrite, [], this.items).masked);
  }

  /** Words of `plain` or of its rewrites, those that stand for something as what they stand for. */
  written(words: readonly string[]): string[] {
    return words.map((word) => this.items.filter(({ as }) => as === 'name' || as === 'number')
      .reduce((text, { token, form }) => text.replace(wholeWord(token), () => form), word));
  }

  /** A constraint in plain marks, protected forms as the model reads them. */
  phrase(phrase: string): string {
    const known = this.items.find(({ form, token }) => token !== '' && form === phrase.trim());
    return known?.token ?? plainMarks(phrase);
  }

  /** A rewrite in the writer's marks, and where each item goes in it; one that is lost, or not in order, has no place. */
  private placed(rewrite: string): { readonly text: string; readonly places: readonly (Place | undefined)[] } {
    const text = this.style.restored(this.masked, rewrite);
    if (this.items.length === 0) return { text, places: [] };
    const alignment = new AlignedPlaces(this.masked, text);
    const seen = new Map<string, number>();
    let last = 0;
    const places = this.items.map((item, i, items): Place | undefined => {
      const count = seen.get(item.token) ?? 0;
      seen.set(item.token, count + 1);
      const place = item.token === '' ? alignment.placeOf(item) : this.tokenPlace(item, text, count);
      const isEmpty = item.as === 'closing' && items[i - 1]?.as === 'opening' && place?.start === last;
      const isFree = item.as === 'loose' || item.as === 'seen';
      if (place === undefined || isEmpty || (place.start < last && !isFree)) return undefined;
      if (item.as !== 'seen') last = Math.max(last, place.end);
      return place;
    });
    return { text, places };
  }

  /** The n-th of as many occurrences of what is read for an item as there are items read so. */
  private tokenPlace({ token }: Item, text: string, n: number): Place | undefined {
    const matches = [...text.matchAll(wholeWord(token))];
    const found = matches[n];
    const inSource = [...this.masked.matchAll(wholeWord(token))].length;
    return matches.length !== inSource || found === undefined ? undefined : { start: found.index, end: found.index + token.length };
  }
}

const wholeWord = (token: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${token.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');

const isRead = ({ as }: Pick<ProtectedSpan, 'as'>): boolean => as === 'name' || as === 'number' || as === 'seen';

interface Cluster extends ProtectedSpan {
  readonly members: Item['members'];
}

/** The markup of a text and the spans asked for, what touches or overlaps as one. */
function clusters(text: string, spans: readonly ProtectedSpan[]): Cluster[] {
  const all = [
    ...markupSpans(text).map((span) => ({ ...span, index: -1 })), ...spans.map((span, index) => ({ ...span, index })),
  ].toSorted((a, b) => a.start - b.start || b.end - a.end);
  const result: (ProtectedSpan & { members: { index: number; start: number; end: number }[] })[] = [];
  for (const { start, end, as, index } of all) {
    const last = result.at(-1);
    const joins = last && (start < last.end || (start === last.end && isRead(last) && isRead({ as })));
    const whole = joins ? { start: last.start, end: Math.max(last.end, end), as: joint(last, { start, end, as }) } : { start, end, as };
    const members = index < 0 ? [] : [{ index, start: start - whole.start, end: end - whole.start }];
    if (joins) result.splice(-1, 1, { ...whole, members: [...last.members, ...members] });
    else result.push({ ...whole, members });
  }
  return result.map((cluster) => (isRead(cluster) ? grown(text, cluster) : cluster));
}

/** How two spans that touch are met: as the outer one, unless one can't be read. */
const joint = (a: ProtectedSpan, b: ProtectedSpan): Sort => (a.as === 'seen' && b.as === 'seen' ? 'seen' : 'name');
type Sort = ProtectedSpan['as'];

/** With the letters and digits that hang on it: ${size}GB is one word. A possessive's 's is not part of it. */
function grown(text: string, cluster: Cluster): Cluster {
  if (cluster.as === 'seen') return cluster;
  const before = /[\p{L}\p{N}]*$/u.exec(text.slice(0, cluster.start))?.[0].length ?? 0;
  const after = /^[\p{L}\p{N}]*/u.exec(text.slice(cluster.end))?.[0].length ?? 0;
  const members = cluster.members.map(({ index, start, end }) => ({ index, start: start + before, end: end + before }));
  return { ...cluster, start: cluster.start - before, end: cluster.end + after, members };
}

/** What stands for itself and is not read takes the white space before it away; at the beginning, that behind it. */
function trailing(text: string, cluster: Cluster, from: number): Cluster {
  if (cluster.as !== 'loose' && cluster.as !== 'beside') return cluster;
  const { start, end, members } = cluster;
  const before = /\s*$/u.exec(text.slice(from, start))?.[0].length ?? 0;
  const after = start === before ? (/^\s*/u.exec(text.slice(end))?.[0].length ?? 0) : 0;
  return { ...cluster, start: start - before, end: end + after, members };
}

/** #tags and addresses behind the end of a sentence: a model need not read them. */
const aside = (text: string, { start, end }: Place): boolean => {
  const [left, right, form] = [text.slice(0, start), text.slice(end), text.slice(start, end)];
  const isBehind = /(?:[.!?…]["'”’)\]]*|\s#\S+)\s*$/u.test(left) && !/\p{L}/u.test(right.replace(/[#@]\S+|https?:\S+/gu, ''));
  return /^(?:#|https?:)/u.test(form) && isBehind;
};

/** A text with its markup masked. @param known what stood for which form: it is read so here, too, the first one first */
function mask(text: string, spans: readonly ProtectedSpan[], known: readonly Item[]): { items: Item[]; masked: string } {
  const words = new Set(wordTokens(text).map(({ text: word }) => word));
  const free = { name: NAMES.filter((name) => !words.has(name)), number: NUMBERS.filter((value) => !words.has(value)) };
  for (const sort of ['name', 'number'] as const) free[sort] = free[sort].filter((token) => !known.some((item) => item.token === token));
  const unused = [...known];
  const items: Item[] = [];
  let [masked, at] = ['', 0];
  for (const cluster of clusters(text, spans)) {
    const isAside = isRead(cluster) && aside(text, cluster);
    const { start, end, as, members } = trailing(text, isAside ? { ...cluster, as: 'loose' } : cluster, at);
    masked += text.slice(at, start);
    const form = text.slice(start, end);
    const before = unused.findIndex((item) => item.form === form && item.as === as);
    const [same] = before < 0 ? [] : unused.splice(before, 1);
    const token = as === 'name' || as === 'number' ? same?.token ?? free[as].shift() ?? form : as === 'seen' ? form : '';
    const parts = token === '' && /[\p{L}\p{N}]$/u.test(masked) && /^[\p{L}\p{N}]/u.test(text.slice(end));
    items.push({ start, end, as, form, token, at: masked.length, members, parts, wraps: false, isFree: false });
    masked += parts ? ' ' : token;
    at = end;
  }
  masked += text.slice(at);
  return { items: wrapping(items, masked), masked };
}

/** Marks of pairs around words in lower case: what is a label has a capital, and comes back as it is. */
function freePairs(items: readonly Item[], masked: string): ReadonlySet<Item> {
  const open: Item[] = [];
  return new Set(items.flatMap((item) => {
    if (item.as === 'opening') open.push(item);
    const partner = item.as === 'closing' ? open.pop() : undefined;
    return partner && /^[\p{Ll}\s,'’-]+$/u.test(masked.slice(partner.at, item.at)) ? [partner, item] : [];
  }));
}

/** Tells the pairs of marks that go round the whole text: their places are its ends, whatever stands there. */
function wrapping(items: readonly Item[], masked: string): Item[] {
  const isBlank = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);
  const outside = (as: Sort, text: (item: Item) => string): Item[] => items.filter((item) => item.as === as && isBlank(text(item)));
  const [left, right] = [outside('opening', ({ at }) => masked.slice(0, at)), outside('closing', ({ at }) => masked.slice(at)).reverse()];
  const pairs = Math.min(left.length, right.length);
  const wraps = new Set([...left.slice(0, pairs), ...right.slice(0, pairs)]);
  const free = freePairs(items, masked);
  return items.map((item) => ({ ...item, wraps: wraps.has(item), isFree: free.has(item) }));
}

/** The text with every item at its place. */
function assembled(text: string, items: readonly Item[], places: readonly Place[]): Unmasked {
  let [result, at] = ['', 0];
  const spans: Place[] = [];
  const ordered = items.map((item, i) => ({ item, place: places[i] as Place })).toSorted((a, b) => a.place.start - b.place.start);
  for (const { item, place: { start, end } } of ordered) {
    result += text.slice(at, Math.max(at, start));
    for (const member of item.members) spans[member.index] = { start: result.length + member.start, end: result.length + member.end };
    result += item.form;
    at = Math.max(at, end);
  }
  return { text: result + text.slice(at), places: spans };
}
