import type { EvaluationItem, EvaluationLine, RawLine } from './references.ts';
import { OtherwiseError } from '../../core/errors.ts';
import { cleanText } from '../../core/text/clean.ts';

/** The columns of ParaBank's table of judged rewrites (ParaBank-Eval-Data), one judgement a line. */
const columns = ['ref_id', 'ref_len', 'systems', 'candidate', 'nll', 'human_score', 'fluency', 'worker'];
const referenceSystem = '0';
const paraNmt = '35';

/** Whether a first line is the header of such a table. */
export function isJudgementTable(header: string): boolean {
  const names = header.split('\t').map((name) => name.replace(/\(.*\)$/, ''));
  return columns.length === names.length && columns.every((name, at) => names[at] === name);
}

/** The column a system of ParaBank's table becomes. */
export const judgedColumn = (system: string): string => (system === paraNmt ? 'ParaNMT' : `ParaBank ${system}`);

/**
 * One item for each reference of a table of judgements, in the order of first appearance: outputs of the wanted systems
 * with their mean human scores. Rewrites without a score stand without one. The line of an item is that of its first
 * judgement; a line that is no judgement is an error. References whose own text (system 0) is not in the table are left out and counted.
 * @param systems numbers as in the table; 35 is ParaNMT
 */
export function readJudgements(
  lines: readonly RawLine[],
  systems: readonly string[],
): { readonly lines: EvaluationLine[]; readonly withoutText: number } {
  const references = new Map<
    string,
    { line: number; length: number; reference?: string; outputs: Map<string, string>; scores: Map<string, number[]> }
  >();
  const errors: EvaluationLine[] = [];
  for (const { number, text, error } of lines.slice(1)) {
    const [id = '', length = '', which = '', candidate, , score = '', ...rest] = text.split('\t');
    const value = score.trim() === '' ? undefined : Number(score);
    if (error || candidate === undefined || rest.length > 2 || (value !== undefined && !Number.isFinite(value)) || !/^\d+$/.test(length)) {
      errors.push({
        line: number + 1,
        error: error ?? new OtherwiseError('bad-request', `The line is no judgement: it needs the columns ${columns.join(', ')}.`),
      });
      continue;
    }
    const item = references.get(id) ?? {
      line: number + 1,
      length: Number(length),
      outputs: new Map<string, string>(),
      scores: new Map<string, number[]>(),
    };
    references.set(id, item);
    for (const system of which.split(' ')) {
      if (system === referenceSystem) item.reference = textOf(candidate);
      if (!systems.includes(system)) continue;
      item.outputs.set(system, textOf(candidate));
      if (value !== undefined) item.scores.set(system, [...(item.scores.get(system) ?? []), value]);
    }
  }
  const items = [...references].flatMap(([id, { line, length, reference, outputs, scores }]): EvaluationLine[] => {
    if (!reference) return [];
    const inOrder = systems.filter((system) => outputs.has(system));
    const item: EvaluationItem = {
      id,
      reference,
      length,
      outputs: new Map(inOrder.map((system) => [judgedColumn(system), outputs.get(system) ?? ''])),
      human: new Map(
        inOrder.flatMap((system) => {
          const some = scores.get(system);
          return some ? [[judgedColumn(system), some.reduce((sum, one) => sum + one, 0) / some.length] as const] : [];
        }),
      ),
    };
    return [{ line, item }];
  });
  return { lines: [...items, ...errors].sort((a, b) => a.line - b.line), withoutText: references.size - items.length };
}

/**
 * The table keeps the quoting of the CSV files it was made from: a text with quotation marks stands in quotation marks,
 * its own ones doubled.
 */
function textOf(cell: string): string {
  const inner = /^"(.*)"$/su.exec(cell.trim())?.[1];
  return cleanText(inner !== undefined && !inner.replaceAll('""', '').includes('"') ? inner.replaceAll('""', '"') : cell);
}
