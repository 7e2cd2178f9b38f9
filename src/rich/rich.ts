/** The kinds of lines, named as HTML names them; `li` lines carry their label in the text. */
export const blockKinds = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'quote'] as const;
export type Block = (typeof blockKinds)[number];

/** The kinds of marks, named likewise; from the outside in, as they are nested when they are written. */
export const markKinds = ['a', 'strong', 'em', 'u', 's', 'sup', 'sub', 'code'] as const;
export type MarkKind = (typeof markKinds)[number];

/** The addresses that links may lead to: of the web and of mail. */
export const safeLink = /^(?:https?:\/\/|mailto:)\S{1,2000}$/iu;

/** A stretch of the text by UTF-16 offsets, `start < end`; `href` where it is a link. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly kind: MarkKind;
  readonly href?: string;
}

/**
 * A text with its formatting. `text` is what a plain field shows: paragraphs stand apart by a blank line, list items carry
 * their labels (`• `, `2. `; two spaces in front for each level). One line break between two lines of the same paragraph or
 * quotation is a break inside it. `blocks` has an entry for each line of `text`. Marks of one kind do not overlap.
 */
export interface RichText {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly marks: readonly Mark[];
}

/** Tells whether there is more to a text than its lines say themselves. */
export function isFormatted({ text, blocks, marks }: RichText): boolean {
  return marks.length > 0 || /\n\n/u.test(text) || blocks.some((block) => block !== 'p');
}

/** Tells whether blocks and marks fit the text: what comes from a file may hold anything. */
export function isSound({ text, blocks, marks }: RichText): boolean {
  const fits = ({ start, end, kind, href }: Mark): boolean =>
    start >= 0 && start < end && end <= text.length && (kind === 'a') === (href !== undefined);
  return blocks.length === text.split('\n').length && marks.every(fits);
}
