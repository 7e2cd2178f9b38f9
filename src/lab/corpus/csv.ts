import type { InputLine } from './lines.ts';

/** A record over several lines is no longer than so many UTF-16 units: a quote that nothing closes would swallow the rest of a file. */
const LONGEST = 100_000;

/** The cells of a record, and whether its last one is a quoted cell that goes on in the next line. */
interface CsvRecord {
  readonly cells: readonly string[];
  readonly open: boolean;
}

/**
 * Lines of a CSV (RFC 4180) as lines of cells with tabs between them, as a TSV has them: a record is one line, with the number of its
 * first one; white space inside a cell becomes one space. The separator is the one of comma, semicolon and tab that the first line has
 * most of. A quote inside an unquoted cell is a character like others; one that nothing closes ends with the file.
 */
export async function* tabbed(lines: AsyncIterable<InputLine> | Iterable<InputLine>): AsyncGenerator<InputLine> {
  let separator: string | undefined;
  let begun: { readonly number: number; readonly text: string } | undefined;
  const whole = (number: number, text: string): InputLine => {
    return { number, text: recordOf(text, separator ?? ',').cells.map(oneLine).join('\t') };
  };
  for await (const line of lines) {
    if (line.error !== undefined) {
      if (begun) yield whole(begun.number, begun.text);
      begun = undefined;
      yield line;
      continue;
    }
    const { number, text }: { readonly number: number; readonly text: string } = begun
      ? { number: begun.number, text: `${begun.text}\n${line.text}` }
      : line;
    separator ??= separatorOf(text);
    begun = recordOf(text, separator).open && text.length <= LONGEST ? { number, text } : undefined;
    if (begun === undefined) yield whole(number, text);
  }
  if (begun) yield whole(begun.number, begun.text);
}

function separatorOf(first: string): string {
  const count = (separator: string): number => recordOf(first, separator).cells.length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

function recordOf(text: string, separator: string): CsvRecord {
  const cells: string[] = [];
  for (let at = 0; ; at += 1) {
    const cell = text[at] === '"' ? quotedCell(text, at + 1) : plainCell(text, at, separator);
    if (cell.end < 0) return { cells: [...cells, cell.text], open: true };
    // What stands behind a closing quote belongs to the cell.
    const rest = plainCell(text, cell.end, separator);
    cells.push(cell.text + rest.text);
    at = rest.end;
    if (at >= text.length) return { cells, open: false };
  }
}

/** Reads a cell without quotes: from `at` to before the separator or the end. */
function plainCell(text: string, at: number, separator: string): { readonly text: string; readonly end: number } {
  const end = text.indexOf(separator, at);
  return end < 0 ? { text: text.slice(at), end: text.length } : { text: text.slice(at, end), end };
}

/** Reads a cell from behind its opening quote to behind the closing one; `end` is -1 where nothing closes it. Two quotes are one. */
function quotedCell(text: string, at: number): { readonly text: string; readonly end: number } {
  let inside = '';
  for (let from = at; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { text: inside + text.slice(from), end: -1 };
    inside += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { text: inside, end: quote + 1 };
    inside += '"';
    from = quote + 2;
  }
}

const oneLine = (cell: string): string => cell.replace(/\s+/gu, ' ').trim();
