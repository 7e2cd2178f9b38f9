import { OtherwiseError } from '../../core/errors.ts';
import { cleanText } from '../../core/text/clean.ts';
import { parseObject } from '../../core/text/json-object.ts';

/** A reference with what other systems made of it. */
export interface EvaluationItem {
  readonly id: string;
  /** The text of the reference; undefined where only what people say of its rewrites is known. */
  readonly reference: string | undefined;
  /** The length class of the reference, where the file has one. */
  readonly length: number | undefined;
  /** Output of each other system, by column; a system without output for this reference is absent. */
  readonly outputs: ReadonlyMap<string, string>;
  /** Human score of an output, by column. */
  readonly human: ReadonlyMap<string, number>;
  /** Tells whether people flagged an output as ungrammatical or without meaning, by column. */
  readonly flagged?: ReadonlyMap<string, boolean>;
  /** The number of ratings whose mean is the human score of an output, by column; 1 where nothing else is known. */
  readonly ratings?: ReadonlyMap<string, number>;
  /** The reference in the pivot language, where a column of it was named. */
  readonly foreign?: string;
}

/** A line of the file, numbered from 1, or why it is none. */
export interface EvaluationLine {
  readonly line: number;
  readonly item?: EvaluationItem;
  readonly error?: OtherwiseError;
}

export interface RawLine {
  readonly number: number;
  readonly text: string;
  readonly error?: OtherwiseError;
}

const humanPrefix = 'human:';
const flaggedPrefix = 'flagged:';
const fixed = new Set(['id', 'reference', 'length']);

/**
 * Reads a file of references: JSON lines, or TSV with a header, with the fields `id`, `reference`, optionally `length`
 * (a number), `human:<column>` (the human score of that column's output), `flagged:<column>` (1 where people flagged it,
 * else 0) and any further ones, the outputs of other systems. A line that is none carries its error.
 * @param texts references by id, which stand for those of the file
 * @param foreign the column with the reference in the pivot language, by its name or its number from 1
 * @throws OtherwiseError `bad-request` when the header of a TSV lacks `id`, `reference` or the foreign column, or names a column twice
 */
export function readEvaluation(
  lines: readonly RawLine[], foreign?: string | number, texts: ReadonlyMap<string, string> = new Map(),
): EvaluationLine[] {
  const [first, ...rest] = lines;
  if (!first) return [];
  const isJson = first.text.trimStart().startsWith('{');
  if (isJson || first.error) return lines.map((line) => readLine(line, (text) => itemOf(fieldsOfJson(text), texts, foreign)));
  const header = first.text.split('\t').map((name) => name.trim());
  for (const name of texts.size > 0 ? ['id'] : ['id', 'reference']) {
    if (!header.includes(name))
      throw new OtherwiseError(
        'bad-request',
        `The first line of the file is no header with the column '${name}'. Give a TSV with a header (id, reference, …) or JSON lines.`,
      );
  }
  const twice = header.find((name, at) => header.indexOf(name) !== at);
  if (twice !== undefined) throw new OtherwiseError('bad-request', `The header names the column '${twice}' twice.`);
  const pivot = typeof foreign === 'number' ? header[foreign - 1] ?? foreign : foreign;
  if (pivot !== undefined && !header.includes(String(pivot)))
    throw new OtherwiseError('bad-request', `The header has no column ${pivot}; it has ${header.join(', ')}.`);
  return rest.map((line) => readLine(line, (text) => itemOf(fieldsOfRow(text, header), texts, pivot)));
}

function readLine({ number, text, error }: RawLine, read: (text: string) => EvaluationItem): EvaluationLine {
  try {
    if (error) throw error;
    return { line: number + 1, item: read(text) };
  } catch (cause) {
    if (!(cause instanceof OtherwiseError)) throw cause;
    return { line: number + 1, error: cause };
  }
}

const fieldsOfJson = (text: string): Map<string, unknown> => new Map(Object.entries(parseObject(text)));

function fieldsOfRow(text: string, header: readonly string[]): Map<string, unknown> {
  const cells = text.split('\t');
  if (cells.length !== header.length)
    throw new OtherwiseError('bad-request', `The line has ${cells.length} columns, the header ${header.length}.`);
  return new Map(header.map((name, at) => [name, cells[at]]));
}

function itemOf(
  fields: ReadonlyMap<string, unknown>, texts: ReadonlyMap<string, string>, pivot?: string | number,
): EvaluationItem {
  const id = fields.get('id');
  if (id === undefined) throw new OtherwiseError('missing-field', "The field 'id' is missing.");
  if (typeof id !== 'string' && typeof id !== 'number') throw new OtherwiseError('bad-request',
    "Field 'id': must be a text or a number.");
  const reference = texts.get(String(id)) ?? textOf(fields, 'reference');
  if (reference === undefined) throw new OtherwiseError('missing-field', "The field 'reference' is missing.");
  if (reference === '') throw new OtherwiseError('text-empty', 'The reference is empty.');
  const foreign = pivot === undefined ? undefined : textOf(fields, String(pivot));
  if (pivot !== undefined && !foreign) throw new OtherwiseError('missing-field', `The field '${pivot}' is missing or empty.`);
  const outputs = new Map<string, string>();
  const human = new Map<string, number>();
  const flagged = new Map<string, boolean>();
  for (const name of fields.keys()) {
    if (name.startsWith(humanPrefix)) {
      const score = numberOf(fields, name);
      if (score !== undefined) human.set(name.slice(humanPrefix.length), score);
    } else if (name.startsWith(flaggedPrefix)) {
      const flag = numberOf(fields, name);
      if (flag !== undefined && flag !== 0 && flag !== 1) throw new OtherwiseError('bad-request', `Field '${name}': must be 0 or 1.`);
      if (flag !== undefined) flagged.set(name.slice(flaggedPrefix.length), flag === 1);
    } else if (!fixed.has(name) && name !== String(pivot)) {
      const output = textOf(fields, name);
      if (output) outputs.set(name, output);
    }
  }
  return {
    id: String(id), reference, length: numberOf(fields, 'length'), outputs, human, ...(flagged.size > 0 && { flagged }),
    ...(foreign !== undefined && { foreign }),
  };
}

function textOf(fields: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = fields.get(name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new OtherwiseError('bad-request', `Field '${name}': must be a text.`);
  return cleanText(value);
}

function numberOf(fields: ReadonlyMap<string, unknown>, name: string): number | undefined {
  const value = fields.get(name);
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return undefined;
  const number = Number(value);
  if (typeof value === 'boolean' || typeof value === 'object' || !Number.isFinite(number))
    throw new OtherwiseError('bad-request', `Field '${name}': must be a number.`);
  return number;
}
