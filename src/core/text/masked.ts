import { PunctuationStyle, plainMarks } from './marks.ts';
import { markupSpans, type ProtectedSpan } from './markup.ts';
import { AlignedPlaces, type Place, type StandingMark } from './set-back.ts';
import { wordTokens } from './words.ts';

/** Names that replace what a model can't read: few texts have them, and no table of words. */
const NAMES = 'Linton Barlow Marlow Denton Selby Ashby Corbin Halden Tilbury Wexley Norwell Calder Brandt Hollis Kenway Lindley'.split(' ');
/** Numbers that replace counts: no amount that people often write in words or round. */
const NUMBERS = ['37', '43', '58', '61', '74', '86', '92', '47'];

/** A protected span, or several that touch or overlap; they are masked together. */
interface Item extends ProtectedSpan, StandingMark {
  /** The item as the text has it, with the white space that goes away with a mark. */
  readonly form: string;
  /** The text that the model reads for it; '' where it reads nothing. */
  readonly token: string;
  /** Its spans, each by its place in the given list, relative to its start. */
  readonly members: readonly { readonly index: number; readonly start: number; readonly end: number }[];
}

/** A rewrite as people read it. */
export interface Unmasked {
  readonly text: string;
  /** The place of each kept span in the rewrite, in the order of the request; UTF-16. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
}

/** The options of a mask; a sentence of its own needs none. */
export interface MaskOptions {
  /** The punctuation style of the whole text, where the sentence is part of a longer one. */
  readonly style?: PunctuationStyle;
  /** The spans that come back letter for letter besides markup; they may nest, touch or overlap. */
  readonly spans?: readonly ProtectedSpan[];
}

/**
 * Masks a sentence for the model, and leads back. `plain` is the sentence as a model reads it best: it has plain marks (`marks.ts`), names
 * and numbers instead of placeholders, addresses and the like, and no tags or emoji (`markup.ts`). `restore` turns a rewrite of `plain`
 * into one of the sentence: it has each protected span exactly once and in order (kept spans in any order), and the marks of the writer.
 *
 * To keep spans of your own letter for letter (`keep`), give them as `spans` with `as: 'seen'`, UTF-16 offsets in the sentence, and find
 * their places in `restore(…).places`.
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

  /** The markup that has to come back letter for letter, as the sentence has it; kept spans are not among it. */
  get forms(): string[] {
    return this.items.filter(({ as, members }) => as !== 'loose' && members.length === 0).map(({ form }) => form.trim());
  }

  /** The kept spans that a rewrite of `plain` has to contain, as the model reads them. */
  get asked(): string[] {
    return [...new Set(this.items.flatMap(({ token, members }) => (token === '' || members.length === 0 ? [] : [plainMarks(token)])))];
  }

  /** The words of `plain` that replace something, or have to come back as they are: no random ban may take them. */
  get kept(): string[] {
    return this.items.map(({ token }) => token).filter((token) => token !== '');
  }

  /** Tells whether there is anything to rewrite besides what is protected. */
  get hasWords(): boolean {
    const rest = this.items.reduce((text, { token }) => (token === '' ? text : text.replace(token, ' ')), this.masked);
    return /\p{L}/u.test(rest);
  }

  /** Gives a rewrite of `plain` in the writer's marks, with all that is protected; undefined where some of it is lost. */
  restore(rewrite: string): Unmasked | undefined {
    const { text, places } = this.placed(rewrite);
    return places.includes(undefined) ? undefined : assembled(text, this.items, places as Place[]);
  }

  /** Names the protected spans that a rewrite of `plain` has lost, doubled or put in another order, as the sentence has them. */
  lost(rewrite: string): string[] {
    const { places } = this.placed(rewrite);
    return this.items.flatMap(({ form }, i) => (places[i] === undefined ? [form.trim()] : []));
  }

  /** Gives a rewrite of the sentence, of any origin, as the model would have written it. */
  maskLike(rewrite: string): string {
    return plainMarks(mask(rewrite, [], this.items).masked);
  }

  /** Gives words of `plain` or of its rewrites as the sentence has them. */
  written(words: readonly string[]): string[] {
    return words.map((word) => this.items.filter(({ as }) => as === 'name' || as === 'number')
      .reduce((text, { token, form }) => text.replace(wholeWord(token), () => form), word));
  }

  /** Gives a constraint in plain marks, protected forms as the model reads them. */
  phrase(phrase: string): string {
    const known = this.items.find(({ form, token }) => token !== '' && form === phrase.trim());
    return known?.token ?? plainMarks(phrase);
  }

  /** Gives a rewrite in the writer's marks, and the place of each item in it; an item that is lost, or not in order, has no place. */
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

  /** Finds the n-th occurrence of an item's token; undefined where the text does not have it as often as there are such items. */
  private tokenPlace({ token }: Item, text: string, n: number): Place | undefined {
    const matches = [...text.matchAll(wholeWord(token))];
    const match = matches[n];
    const inSource = [...this.masked.matchAll(wholeWord(token))].length;
    return matches.length !== inSource || match === undefined ? undefined : { start: match.index, end: match.index + token.length };
  }
}

const wholeWord = (token: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${token.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');

const isRead = ({ as }: Pick<ProtectedSpan, 'as'>): boolean => as === 'name' || as === 'number' || as === 'seen';

interface Cluster extends ProtectedSpan {
  readonly members: Item['members'];
}

/** Joins the markup of a text and the kept spans where they touch or overlap. */
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

/** Says how the model reads two spans that touch: as it reads both, or as a name where it can't read one. */
const joint = (a: ProtectedSpan, b: ProtectedSpan): Sort => (a.as === 'seen' && b.as === 'seen' ? 'seen' : 'name');
type Sort = ProtectedSpan['as'];

/** Extends a cluster by the letters and digits that touch it: ${size}GB is one word. A possessive's 's is not part of it. */
function grown(text: string, cluster: Cluster): Cluster {
  if (cluster.as === 'seen') return cluster;
  const before = /[\p{L}\p{N}]*$/u.exec(text.slice(0, cluster.start))?.[0].length ?? 0;
  const after = /^[\p{L}\p{N}]*/u.exec(text.slice(cluster.end))?.[0].length ?? 0;
  const members = cluster.members.map(({ index, start, end }) => ({ index, start: start + before, end: end + before }));
  return { ...cluster, start: cluster.start - before, end: cluster.end + after, members };
}

/** Extends a mark that the model does not read by the white space before it; at the beginning, by that behind it. */
function trailing(text: string, cluster: Cluster, from: number): Cluster {
  if (cluster.as !== 'loose' && cluster.as !== 'beside') return cluster;
  const { start, end, members } = cluster;
  const before = /\s*$/u.exec(text.slice(from, start))?.[0].length ?? 0;
  const after = start === before ? (/^\s*/u.exec(text.slice(end))?.[0].length ?? 0) : 0;
  return { ...cluster, start: start - before, end: end + after, members };
}

/** Tells #tags and addresses behind the end of a sentence, which a model need not read. */
const aside = (text: string, { start, end }: Place): boolean => {
  const [left, right, form] = [text.slice(0, start), text.slice(end), text.slice(start, end)];
  const isBehind = /(?:[.!?…]["'”’)\]]*|\s#\S+)\s*$/u.test(left) && !/\p{L}/u.test(right.replace(/[#@]\S+|https?:\S+/gu, ''));
  return /^(?:#|https?:)/u.test(form) && isBehind;
};

/** Masks the markup of a text. @param known items of an earlier text: their forms are read the same way here, the first one first */
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

/** Gives pairs of marks around words in lower case. A label has a capital, and comes back as it is. */
function freePairs(items: readonly Item[], masked: string): ReadonlySet<Item> {
  const open: Item[] = [];
  return new Set(items.flatMap((item) => {
    if (item.as === 'opening') open.push(item);
    const partner = item.as === 'closing' ? open.pop() : undefined;
    return partner && /^[\p{Ll}\s,'’-]+$/u.test(masked.slice(partner.at, item.at)) ? [partner, item] : [];
  }));
}

/** Gives the pairs of marks that enclose the whole text: their places are its ends, whatever its words are. */
function wrapping(items: readonly Item[], masked: string): Item[] {
  const isBlank = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);
  const outside = (as: Sort, text: (item: Item) => string): Item[] => items.filter((item) => item.as === as && isBlank(text(item)));
  const [left, right] = [outside('opening', ({ at }) => masked.slice(0, at)), outside('closing', ({ at }) => masked.slice(at)).reverse()];
  const pairs = Math.min(left.length, right.length);
  const wraps = new Set([...left.slice(0, pairs), ...right.slice(0, pairs)]);
  const free = freePairs(items, masked);
  return items.map((item) => ({ ...item, wraps: wraps.has(item), isFree: free.has(item) }));
}

/** Gives the text with every item at its place. */
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
