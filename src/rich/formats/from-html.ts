import { safeLink, type Block, type MarkKind, type RichText } from '../rich.ts';
import { RichWriter, type Gap, type SourceOffset, type SourcePlace, type MarkStyle } from '../writer.ts';

/** The surroundings of an element. */
interface Context {
  readonly block: Block;
  readonly styles: readonly MarkStyle[];
  /** The number of lists around it. */
  readonly lists: number;
  readonly inItem: boolean;
  /** Tells whether line breaks of the source count. */
  readonly kept: boolean;
  /** The place of the element's words in the source that the HTML was made of. */
  readonly origin?: SourceOffset | undefined;
}

/** An element around words whose place in the source of the HTML is known: `data-at` and, where it is another one, `data-size`. */
const PLACED = 'x-placed';

/** Writes the start tag of the element around words that stand at `at` in the source; `size` as in `SourceOffset`. */
export function placedTag({ at, size }: SourceOffset): string {
  return `<${PLACED} data-at=${at}${size === undefined ? '' : ` data-size=${size}`}>`;
}
export const placedEnd = `</${PLACED}>`;

/**
 * The attribute that styles are read from: as `style` they would be applied, if only to be refused by the page's policy with a word on the
 * console for each.
 */
const STYLE = 'data-style';
const tagRule = /<[a-z][^>]*>/giu;
const styleRule = /\sstyle\s*=/giu;

/** Elements whose content is no text of the document. */
const dropped = new Set(
  (
    'head title script style template noscript iframe object embed svg math img picture video audio canvas map ' +
    'select textarea button input datalist dialog'
  ).split(' '),
);
/** Elements that stand on lines of their own, with a blank one around them or without. */
const gaps: Readonly<Record<string, Gap>> = {
  p: 2, h1: 2, h2: 2, h3: 2, h4: 2, h5: 2, h6: 2, blockquote: 2, ul: 2, ol: 2, pre: 2, table: 2, hr: 2, figure: 2, dl: 2,
  section: 2, article: 2, header: 2, footer: 2, main: 2, aside: 2, nav: 2,
  details: 2, fieldset: 2, form: 2, hgroup: 2, menu: 2, dir: 2, listing: 2, xmp: 2, plaintext: 2, search: 2,
  div: 1, tr: 1, address: 1, dt: 1, dd: 1, figcaption: 1, caption: 1, summary: 1, legend: 1, center: 1, optgroup: 1, option: 1,
};
/** Elements in a line whose words are apart from those around them, and such whose content is no text but takes room. */
const apart = new Set('label output meter progress select textarea button input'.split(' '));
const tags: Readonly<Record<string, MarkKind>> = {
  strong: 'strong', b: 'strong', em: 'em', i: 'em', cite: 'em', dfn: 'em', var: 'em', u: 'u', ins: 'u', s: 's', strike: 's', del: 's',
  sup: 'sup', sub: 'sub', code: 'code', kbd: 'code', samp: 'code', tt: 'code',
};
/** Styles that some editors write instead of tags, and below those that take a tag's meaning back; not those of a longer name. */
const styled: readonly (readonly [RegExp, MarkKind])[] = [
  [/(?<![\w-])font-weight:\s*(?:bold|[6-9]\d\d)/iu, 'strong'],
  [/(?<![\w-])font-style:\s*(?:italic|oblique)/iu, 'em'],
  [/text-decoration[^;]*underline/iu, 'u'],
  [/text-decoration[^;]*line-through/iu, 's'],
  [/(?<![\w-])vertical-align:\s*super/iu, 'sup'],
  [/(?<![\w-])vertical-align:\s*sub\b/iu, 'sub'],
];
const unstyled: readonly (readonly [RegExp, MarkKind])[] = [
  [/(?<![\w-])font-weight:\s*(?:normal|[1-5]\d\d)/iu, 'strong'],
  [/(?<![\w-])font-style:\s*normal/iu, 'em'],
];
const hidden = /(?<![\w-])display:\s*none|mso-hide:\s*all/iu;
/** The style of a list item from Word: it names the level; the label stands in an element that is to be left out. */
const wordItem = /mso-list:\s*\w+\s+level(\d)/iu;
const wordLabel = /mso-list:\s*ignore/iu;

/**
 * Says what a piece of foreign HTML (a page, a word processor's clipboard) says: its words, blocks and marks by a list of tags and
 * styles that are known; the words of other elements stay, scripts, styles and pictures are left out. It is parsed in a
 * document of its own, where nothing runs or loads. Links keep web and mail addresses only. Cells of a row are parted by tabs.
 */
export function fromHtml(html: string): RichText {
  return fromPlacedHtml(html).rich;
}

/** Returns the same of HTML that was made of another source, with the places of the words that stand in `placedTag` elements. */
export function fromPlacedHtml(html: string): { readonly rich: RichText; readonly places: readonly SourcePlace[] } {
  const writer = new RichWriter();
  const { body } = new DOMParser().parseFromString(html.replace(tagRule, (tag) => tag.replace(styleRule, ` ${STYLE}=`)), 'text/html');
  readChildren(body, { block: 'p', styles: [], lists: 0, inItem: false, kept: false }, writer);
  return { rich: writer.finish(), places: writer.places };
}

function readChildren(element: Element, context: Context, writer: RichWriter): void {
  for (const node of element.childNodes) {
    if (node instanceof Element) readElement(node, context, writer);
    else if (node.nodeType === Node.TEXT_NODE) readText(node.nodeValue ?? '', context, writer);
  }
}

function readText(text: string, { kept, styles, origin }: Context, writer: RichWriter): void {
  let at = origin?.at ?? 0;
  (kept ? text.split('\n') : [text]).forEach((line, index) => {
    if (index > 0) writer.breakLine();
    writer.words(line, styles, origin && { ...origin, at });
    at += line.length + 1;
  });
}

function originOf(element: Element): SourceOffset {
  const { at = '', size } = (element as HTMLElement).dataset;
  return { at: Number(at), size: size === undefined ? undefined : Number(size) };
}

function readElement(element: Element, context: Context, writer: RichWriter): void {
  const tag = element.localName;
  const style = element.getAttribute(STYLE) ?? '';
  if (apart.has(tag)) writer.words(' ', []);
  if (dropped.has(tag) || hidden.test(style) || wordLabel.test(style)) return;
  if (tag === 'br') writer.breakLine();
  else if (tag === 'li') readItem(element, context, writer);
  else if (tag === 'p' && wordItem.test(style)) readWordItem(element, context, writer);
  else if (Object.hasOwn(gaps, tag)) readBlock(element, context, writer);
  else if (tag === PLACED) readChildren(element, { ...context, origin: originOf(element) }, writer);
  else {
    if (tag === 'td' || tag === 'th') writer.nextCell();
    readChildren(element, { ...context, styles: stylesOf(element, context.styles) }, writer);
    if (apart.has(tag)) writer.words(' ', []);
  }
}

function readBlock(element: Element, context: Context, writer: RichWriter): void {
  const tag = element.localName;
  const isList = tag === 'ul' || tag === 'ol';
  const own = gaps[tag] ?? 1;
  const gap = context.inItem || (isList && context.lists > 0) ? 1 : own;
  const block = tag === 'blockquote' ? 'quote' : isHeading(tag) ? tag : context.block;
  writer.begin(block, gap);
  readChildren(element, { ...context, block, lists: context.lists + (isList ? 1 : 0), kept: context.kept || tag === 'pre' }, writer);
  writer.begin(context.block, gap);
}

function readItem(element: Element, context: Context, writer: RichWriter): void {
  writer.beginItem(Math.max(0, context.lists - 1), numberOf(element));
  readChildren(element, { ...context, block: 'p', inItem: true }, writer);
  writer.endItem();
  writer.begin(context.block, 1);
}

/** Gives the number of an item of an ordered list; undefined of another one. */
function numberOf(item: Element): number | undefined {
  const list = item.parentElement;
  if (list?.localName !== 'ol') return undefined;
  const first = Number.parseInt(list.getAttribute('start') ?? '1', 10);
  const before = [...list.children].filter(({ localName }) => localName === 'li').indexOf(item);
  return Math.min(999, Math.max(0, (Number.isNaN(first) ? 1 : first) + before));
}

function readWordItem(element: Element, context: Context, writer: RichWriter): void {
  const level = Number(wordItem.exec(element.getAttribute(STYLE) ?? '')?.[1] ?? 1);
  const label = [...element.querySelectorAll(`[${STYLE}]`)].find((inner) => wordLabel.test(inner.getAttribute(STYLE) ?? ''));
  const number = /^\s*(\d{1,3})[.)]/u.exec(label?.textContent ?? '')?.[1];
  writer.beginItem(Math.max(0, level - 1), number === undefined ? undefined : Number(number));
  readChildren(element, { ...context, block: 'p', inItem: true }, writer);
  writer.endItem();
  writer.begin(context.block, 1);
}

/** Gives the styles of what is inside an inline element: those around it, its tag's, and what its style attribute gives and takes. */
function stylesOf(element: Element, around: readonly MarkStyle[]): readonly MarkStyle[] {
  const style = element.getAttribute(STYLE) ?? '';
  const isLink = element.localName === 'a';
  const has = (rules: typeof styled): MarkKind[] => rules.flatMap(([rule, kind]) => (rule.test(style) ? [kind] : []));
  const tag = tags[element.localName];
  // A link's line below it is how links look.
  const given = [...(tag === undefined ? [] : [tag]), ...has(styled).filter((kind) => kind !== 'u' || !(isLink || element.closest('a')))];
  const taken = new Set(has(unstyled));
  const href = isLink ? (element.getAttribute('href') ?? '').trim() : '';
  return [
    ...around.filter(({ kind }) => !taken.has(kind) && !(isLink && kind === 'a')),
    ...given.filter((kind) => !taken.has(kind)).map((kind) => ({ kind })),
    ...(safeLink.test(href) ? [{ kind: 'a' as const, href }] : []),
  ];
}

function isHeading(tag: string): tag is 'h1' {
  return /^h[1-6]$/u.test(tag);
}
