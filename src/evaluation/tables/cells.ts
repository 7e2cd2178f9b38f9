/** Parts of tables in Markdown. */

/** A number with so many digits after the point; `–` for none. */
export const plain = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));

export const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** The two lines above a table; the first `left` columns are texts, the others numbers. */
export const header = (names: readonly string[], left: number): string[] => [
  line(names),
  `|${names.map((_, at) => (at < left ? '---' : '---:')).join('|')}|`,
];

/** A name as a cell holds it. */
export const escaped = (name: string): string => name.replaceAll('|', '\\|');
