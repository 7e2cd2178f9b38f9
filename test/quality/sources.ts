import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { CommandContext } from '../../src/cli/command.ts';
import { chosenReferences, readFileLines, referencesOf } from '../../src/cli/evaluation-input.ts';
import { numberList } from '../../src/cli/flags.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import type { EvaluationItem, RawLine } from '../../src/lab/corpora/references.ts';
import { cleanText } from '../../src/core/text/clean.ts';

/** A sentence to be rewritten, and the row of the table that it counts for. */
export interface Source {
  readonly group: string;
  readonly text: string;
}

export const parts = ['dev', 'held-out'] as const;
export type Part = (typeof parts)[number];

/** The references of a file that are asked for. */
export interface Wanted {
  readonly path: string;
  readonly part: Part;
  /** Length classes; all of them when undefined. */
  readonly lengths: readonly number[] | undefined;
}

/** The flags that say so. */
export const referenceFields = {
  references: v.optional(v.string()), part: v.optional(v.picklist(parts, `must be one of ${parts.join(', ')}.`)),
  lengths: v.optional(v.string()),
};
export const referenceKinds = { references: 'string', part: 'string', lengths: 'string' } as const;
type Flags = v.InferOutput<v.ObjectSchema<typeof referenceFields, undefined>>;

/** Gives the references that the flags ask for; nothing without a file. @throws OtherwiseError `bad-flag` */
export function wantedOf({ references: path, part, lengths }: Flags): Wanted | undefined {
  if (path !== undefined)
    return { path, part: part ?? 'dev', lengths: lengths === undefined ? undefined : numberList(lengths, 'lengths').map(Number) };
  if (part !== undefined || lengths !== undefined) throw new OtherwiseError('bad-flag', '--part and --lengths need --references FILE.');
  return undefined;
}

const FIXED = fileURLToPath(new URL('sentences.tsv', import.meta.url));
/** The word that may stand instead of a register's name. */
const NONE = 'none';

/** The fixed sentences of some registers, of all when none is named. @throws OtherwiseError `bad-flag` for one that is not there */
export async function fixedSentences(registers: readonly string[]): Promise<Source[]> {
  const all = (await filledLines(FIXED)).filter((line) => !line.startsWith('#')).map((line): Source => {
    const [group = '', text = ''] = line.split('\t');
    return { group, text };
  });
  const known = new Set(all.map(({ group }) => group));
  const unknown = registers.find((name) => name !== NONE && !known.has(name));
  if (unknown !== undefined)
    throw new OtherwiseError('bad-flag', `--register takes ${[...known].join(', ')} or ${NONE}, not '${unknown}'.`);
  return registers.length === 0 ? all : all.filter(({ group }) => registers.includes(group));
}

/** The sentences of a file, one a line. */
export async function freshSentences(path: string): Promise<Source[]> {
  return (await filledLines(path)).map((text) => ({ group: `fresh: ${basename(path)}`, text }));
}

async function filledLines(path: string): Promise<string[]> {
  return (await readFileLines(path)).map(textOf).filter((line) => line.trim() !== '');
}

function textOf({ text, error }: RawLine): string {
  if (error) throw error;
  return text;
}

/** ParaBank's systems and ParaNMT's, by their numbers in its table of judgements. */
const judged = Array.from({ length: 35 }, (_, at) => String(at + 1));

/** A reference whose text is known. */
type TextReference = EvaluationItem & { readonly reference: string };

/**
 * The different references of a part of a file, in the order of their hashes: the hash alone says which part a text belongs to, in
 * whatever file it stands, so what is held out stays so. Lines that are none are told on stderr.
 */
export async function references({ path, part, lengths }: Wanted, context: CommandContext): Promise<TextReference[]> {
  const lines = chosenReferences(referencesOf(await readFileLines(path), { judged }, context), lengths, undefined);
  for (const { line, error } of lines) if (error) context.stderr.write(`${path}, line ${line}: ${error.message}\n`);
  const byHash = new Map(lines.flatMap(({ item }) =>
    (item?.reference === undefined ? [] : [[hashOf(item.reference), { ...item, reference: item.reference }] as const])));
  return [...byHash.keys()].filter((hash) => partOf(hash) === part).toSorted().flatMap((hash) => byHash.get(hash) ?? []);
}

const hashOf = (text: string): string => createHash('sha256').update(cleanText(text)).digest('hex');
/** The part that a text belongs to, in whatever file it stands. */
export const partOfText = (text: string): Part => partOf(hashOf(text));
/** Gives the part of a text by its hash, half of all texts each. */
const partOf = (hash: string): Part => (hash < '8' ? 'dev' : 'held-out');
