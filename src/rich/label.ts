/** The label of a list item as it stands in a plain text. */
export interface Label {
  /** Levels above it. */
  readonly depth: number;
  /** Its number; undefined for a bullet. */
  readonly number: number | undefined;
  /** Characters before the item's words. */
  readonly length: number;
}

const BULLET = '•';
const INDENT = '  ';
const label = /^(\s*)(?:[•*-]|(\d{1,3})[.)])[ \t]+(?=\S)/u;

/** Returns the label at the beginning of a line: a bullet, an asterisk, a hyphen, or a number with a stop or bracket; else undefined. */
export function labelOf(line: string): Label | undefined {
  const [whole, indent = '', digits] = label.exec(line) ?? [];
  if (whole === undefined) return undefined;
  const depth = Math.floor(indent.replaceAll('\t', INDENT).length / INDENT.length);
  return { depth, number: digits === undefined ? undefined : Number(digits), length: whole.length };
}

/** Writes a label so that `labelOf` reads it. A bullet and no hyphen: a line with one may as well go on with the sentence above. */
export function writeLabel(depth: number, number: number | undefined): string {
  return `${INDENT.repeat(depth)}${number === undefined ? BULLET : `${number}.`} `;
}
