import { OtherwiseError } from '../../core/errors.ts';
import { cleanText } from '../../core/text/clean.ts';
import type { RawLine } from './references.ts';

const heads = [['id', 'reference'], ['id', 'text'], ['ref_id', 'reference'], ['ref_id', 'text']];

/** References by id, from a file of their own. */
export interface ReferenceTexts {
  readonly texts: ReadonlyMap<string, string>;
  /** Lines that hold none, numbered from 1. */
  readonly errors: readonly { readonly line: number; readonly error: OtherwiseError }[];
}

/** Reads lines of an id, a tab and the text of the reference; a first line `id`, tab, `reference` is a header. */
export function readReferenceTexts(lines: readonly RawLine[]): ReferenceTexts {
  const head = lines[0]?.text.split('\t').map((name) => name.trim()) ?? [];
  const hasHead = heads.some((names) => names.join('\t') === head.join('\t'));
  const texts = new Map<string, string>();
  const errors: { line: number; error: OtherwiseError }[] = [];
  for (const { number, text, error } of hasHead ? lines.slice(1) : lines) {
    const [id = '', reference, ...rest] = text.split('\t');
    const wrong = error ?? problemOf(id.trim(), reference, rest, texts);
    if (wrong) errors.push({ line: number + 1, error: wrong });
    else texts.set(id.trim(), cleanText(reference ?? ''));
  }
  return { texts, errors };
}

function problemOf(
  id: string, reference: string | undefined, rest: readonly string[], texts: ReadonlyMap<string, string>,
): OtherwiseError | undefined {
  if (reference === undefined || rest.length > 0 || id === '')
    return new OtherwiseError('bad-request', 'The line is not an id, a tab and the text of a reference.');
  if (cleanText(reference) === '') return new OtherwiseError('text-empty', 'The reference is empty.');
  return texts.has(id) ? new OtherwiseError('bad-request', `The reference ${id} stands on an earlier line already.`) : undefined;
}
