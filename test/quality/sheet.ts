import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { CommandContext } from '../../src/cli/command.ts';
import { readFileLines } from '../../src/cli/evaluation-input.ts';
import { checkFlags, parseFlagsAndRest } from '../../src/cli/flags.ts';
import { makeFolder } from '../../src/cli/folder.ts';
import { parseObject, write } from '../../src/cli/lines.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import { blindKey, blindTable, type SystemSet } from '../../src/lab/blind/sheet.ts';
import type { RawLine } from '../../src/lab/corpora/references.ts';
import { cleanText } from '../../src/core/text/clean.ts';
import { referenceFields, referenceKinds, references, type Wanted, wantedOf } from './sources.ts';

const schema = v.strictObject({
  ...referenceFields, sheet: v.string(), key: v.optional(v.string()),
  systems: v.pipe(v.array(v.string()), v.minLength(1)), seed: v.optional(v.pipe(v.number(), v.safeInteger('must be a whole number.')), 0),
});
const kinds = { ...referenceKinds, sheet: 'string', key: 'string', systems: 'list', seed: 'number' } as const;
/** Systems behind the first one's flag. */
const MOST_SYSTEMS = 20;
/** The word that may stand instead of a file of outputs. */
const REFERENCES = 'references';

/** Writes a sheet for a blind reading and its key. @returns the exit code: 1 where a line of an output was an error */
export async function runSheet(context: CommandContext): Promise<number> {
  const { flags, rest } = parseFlagsAndRest(context.args, kinds, MOST_SYSTEMS);
  const { systems = [], ...others } = flags as { systems?: string[] };
  const { sheet, key: keyPath = keyBeside(sheet), ...asked } = checkFlags(schema, { ...others, systems: [...systems, ...rest] });
  const { sets, errors } = await setsOf(asked, context);
  const key = blindKey(sets, asked.seed);
  writeNew(sheet, blindTable(key));
  writeNew(keyPath, `${JSON.stringify(key, null, 1)}\n`);
  const { items, sources } = key;
  await write(context, `${sheet}: ${items.length} items of ${sources.length} sources. Its key, not for raters: ${keyPath}\n`);
  if (errors > 0) context.stderr.write(`${errors} lines of the outputs are errors and left out.\n`);
  return errors > 0 ? 1 : 0;
}

type Asked = Omit<v.InferOutput<typeof schema>, 'sheet' | 'key'>;

/** The sets of all systems in the order of the flags, and how many lines of their outputs are errors. */
async function setsOf(asked: Asked, context: CommandContext): Promise<{ sets: SystemSet[]; errors: number }> {
  const named = asked.systems.map(namedOutput);
  if (new Set(named.map(({ system }) => system)).size < named.length)
    throw new OtherwiseError('bad-flag', '--systems gives two outputs one name.');
  const isFile = ({ path }: NamedOutput): boolean => path !== REFERENCES;
  const lines = await Promise.all(named.filter(isFile).map(async ({ system, path }) =>
    (await readFileLines(path)).map((line) => setOf(line, system, path))));
  const answered = lines.flat().filter((set) => set !== undefined);
  const sources = new Set(answered.map(({ source }) => source));
  const columns = named.filter((one) => !isFile(one));
  const wanted = wantedOf(asked);
  if ((wanted === undefined) !== (columns.length === 0))
    throw new OtherwiseError('bad-flag', `--references FILE and a system NAME=${REFERENCES} need each other.`);
  const others = await Promise.all(wanted ? columns.map(async ({ system }) => referenceSets(system, wanted, sources, context)) : []);
  const all = [...answered, ...others.flat()];
  refuseTwice(all);
  const sets = named.flatMap(({ system }) => all.filter((one) => one.system === system));
  return { sets, errors: lines.flat().length - answered.length };
}

interface NamedOutput {
  readonly system: string;
  readonly path: string;
}

const keyBeside = (sheet: string | undefined): string => `${(sheet ?? '').replace(/\.tsv$/u, '')}.key.json`;

function namedOutput(text: string): NamedOutput {
  const [, system, path] = /^([\w.+-]+)=(.+)$/su.exec(text) ?? [];
  if (system === undefined || path === undefined)
    throw new OtherwiseError('bad-flag', `--systems takes NAME=OUTPUT.jsonl or NAME=${REFERENCES}, not '${text}'.`);
  return { system, path };
}

const outputSchema = v.object({
  text: v.string(),
  rewrites: v.array(v.object({ text: v.string(), right: v.optional(v.number()) })),
});

/** Reads the set of a line of `paraphrase`; undefined where that is an error. */
function setOf({ text: line, error, number }: RawLine, system: string, path: string): SystemSet | undefined {
  if (error) throw error;
  const value = parseObject(line);
  if ('error' in value) return undefined;
  const result = v.safeParse(outputSchema, value);
  if (!result.success)
    throw new OtherwiseError(
      'bad-request',
      `${path}, line ${number + 1}: {"text", "rewrites": [{"text"}]} is needed. ${result.issues[0].message}`,
    );
  const { text, rewrites } = result.output;
  return { system, source: cleanText(text), rewrites: rewrites.map((one) => ({ ...one, text: cleanText(one.text) })) };
}

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/gu, '');

/**
 * A system's outputs in a file of references: the column of that name but for case and spaces (`parabank34`, `paranmt`),
 * for the sources that other systems have, or all where there are no others.
 */
async function referenceSets(
  system: string,
  wanted: Wanted,
  sources: ReadonlySet<string>,
  context: CommandContext,
): Promise<SystemSet[]> {
  const sets = (await references(wanted, context))
    .filter(({ reference }) => sources.size === 0 || sources.has(reference))
    .flatMap(({ reference, outputs }): SystemSet[] => {
      const [, text] = [...outputs].find(([column]) => letters(column) === letters(system)) ?? [];
      return text === undefined ? [] : [{ system, source: reference, rewrites: [{ text }] }];
    });
  if (sets.length > 0) return sets;
  throw new OtherwiseError('bad-flag', `${wanted.path} has no output of '${system}' for these sources in its part ${wanted.part}.`);
}

function refuseTwice(sets: readonly SystemSet[]): void {
  const seen = new Set<string>();
  for (const { system, source } of sets) {
    const name = JSON.stringify([system, source]);
    if (seen.has(name)) throw new OtherwiseError('bad-request', `${system} has the source '${source}' twice.`);
    seen.add(name);
  }
}

/** Writes a file that is not there yet: a sheet may have been filled in. */
function writeNew(path: string, text: string): void {
  makeFolder(dirname(path));
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (cause) {
    throw new OtherwiseError('file-unreadable', `${path} can't be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
