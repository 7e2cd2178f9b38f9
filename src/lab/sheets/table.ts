import { OtherwiseError } from '../../core/errors.ts';
import { plainWords } from '../../core/text/words.ts';
import type { RawLine } from '../corpora/references.ts';
import { tsvTable } from '../tables/cells.ts';
import {
  controls, isAnswer, questions, type SheetAnswers, type SheetControl, type SheetKind, sheetKinds, type SheetQuestion,
} from './kinds.ts';
import type { SheetItem, SheetPair } from './pair.ts';

/** A row of a sheet: an item as a rater sees it, with the answers. */
export interface SheetRow {
  /** The line of the file, from 1. */
  readonly line: number;
  /** The page and the item on it, both from 1. */
  readonly page: number;
  readonly item: number;
  readonly source: string;
  readonly candidate: string;
  readonly contexts?: readonly [source: string, candidate: string] | undefined;
  readonly answers: SheetAnswers;
  /** The rater who answered, where the sheet has a column of that name. */
  readonly rater?: string;
}

/** A sheet as a file holds it. */
export interface ReadSheet {
  readonly kind: SheetKind;
  readonly rows: readonly SheetRow[];
  /** Lines that are none, numbered from 1. */
  readonly errors: readonly { readonly line: number; readonly error: OtherwiseError }[];
}

const shown = ['kind', 'page', 'item', 'source', 'candidate'] as const;
const contextNames = ['source_sentence', 'candidate_sentence'] as const;
const keyNames = ['kind', 'item', 'source', 'candidate', 'systems', 'control', 'group', 'score', 'overlap', 'length'] as const;

/** Returns the sheet as its rater gets it: a line for each item, answers empty. Fields are parted by tabs. */
export function sheetTable(kind: SheetKind, rows: readonly (Omit<SheetRow,
  'answers' | 'line'> & { readonly answers?: SheetAnswers })[]): string {
  const hasContexts = rows.some(({ contexts }) => contexts);
  const names = questions[kind].map(({ name }) => name);
  return tsvTable([
    [...shown, ...(hasContexts ? contextNames : []), ...names],
    ...rows.map(({ page, item, source, candidate, contexts, answers }) => [
      kind, page, item, source, candidate, ...(hasContexts ? contexts ?? ['', ''] : []), ...names.map((name) => answers?.[name] ?? null),
    ]),
  ]);
}

/** Says what the rater must not see: who made each item, controls, scores. `length` is the words of the source. */
export const keyTable = (kind: SheetKind, items: readonly SheetItem[]): string => tsvTable([
  [...keyNames],
  ...items.map(({ item, source, candidate, systems, control, group, score, overlap }) => [
    kind, item, source, candidate, systems.join(' '), control ?? null, group, score ?? null, overlap ?? null, plainWords(source).length,
  ]),
]);

/** Tells whether a first line is the head of a sheet. */
export const isSheetHead = (line: string): boolean => line.split('\t').slice(0, shown.length).join('\t') === shown.join('\t');

/**
 * Reads a sheet, filled in or not. A line with another number of columns, an answer that is none or an item that was there
 * already is an error. @throws OtherwiseError `bad-request` where the first line is no head of a sheet, or its kinds are several
 */
export function readSheet([head, ...lines]: readonly RawLine[]): ReadSheet {
  const names = (head?.text ?? '').split('\t').map((name) => name.trim());
  if (!isSheetHead(names.join('\t'))) throw new OtherwiseError('bad-request',
    `The first line is no head of a sheet: ${shown.join(', ')}, …`);
  const kind = sheetKinds.find((one) => one === lines[0]?.text.split('\t')[0]);
  if (kind === undefined) throw new OtherwiseError('bad-request', `The sheet names no kind: ${sheetKinds.join(', ')}.`);
  const missing = questions[kind].find(({ name }) => !names.includes(name));
  if (missing) throw new OtherwiseError('bad-request', `A sheet of the kind ${kind} has a column ${missing.name}.`);
  const rows: SheetRow[] = [];
  const errors: { line: number; error: OtherwiseError }[] = [];
  const seen = new Set<string>();
  for (const { number, text, error } of lines) {
    const row = error ?? rowOf(cellsOf(text, names), kind, number + 1);
    const name = row instanceof OtherwiseError ? '' : JSON.stringify([row.rater, row.item]);
    if (row instanceof OtherwiseError) errors.push({ line: number + 1, error: row });
    else if (seen.has(name)) errors.push({ line: number + 1, error: new OtherwiseError('bad-request',
      `Item ${row.item} stands there twice.`) });
    else rows.push(row);
    seen.add(name);
  }
  return { kind, rows, errors };
}

type Cells = ReadonlyMap<string, string> | OtherwiseError;

function cellsOf(text: string, names: readonly string[]): Cells {
  const cells = text.split('\t');
  return cells.length === names.length ? new Map(names.map((name, at) => [name, cells[at]?.trim() ?? '']))
    : new OtherwiseError('bad-request', `The line has ${cells.length} columns, its head ${names.length}.`);
}

function rowOf(cells: Cells, kind: SheetKind, line: number): SheetRow | OtherwiseError {
  if (cells instanceof OtherwiseError) return cells;
  const cell = (name: string): string => cells.get(name) ?? '';
  const [page, item] = [Number(cell('page')), Number(cell('item'))];
  if (cell('kind') !== kind) return new OtherwiseError('bad-request', `The line is of the kind '${cell('kind')}', the sheet of ${kind}.`);
  if (!(Number.isInteger(page) && page > 0 && Number.isInteger(item) && item > 0))
    return new OtherwiseError('bad-request', 'The line has no page and item: whole numbers from 1.');
  const answers: Partial<Record<SheetQuestion['name'], string>> = {};
  for (const question of questions[kind]) {
    const answer = cell(question.name);
    if (answer === '') continue;
    if (!isAnswer(question, answer)) return new OtherwiseError('bad-request',
      `'${answer}' is no answer of ${question.name}: ${wantedOf(question)}.`);
    answers[question.name] = answer;
  }
  const [first, second] = contextNames;
  const rater = cells.get('rater');
  return {
    line, page, item, source: cell('source'), candidate: cell('candidate'), answers,
    ...(cells.has(first) && cells.has(second) && { contexts: [cell(first), cell(second)] as const }),
      ...(rater !== undefined && { rater }),
  };
}

const wantedOf = ({ answers }: SheetQuestion): string => answers?.join(', ') ?? 'a number from 0 to 100';

/** An item as the key describes it. */
export interface KeyItem extends SheetPair {
  readonly kind: SheetKind;
  readonly group: string;
  readonly control: SheetControl | undefined;
  /** Words of the source. */
  readonly length: number;
}

/** Reads a key, by item. @throws OtherwiseError `bad-request` where it is none */
export function readKey([head, ...lines]: readonly RawLine[]): ReadonlyMap<number, KeyItem> {
  const names = head?.text.split('\t') ?? [];
  if (names.join('\t') !== keyNames.join('\t')) throw new OtherwiseError('bad-request', `The key has no head ${keyNames.join(', ')}.`);
  return new Map(lines.map(({ text, number }) => {
    const cells = cellsOf(text, names);
    const cell = (name: (typeof keyNames)[number]): string => (cells instanceof OtherwiseError ? '' : cells.get(name) ?? '');
    const numberOf = (name: (typeof keyNames)[number]): number | undefined => (cell(name) === '' ? undefined : Number(cell(name)));
    const kind = sheetKinds.find((one) => one === cell('kind'));
    const item = numberOf('item');
    if (kind === undefined || item === undefined) throw new OtherwiseError('bad-request', `Line ${number + 1} of the key is none.`);
    return [item, {
      kind, source: cell('source'), candidate: cell('candidate'), systems: cell('systems').split(' ').filter((name) => name !== ''),
      control: controls.find((one) => one === cell('control')), group: cell('group'), score: numberOf('score'),
        overlap: numberOf('overlap'),
      length: numberOf('length') ?? 0,
    }];
  }));
}
