import { compile } from 'micromark';
import { gfmHtml } from 'micromark-extension-gfm';
import type { CompileContext, Handle, HtmlExtension, Token } from 'micromark-util-types';
import { placedEnd, placedTag } from '../from-html.ts';
import type { Syntax } from './syntax.ts';
import { HtmlScanner } from './tags.ts';

/**
 * Writes parsed Markdown as HTML in which every word says where in the file it stands, for `fromPlacedHtml`. HTML of the file stays
 * as it is, the reader of HTML keeps what is harmless of it. Footnotes stand where the file has them, their calls are left out.
 */
export function placedHtml({ events, worded }: Syntax): string {
  const extensions = [gfmHtml(), footnotes, places(worded)];
  return compile({ allowDangerousHtml: true, allowDangerousProtocol: true, htmlExtensions: extensions })(events);
}

function places(worded: ReadonlySet<Token>): HtmlExtension {
  const begin: Handle = function begin(token) {
    if (worded.has(token)) this.raw(placedTag({ at: token.start.offset, size: token.end.offset - token.start.offset }));
  };
  const end: Handle = function end(token) {
    if (worded.has(token)) this.raw(placedEnd);
  };
  const words: Handle = function words(token) {
    writeWords(this, token, this.sliceSerialize(token));
  };
  /** @param value what the token says, where it is written otherwise */
  function writeWords(context: CompileContext, token: Token, written: string, value = written): void {
    const [at, size] = [token.start.offset, token.end.offset - token.start.offset];
    // A tab that was parted is shorter in the file than what it says.
    const isLiteral = value === written && written.length === size;
    if (worded.has(token)) context.raw(placedTag(isLiteral ? { at } : { at, size }) + context.encode(value) + placedEnd);
    else context.raw(context.encode(value));
  }
  let scanner = new HtmlScanner();
  return {
    enter: {
      characterEscape: begin,
      characterReference: begin,
      autolink: begin,
      literalAutolink: begin,
      htmlFlow() {
        scanner = new HtmlScanner();
        this.lineEndingIfNeeded();
        this.setData('ignoreEncode', true);
      },
    },
    exit: {
      characterEscape: end,
      characterReference: end,
      autolink: end,
      literalAutolink: end,
      data: words,
      codeTextData(token) {
        const written = this.sliceSerialize(token);
        const inTable = this.getData('tableAlign') !== undefined;
        writeWords(this, token, written, inTable ? written.replace(/\\([\\|])/gu, (pair, sign) => (sign === '|' ? '|' : pair)) : written);
      },
      codeFlowValue(token) {
        writeWords(this, token, this.sliceSerialize(token));
        this.setData('flowCodeSeenData', true);
      },
      htmlFlowData(token) {
        for (const { kind, text, index } of scanner.piecesOf(this.sliceSerialize(token))) {
          const at = token.start.offset + index;
          // White space between cells and rows of a table may stand in no element.
          if (kind === 'tag' || text.trim() === '') this.raw(text);
          else this.raw(placedTag(kind === 'words' ? { at } : { at, size: text.length }) + text + placedEnd);
        }
      },
    },
  };
}

const drop: Handle = function drop() {
  this.buffer();
};
const dropped: Handle = function dropped() {
  this.resume();
};
const footnotes: HtmlExtension = {
  enter: {
    gfmFootnoteDefinition() {
      this.getData('tightStack').push(false);
    },
    gfmFootnoteDefinitionLabelString: drop,
    gfmFootnoteCallString: drop,
  },
  exit: {
    gfmFootnoteDefinition() {
      this.getData('tightStack').pop();
      this.setData('slurpOneLineEnding', true);
    },
    gfmFootnoteDefinitionLabelString: dropped,
    gfmFootnoteCallString: dropped,
  },
};
