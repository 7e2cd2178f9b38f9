/** A piece of HTML as it stands in a Markdown file. */
export type HtmlPiece =
  | { readonly kind: 'words' | 'reference' | 'tag'; readonly text: string; readonly index: number };

const VOID = /^(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/u;

/** Says what an element of HTML within a line is: a start tag, an end tag, or anything that stands alone. */
export function inlineTag(html: string): { readonly kind: 'start' | 'end' | 'alone'; readonly name: string } {
  const [, slash = '', tag = '', closed = ''] = /^<(\/?)([a-z][\w-]*)[^]*?(\/?)>$/iu.exec(html) ?? [];
  const name = tag.toLowerCase();
  if (name === '' || closed !== '' || VOID.test(name)) return { kind: 'alone', name };
  return { kind: slash === '' ? 'start' : 'end', name };
}

/** Parts the lines of a block of HTML into words, character references, and tags with comments, which may go over several lines. */
export class HtmlScanner {
  /** The end sign of the tag or comment that is open. */
  #end = '';

  /** Gives the pieces of one line, in their order; `index` is where in the line each begins. */
  piecesOf(line: string): HtmlPiece[] {
    const pieces: HtmlPiece[] = [];
    let at = 0;
    while (at < line.length) {
      const piece = this.#next(line, at);
      pieces.push(piece);
      at += piece.text.length;
    }
    return pieces;
  }

  #next(line: string, index: number): HtmlPiece {
    if (this.#end !== '') return this.#close(line, index);
    const rest = line.slice(index);
    if (/^<(?:!--|[a-z/!?])/iu.test(rest)) {
      this.#end = rest.startsWith('<!--') ? '-->' : '>';
      return this.#close(line, index);
    }
    const [reference] = /^&(?:#\d+|#x[\da-f]+|\w+);/iu.exec(rest) ?? [];
    if (reference !== undefined) return { kind: 'reference', text: reference, index };
    const [words = ''] = /^[^][^<&]*/u.exec(rest) ?? [];
    return { kind: 'words', text: words, index };
  }

  #close(line: string, index: number): HtmlPiece {
    const found = line.indexOf(this.#end, index);
    const end = found < 0 ? line.length : found + this.#end.length;
    if (found >= 0) this.#end = '';
    return { kind: 'tag', text: line.slice(index, end), index };
  }
}
