import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { OtherwiseError } from '../core/errors.ts';
import { type FlagKind, flagName } from '../core/options.ts';
import { suggested } from './suggested.ts';

/**
 * Parses flags in kebab case into an object with camel-case names.
 * @param kinds every allowed flag by its camel-case name
 * @returns the flags that were given (numbers as numbers, lists and the lines of files as arrays)
 * @throws OtherwiseError `unknown-flag`, `bad-flag` (also for a flag given twice that is no list), `file-unreadable`
 */
export function parseFlags(args: readonly string[], kinds: Readonly<Record<string, FlagKind>>): Record<string, unknown> {
  return parseFlagsAndRest(args, kinds, 0).flags;
}

/** Parses flags like `parseFlags`, with up to `most` plain arguments (`evaluate FILE`). */
export function parseFlagsAndRest(
  args: readonly string[],
  kinds: Readonly<Record<string, FlagKind>>,
  most: number,
): { flags: Record<string, unknown>; rest: string[] } {
  const byFlag = new Map(Object.entries(kinds).map(([name, kind]) => [flagName(name), { name, kind }]));
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      options: Object.fromEntries(
        [...byFlag].map(([flag, { kind }]) => [
          flag,
          { type: kind === 'boolean' ? ('boolean' as const) : ('string' as const), multiple: kind === 'list' },
        ]),
      ),
      allowNegative: true,
      allowPositionals: true,
      tokens: true,
    });
  } catch (cause) {
    throw unparsed(cause, [...byFlag.keys()]);
  }
  checkOnce(parsed.tokens.flatMap((one) => (one.kind === 'option' && byFlag.get(one.name)?.kind !== 'list' ? one.name : [])));
  if (parsed.positionals.length > most)
    throw new OtherwiseError('unknown-flag', `Unexpected argument '${parsed.positionals[most]}'. Options start with '--'.`);
  const flags: Record<string, unknown> = {};
  for (const [flag, value] of Object.entries(parsed.values)) {
    const option = byFlag.get(flag);
    if (option) flags[option.name] = valueOf(option.kind, flag, value);
  }
  return { flags, rest: parsed.positionals };
}

/** The error for arguments that can't be read as the flags that there are. */
function unparsed(cause: unknown, flags: readonly string[]): OtherwiseError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const unknown = /^Unknown option '([^']+)'/u.exec(message)?.[1];
  if (unknown === undefined) return new OtherwiseError('bad-flag', message, { cause });
  const hint = suggested(unknown, flags.map((flag) => `--${flag}`));
  return new OtherwiseError('unknown-flag', `There is no flag ${unknown} here; --help lists the flags.${hint}`, { cause });
}

/** @throws OtherwiseError `bad-flag` for a flag that takes one value and is given twice */
function checkOnce(flags: readonly string[]): void {
  const twice = flags.find((flag, at) => flags.indexOf(flag) !== at);
  if (twice !== undefined) throw new OtherwiseError('bad-flag', `--${twice} is given twice. Give it once.`);
}

function valueOf(kind: FlagKind, flag: string, value: unknown): unknown {
  if (kind === 'file') return linesOfFile(String(value));
  const isNumber = kind === 'number' || (kind === 'either' && typeof value === 'string' && /^\d+$/.test(value));
  return isNumber ? toNumber(flag, value) : value;
}

/** The lines of a file that are not blank, without white space at their ends. @throws OtherwiseError `file-unreadable` */
function linesOfFile(path: string): string[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    return text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OtherwiseError('file-unreadable', `${path} can't be read: ${why}`, { cause });
  }
}

function toNumber(flag: string, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  if (!Number.isFinite(number)) throw new OtherwiseError('bad-flag', `--${flag} takes a number, not '${String(value)}'.`);
  return number;
}

/**
 * Checks an object against a strict valibot schema.
 * @throws OtherwiseError `unknown-field`, `missing-field` or `bad-request`, naming the field
 */
export function checkFields<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  return checked(schema, value, (field) => `Field '${field}'`);
}

/** Checks flag values with the schema of the fields; errors become `bad-flag`, naming the flag. */
export function checkFlags<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  return asFlags(() => checked(schema, value, (field) => `--${flagName(field)}`));
}

function checked<S extends v.GenericSchema>(schema: S, value: unknown, named: (field: string) => string): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const field = v.getDotPath(issue) ?? '';
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const known = 'entries' in schema ? Object.keys(schema.entries as object) : [];
    throw new OtherwiseError('unknown-field', `Unknown field '${field}'.${suggested(field, known)}`);
  }
  if (issue.received === 'undefined') throw new OtherwiseError('missing-field', `${named(field)} is missing.`);
  throw new OtherwiseError('bad-request', `${field ? `${named(field)}: ` : ''}${issue.message}`);
}

/** Runs what reads flags; an error of it becomes `bad-flag`. */
export function asFlags<T>(make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new OtherwiseError('bad-flag', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Reads different whole numbers with commas between them, as texts. @throws OtherwiseError `bad-flag` */
export function numberList(list: string, flag: string): string[] {
  const found = list.split(',').map((one) => one.trim());
  if (!found.every((one) => /^\d+$/.test(one))) throw new OtherwiseError('bad-flag', `--${flag} takes numbers with commas, not '${list}'.`);
  return [...new Set(found)];
}
