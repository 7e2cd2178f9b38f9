import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { CommandContext } from '../../src/cli/command.ts';
import { checkFlags, parseFlagsAndRest } from '../../src/cli/flags.ts';
import { loadFormality, loadIdf } from '../../src/cli/lexical.ts';
import { write } from '../../src/cli/lines.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import { rarityOf } from '../../src/core/text/idf.ts';
import { effectMeasures, effectRows, effectsMarkdown, type EffectSet } from './effect-table.ts';

const schema = v.strictObject({
  effects: v.pipe(v.array(v.string()), v.minLength(1)), json: v.optional(v.boolean(), false),
  seed: v.optional(v.pipe(v.number(), v.safeInteger('must be a whole number.')), 0),
});
const kinds = { effects: 'list', json: 'boolean', seed: 'number' } as const;
/** Files behind the first one's flag. */
const MOST_SYSTEMS = 20;
const setSchema = v.object({ text: v.string(), rewrites: v.array(v.object({ text: v.string(), right: v.optional(v.number()) })) });

/** Prints what systems do to length, words and voice, each beside the first. @returns the exit code */
export async function runEffects(context: CommandContext): Promise<number> {
  const { flags, rest } = parseFlagsAndRest(context.args, kinds, MOST_SYSTEMS);
  const { effects = [], ...others } = flags as { effects?: string[] };
  const { effects: named, json, seed } = checkFlags(schema, { ...others, effects: [...effects, ...rest] });
  const systems = new Map(named.map(systemOf));
  const [idf, formality] = [await loadIdf(), await loadFormality()];
  const measures = effectMeasures({ rarity: (text) => rarityOf(text, idf), formality: (text) => formality.formality(text) });
  const [names, rows] = [[...measures.keys()], effectRows(systems, measures, seed)];
  await write(context, json ? `${JSON.stringify({ measures: names, rows }, null, 1)}\n` : effectsMarkdown(rows, names));
  return 0;
}

/** NAME=FILE, lines of paraphrase. @throws OtherwiseError `bad-flag`, `file-unreadable` */
function systemOf(flag: string): [string, EffectSet[]] {
  const at = flag.indexOf('=');
  if (at < 1) throw new OtherwiseError('bad-flag', `--effects: '${flag}' is not NAME=FILE.`);
  const file = flag.slice(at + 1);
  try {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return [flag.slice(0, at), lines.map((line) => v.parse(setSchema, JSON.parse(line)))];
  } catch (cause) {
    throw new OtherwiseError('file-unreadable', `${file} has no lines of paraphrase.`, { cause });
  }
}
