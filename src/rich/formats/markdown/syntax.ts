import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
// These extensions add names of tokens to the types of micromark.
import type {} from 'micromark-extension-gfm-autolink-literal';
import type {} from 'micromark-extension-gfm-footnote';
import type {} from 'micromark-extension-gfm-strikethrough';
import type {} from 'micromark-extension-gfm-table';
import type { Event, Token, TokenType } from 'micromark-util-types';
import type { TextRange } from '../../sections.ts';
import { inlineTag } from './tags.ts';

/** Signs around words: `outer` with them, `inner` without. A change that crosses its border takes in all of it. */
export interface Enclosure {
  readonly outer: TextRange;
  readonly inner: TextRange;
}

/** The parts of a Markdown file, by UTF-16 offsets. */
export interface Syntax {
  readonly events: Event[];
  /** Tokens that hold words of the text, and no address, title, label or description of a picture. */
  readonly worded: ReadonlySet<Token>;
  /** Emphasis, links, code within a line, pairs of tags. */
  readonly enclosures: readonly Enclosure[];
  /** Stretches that a line holds and does not show: pictures, calls of footnotes, single tags, comments. */
  readonly unseen: readonly TextRange[];
  /** Cells of tables: a change stays inside one. */
  readonly cells: readonly TextRange[];
  /** Code, in which signs mean nothing; of `fenced` code each line counts for itself. */
  readonly code: readonly TextRange[];
  /** Links that are named by their own words: `[words]` or `[words][]`. */
  readonly selfNamed: readonly TextRange[];
  /** HTML that is a block of its own. */
  readonly html: readonly TextRange[];
  /** The blocks of the file from top to bottom: paragraphs, lists, tables and the like, blank lines not among them. */
  readonly blocks: readonly TextRange[];
}

const worded = new Set<TokenType>([
  'data', 'characterEscape', 'characterReference', 'codeTextData', 'codeFlowValue', 'autolink', 'literalAutolink',
]);
/** Tokens whose words are not shown. */
const silent = new Set<TokenType>([
  'image', 'codeFencedFence', 'definition', 'resource', 'reference', 'gfmFootnoteCall', 'gfmFootnoteDefinitionLabel',
]);
const unseen = new Set<TokenType>(['image', 'gfmFootnoteCall']);
const cells = new Set<TokenType>(['tableData', 'tableHeader']);
const code = new Set<TokenType>(['codeFenced', 'codeIndented', 'codeText']);
/** Tokens with signs around the words, and the token of these words. */
const enclosed: Partial<Record<TokenType, readonly TokenType[]>> = {
  emphasis: ['emphasisText'], strong: ['strongText'], strikethrough: ['strikethroughText'], link: ['labelText'],
  codeText: ['codeTextData', 'lineEnding'],
};
const between = new Set<TokenType>(['lineEnding', 'lineEndingBlank', 'linePrefix', 'whitespace', 'chunkFlow']);

/** Parses Markdown as GitHub knows it (CommonMark with tables, footnotes, task lists, bare addresses, strike-through). */
export function parseMarkdown(source: string): Syntax {
  const extensions = [gfm()];
  const events = postprocess(parse({ extensions }).document().write(preprocess()(source, undefined, true)));
  const found = new Finder(source);
  for (const [what, token] of events) {
    if (what === 'enter') found.enter(token);
    else found.leave(token);
  }
  return { events, ...found.result() };
}

const rangeOf = ({ start, end }: Token): TextRange => ({ start: start.offset, end: end.offset });

class Finder {
  readonly #source: string;
  readonly #open: Token[] = [];
  readonly #worded = new Set<Token>();
  readonly #enclosures: Enclosure[] = [];
  readonly #inner = new Map<Token, TextRange>();
  readonly #lists = { unseen: [] as TextRange[], cells: [] as TextRange[], code: [] as TextRange[], selfNamed: [] as TextRange[],
    html: [] as TextRange[] };
  readonly #blocks: TextRange[] = [];
  /** Start tags of HTML in the open paragraph. */
  #tags: { readonly name: string; readonly at: TextRange }[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  enter(token: Token): void {
    const { type } = token;
    if (this.#open.length === 0 && !between.has(type)) this.#blocks.push(rangeOf(token));
    if (worded.has(type) && !this.#open.some((around) => silent.has(around.type) || worded.has(around.type))) this.#worded.add(token);
    if (type === 'paragraph' || cells.has(type)) this.#tags = [];
    this.#open.push(token);
  }

  leave(token: Token): void {
    const { type } = token;
    this.#open.pop();
    const range = rangeOf(token);
    const around = this.#open.at(-1);
    if (around !== undefined && enclosed[around.type]?.includes(type)) {
      this.#inner.set(around, { start: this.#inner.get(around)?.start ?? range.start, end: range.end });
    }
    // A link's words stand in its label.
    if (type === 'label' && around?.type === 'link') this.#inner.set(around, this.#inner.get(token) ?? range);
    if (type === 'labelText' && around?.type === 'label') this.#inner.set(around, range);
    if (type in enclosed) this.#enclose(token, range);
    if (unseen.has(type)) this.#lists.unseen.push(range);
    if (cells.has(type)) this.#lists.cells.push(range);
    if (code.has(type)) this.#lists.code.push(range);
    if (type === 'htmlText') this.#tag(range);
    if (type === 'htmlFlow') this.#lists.html.push(range);
  }

  result(): Omit<Syntax, 'events'> {
    return { worded: this.#worded, enclosures: this.#enclosures, blocks: this.#blocks, ...this.#lists };
  }

  #enclose(token: Token, outer: TextRange): void {
    const inner = this.#inner.get(token);
    if (inner === undefined) return;
    this.#enclosures.push({ outer, inner });
    if (token.type === 'link' && /^\](?:\[\])?$/u.test(this.#source.slice(inner.end, outer.end))) this.#lists.selfNamed.push(outer);
  }

  #tag(at: TextRange): void {
    const tag = inlineTag(this.#source.slice(at.start, at.end));
    if (tag.kind === 'start') this.#tags.push({ name: tag.name, at });
    const opened = tag.kind === 'end' ? this.#tags.findLastIndex(({ name }) => name === tag.name) : -1;
    const start = this.#tags[opened]?.at;
    if (start === undefined) {
      if (tag.kind !== 'start') this.#lists.unseen.push(at);
      return;
    }
    this.#tags.length = opened;
    this.#enclosures.push({ outer: { start: start.start, end: at.end }, inner: { start: start.end, end: at.start } });
  }
}
