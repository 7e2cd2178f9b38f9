import * as v from 'valibot';
import { type CorpusForm, takenNames } from '../lab/corpus/forms.ts';
import type { CorpusSource, RowRequest } from '../lab/corpus/generate.ts';
import type { FileRow } from '../lab/corpus/rows.ts';
import { OtherwiseError } from '../core/errors.ts';
import { options } from '../core/options.ts';
import { cleanSpans, type KeepSpan } from '../core/pipeline/input.ts';
import { readBrackets } from '../core/text/brackets.ts';
import { cleanText } from '../core/text/clean.ts';
import { inCodePoints } from '../core/text/offsets.ts';
import { checkFields } from './flags.ts';
import { askedText, rowEntries } from './requests.ts';

/** The fields of a row beside its text; columns of these names are no columns of the corpus. */
const rowSchema = v.strictObject(rowEntries);
export const rowFields = Object.keys(rowEntries);
/** Options of a run, which a row can't give. */
const runFields = new Set([...Object.keys(options), 'lines', 'systems'].filter((name) => !rowFields.includes(name)));

/** A row of the input, with its columns by what they are for. */
export type SourceRow = FileRow<'text' | 'id' | 'foreign'>;

/** The options for reading rows, besides their columns. */
export interface RowReading {
  /** Tells whether brackets in the text mark what is kept. */
  readonly brackets: boolean;
  /** Tells whether the text in the pivot language is in a column of its own. */
  readonly hasForeign: boolean;
  readonly to: CorpusForm;
  /** Names of the columns that go along; another one is an error, where the form has no place for it. Undefined: all do. */
  readonly others: readonly string[] | undefined;
  /** Tells whether the form has a place for what is kept. */
  readonly hasKept: boolean;
}

/**
 * Returns a row as a source: its clean text, what it asks for itself, and the columns that go along.
 * @throws OtherwiseError `bad-request` for spans and brackets that are none, for a field that would be ignored, and for a
 *   column whose name the output has for something else
 */
export function sourceOfRow(row: SourceRow, hasId: boolean, reading: RowReading): CorpusSource {
  const { line, fields, others = {} } = row;
  const own = Object.fromEntries(Object.entries(others).filter(([name, value]) => rowFields.includes(name) && isGiven(value)));
  const columns = Object.fromEntries(Object.entries(others).filter(([name]) => !rowFields.includes(name)));
  for (const name of Object.keys(columns)) checkColumn(name, reading);
  const { options: { avoid, require }, input } = askedText(checkFields(rowSchema, fromCells(own)));
  if (reading.hasForeign && input.foreign !== undefined)
    throw new OtherwiseError('bad-request', "The row has a field 'foreign' beside the column of --foreign-column. Give one of the two.");
  const { text, keep } = keptOf(fields.text, input.keep, reading);
  const foreign = reading.hasForeign ? fields.foreign : input.foreign;
  const asked: RowRequest = {
    ...(avoid && { avoid }), ...(require && { require }), ...(keep && { keep }), ...(foreign !== undefined && { foreign }),
  };
  return {
    line, ...(hasId && { id: fields.id }), text, ...(Object.keys(asked).length > 0 && { asked }),
    ...(Object.keys(columns).length > 0 && { columns }),
  };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** A cell of a table as JSON has it: a list in brackets, or phrases with bars between them. */
function fromCells(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? ofCell(name, value) : value]));
}

function ofCell(name: string, cell: string): unknown {
  if (name === 'foreign') return cell;
  if (!cell.trim().startsWith('[')) return name === 'keep' ? cell : cell.split('|').map((phrase) => phrase.trim());
  try {
    return JSON.parse(cell);
  } catch (cause) {
    throw new OtherwiseError('bad-json', `Column '${name}': ${(cause as Error).message}.`, { cause });
  }
}

function checkColumn(name: string, { to, others }: RowReading): void {
  if (runFields.has(name))
    throw new OtherwiseError(
      'bad-request', `Field '${name}' is an option of the whole run and would be ignored. Give it as a flag, or rename the field.`,
    );
  if (takenNames[to].has(name))
    throw new OtherwiseError('bad-request', `The output has a field '${name}' of its own. Rename the row's field.`);
  if (others && !others.includes(name))
    throw new OtherwiseError('bad-request', `The table has no column for the field '${name}', which the first row lacks. Use --to jsonl.`);
}

/** The clean text, and what of it is kept in its code points. */
function keptOf(
  raw: string, given: readonly KeepSpan[] | undefined, { brackets, hasKept }: RowReading,
): { readonly text: string; readonly keep?: readonly KeepSpan[] } {
  if (given && brackets) throw new OtherwiseError('bad-request', "The row has a field 'keep' beside --brackets. Give one of the two.");
  const marked = brackets ? readBrackets(raw) : undefined;
  const keep = marked ? inCodePoints(marked.text, marked.spans).map(tupleOf) : given;
  const text = marked?.text ?? raw;
  const clean = cleanText(text);
  if (!keep) return { text: clean };
  if (!hasKept) throw new OtherwiseError('bad-request', "The table has no column for 'kept', as the first row has none. Use --to jsonl.");
  return { text: clean, keep: inCodePoints(clean, cleanSpans(text, keep)).map(tupleOf) };
}

const tupleOf = ({ start, end, label }: { start: number; end: number; label?: string }): KeepSpan =>
  label === undefined ? [start, end] : [start, end, label];
