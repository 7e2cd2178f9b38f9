import { OtherwiseError } from '../../core/errors.ts';
import type { RawLine } from '../corpora/references.ts';

/** The judgement of one rater on one rewrite, or on one copy of a source. */
export interface Judgement {
  readonly rater: string;
  /** The source, or its name where the file has no more of it. */
  readonly source: string;
  readonly text: string;
  /** The length class of the source, where the table has one. */
  readonly length?: number;
  /** The systems that made the rewrite; none for a control. */
  readonly systems: readonly string[];
  /** An identical copy of the source. */
  readonly control: boolean;
  /** The share of the meaning that is kept, 0–100; undefined where the text made no sense, or where it was only flagged. */
  readonly rating: number | undefined;
  /** Tells whether it was called ungrammatical or without meaning; undefined where nobody asked. */
  readonly flagged: boolean | undefined;
}

/** ParaBank's table: `fluency` is 2 for a sentence that is neither ungrammatical nor without meaning, less for others. */
const FLUENT = '2';
/** The source itself among ParaBank's systems. */
const SOURCE_SYSTEM = '0';

type Row = ReadonlyMap<string, string>;

/** The judgements of a table of ratings, and its lines that are none. */
export interface RatingRows {
  readonly judgements: Judgement[];
  readonly errors: { line: number; error: OtherwiseError }[];
  /** Tells whether its authors have left out careless raters already, as those of ParaBank's table did. */
  readonly cleaned: boolean;
}

/**
 * Reads the judgements of a table with a head: what the page saves of a rating (`ratingTable`), with a column `flagged` (empty
 * or 0: no) and a column `length` where somebody added them, or ParaBank's table of judgements with its column `worker`. A
 * row with neither a rating nor a flag holds none. A line that is none is an error, numbered from 1.
 *
 * @param rater whose table it is, unless it has a column `rater` or `worker`
 * @throws OtherwiseError `bad-request` when the head is that of neither table
 */
export function readRatingRows(
  [head, ...lines]: readonly RawLine[],
  rater: string,
): RatingRows {
  const names = (head?.text ?? '').split('\t').map((name) => name.replace(/\(.*\)$/, '').trim());
  const has = (...wanted: string[]): boolean => wanted.every((name) => names.includes(name));
  const read = has('ref_id', 'systems', 'candidate', 'human_score', 'fluency', 'worker') ? ofParaBank
    : has('source', 'candidate', 'systems', 'control', 'rating') ? ofPage : undefined;
  if (read === undefined) {
    throw new OtherwiseError(
      'bad-request',
      'The first line names neither the columns source, candidate, systems, control and rating nor those of ParaBank’s judgements.',
    );
  }
  const judgements: Judgement[] = [];
  const errors: { line: number; error: OtherwiseError }[] = [];
  for (const { number, text, error } of lines) {
    const cells = text.split('\t');
    const found = error ?? (cells.length === names.length ? read(new Map(names.map((name, at) => [name, cells[at]?.trim() ?? ''])), rater)
      : new OtherwiseError('bad-request', `The line has ${cells.length} columns, its head ${names.length}.`));
    if (found instanceof OtherwiseError) errors.push({ line: number + 1, error: found });
    else if (found.rating !== undefined || found.flagged) judgements.push(found);
  }
  return { judgements, errors, cleaned: read === ofParaBank };
}

function ofPage(row: Row, rater: string): Judgement | OtherwiseError {
  const control = row.get('control') === '1';
  const flag = row.get('flagged');
  return judgement({
    rater: row.get('rater') ?? rater, source: row.get('source') ?? '', text: row.get('candidate') ?? '',
    systems: control ? [] : systemsOf(row), control,
    flagged: flag === undefined ? undefined : flag !== '' && flag !== '0',
    ...lengthOf(row.get('length')),
  }, row.get('rating'));
}

function ofParaBank(row: Row): Judgement | OtherwiseError {
  const systems = systemsOf(row);
  return judgement({
    rater: row.get('worker') ?? '', source: row.get('ref_id') ?? '', text: row.get('candidate') ?? '',
    systems: systems.filter((system) => system !== SOURCE_SYSTEM), control: systems.includes(SOURCE_SYSTEM),
    flagged: row.get('fluency') !== FLUENT, ...lengthOf(row.get('ref_len')),
  }, row.get('human_score'));
}

const systemsOf = (row: Row): string[] => (row.get('systems') ?? '').split(' ').filter((name) => name !== '');

const lengthOf = (cell = ''): Pick<Judgement, 'length'> => (cell === '' ? {} : { length: Number(cell) });

function judgement(what: Omit<Judgement, 'rating'>, rating = ''): Judgement | OtherwiseError {
  const value = rating === '' ? undefined : Number(rating);
  if (what.length !== undefined && !Number.isFinite(what.length)) return new OtherwiseError('bad-request', 'The length is no number.');
  return value === undefined || (value >= 0 && value <= 100) ? { ...what, rating: value }
    : new OtherwiseError('bad-request', `The rating '${rating}' is no number from 0 to 100.`);
}
