import type { EvaluationItem, EvaluationLine, RawLine } from './references.ts';
import { OtherwiseError } from '../../core/errors.ts';
import { cleanText } from '../../core/text/clean.ts';

/** The columns of ParaBank's table of judged rewrites (ParaBank-Eval-Data), one judgement a line. */
const columns = ['ref_id', 'ref_len', 'systems', 'candidate', 'nll', 'human_score', 'fluency', 'worker'];
const referenceSystem = '0';
const paraNmt = '35';

/** Tells whether a first line is the header of such a table. */
export function isJudgementTable(header: string): boolean {
  const names = header.split('\t').map((name) => name.replace(/\(.*\)$/, ''));
  return columns.length === names.length && columns.every((name, at) => names[at] === name);
}

/** Returns the column a system of ParaBank's table becomes. */
export const judgedColumn = (system: string): string => (system === paraNmt ? 'ParaNMT' : `ParaBank ${system}`);

/** A reference of the table, with the rewrites of it by the wanted systems. */
interface JudgedReference {
  readonly line: number;
  readonly length: number;
  reference?: string;
  readonly outputs: Map<string, JudgedOutput>;
}

interface JudgedOutput {
  readonly text: string;
  readonly scores: number[];
  flagged: boolean;
}

/** A rewrite is called grammatical and meaningful with this in the column `fluency`. */
const fluent = '2';

/**
 * Reads one item for each reference of a table of judgements, in the order of first appearance: outputs of the wanted systems
 * with their mean human scores, and whether anybody flagged them. Rewrites without a score stand without one. The line of an
 * item is that of its first judgement; a line that is no judgement is an error. References whose own text (system 0) is
 * neither in the table nor among `texts` stand without one.
 * @param systems numbers as in the table; 35 is ParaNMT
 * @param texts references by id, which stand for those of the table
 */
export function readJudgements(
  lines: readonly RawLine[], systems: readonly string[], texts: ReadonlyMap<string, string> = new Map(),
): EvaluationLine[] {
  const references = new Map<string, JudgedReference>();
  const errors: EvaluationLine[] = [];
  for (const { number, text, error } of lines.slice(1)) {
    const cells = text.split('\t');
    const [id = '', length = '', which = '', candidate, , score = '', fluency] = cells;
    const value = score.trim() === '' ? undefined : Number(score);
    const isNone = candidate === undefined || cells.length > columns.length || !/^\d+$/.test(length);
    if (error || isNone || (value !== undefined && !Number.isFinite(value))) {
      const none = `The line is no judgement: it needs the columns ${columns.join(', ')}.`;
      errors.push({ line: number + 1, error: error ?? new OtherwiseError('bad-request', none) });
      continue;
    }
    const item = references.get(id) ?? { line: number + 1, length: Number(length), outputs: new Map<string, JudgedOutput>() };
    references.set(id, item);
    for (const system of which.split(' ')) {
      if (system === referenceSystem) item.reference = textOf(candidate);
      if (!systems.includes(system)) continue;
      const output = { scores: [], flagged: false, ...item.outputs.get(system), text: textOf(candidate) };
      item.outputs.set(system, output);
      if (value !== undefined) output.scores.push(value);
      if (fluency !== undefined && fluency.trim() !== fluent) output.flagged = true;
    }
  }
  const items = Array.from(references, ([id, judged]): EvaluationLine =>
    ({ line: judged.line, item: itemOf(id, judged, systems, texts.get(id)) }));
  return [...items, ...errors].sort((a, b) => a.line - b.line);
}

function itemOf(
  id: string, { length, reference, outputs }: JudgedReference, systems: readonly string[], text: string | undefined,
): EvaluationItem {
  const inOrder = systems.flatMap((system) => {
    const output = outputs.get(system);
    return output ? [[judgedColumn(system), output] as const] : [];
  });
  const scored = inOrder.filter(([, { scores }]) => scores.length > 0);
  return {
    id, reference: text ?? (reference === '' ? undefined : reference), length,
    outputs: new Map(inOrder.map(([column, output]) => [column, output.text])),
    human: new Map(scored.map(([column, { scores }]) => [column, scores.reduce((sum, one) => sum + one, 0) / scores.length])),
    flagged: new Map(inOrder.map(([column, { flagged }]) => [column, flagged])),
    ratings: new Map(scored.map(([column, { scores }]) => [column, scores.length])),
  };
}

/**
 * The table keeps the quoting of the CSV files it was made from: a text with quotation marks stands in quotation marks,
 * its own ones doubled.
 */
function textOf(cell: string): string {
  const inner = /^"(.*)"$/su.exec(cell.trim())?.[1];
  return cleanText(inner !== undefined && !inner.replaceAll('""', '').includes('"') ? inner.replaceAll('""', '"') : cell);
}
