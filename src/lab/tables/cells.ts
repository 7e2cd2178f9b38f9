/** Parts of tables, in Markdown but for the last. */

/** Returns a number with so many digits after the point; `–` for none. */
export const plain = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));

export const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** Returns the two lines above a table; the first `left` columns are texts, the others numbers. */
export const header = (names: readonly string[], left: number): string[] => [
  line(names),
  `|${names.map((_, at) => (at < left ? '---' : '---:')).join('|')}|`,
];

/** Returns a name as a cell holds it. */
export const escaped = (name: string): string => name.replaceAll('|', '\\|');

/** Returns rows with fields parted by tabs; nothing in a field ends it or the line, and null is an empty one. */
export const tsvTable = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => row.map((value) => (value === null ? '' : String(value).replace(/\s+/gu, ' ').trim())).join('\t')).join('\n') + '\n';
