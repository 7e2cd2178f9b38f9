import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { CommandContext } from '../../src/cli/command.ts';
import { checkFlags, parseFlags } from '../../src/cli/flags.ts';
import { write } from '../../src/cli/lines.ts';
import { executionFlagKinds, executionFlags, loadingOf } from '../../src/cli/model-flags.ts';
import { type LoadedTools, loadTools } from '../../src/cli/tools.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import { settingsOf } from '../../src/core/options.ts';
import { paraphraseText } from '../../src/core/pipeline/text.ts';

const schema = v.strictObject({
  slips: v.string(), model: v.optional(v.string(), 'base'), ...executionFlags, json: v.optional(v.boolean(), false),
});
const kinds = { slips: 'string', model: 'string', ...executionFlagKinds, json: 'boolean' } as const;

/** A sentence with a planted slip of a kind, and the sentence without it. */
interface Planted {
  readonly kind: string;
  readonly text: string;
  readonly right: string;
}

/** A sentence with what `clean` made of it, and of the right one; undefined where it made nothing. */
interface Outcome extends Planted {
  readonly made: string | undefined;
  readonly ofRight: string | undefined;
}

/** The results for the sentences of a kind: `mended` came back as they should, `changed` otherwise; `spoilt` of the right ones. */
interface SlipRow {
  readonly kind: string;
  readonly n: number;
  readonly mended: number;
  readonly changed: number;
  readonly left: number;
  /** The number of right sentences that were changed all the same. */
  readonly spoilt: number;
}

/** Prints how many planted slips the aim `clean` mends, and how many right sentences it spoils. @returns the exit code */
export async function runSlips(context: CommandContext): Promise<number> {
  const { slips, model, threads, json, ...execution } = checkFlags(schema, parseFlags(context.args, kinds));
  const all = plantedIn(slips);
  const tools = await loadTools(model, threads, loadingOf(execution, context));
  const sentences: Outcome[] = [];
  for (const one of all) sentences.push(await outcomeOf(one, tools));
  const rows = [...new Set(all.map(({ kind }) => kind))].map((kind) => sumOf(kind, sentences.filter((one) => one.kind === kind)));
  const table = [...rows, sumOf('all', sentences)];
  await write(context, json ? `${JSON.stringify({ model: tools.name, rows: table, sentences }, null, 1)}\n` : markdown(table));
  return 0;
}

/** @throws OtherwiseError `file-unreadable` for what is no table of kind, text and right with a header */
function plantedIn(file: string): Planted[] {
  try {
    const [, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/u);
    return lines.map((line, at) => {
      const [kind, text, right, ...more] = line.split('\t');
      if (!kind || !text || !right || more.length > 0) throw new Error(`line ${at + 2}`);
      return { kind, text, right };
    });
  } catch (cause) {
    throw new OtherwiseError('file-unreadable', `${file} is no table with the columns kind, text and right.`, { cause });
  }
}

/** The results of `clean` for a sentence, with its slip and without. */
async function outcomeOf(planted: Planted, tools: LoadedTools): Promise<Outcome> {
  const corrected = async (one: string): Promise<string | undefined> =>
    (await paraphraseText(one, { tools, settings: settingsOf({ aim: 'clean' }, tools.threshold) })).rewrites[0]?.text;
  return { ...planted, made: await corrected(planted.text), ofRight: await corrected(planted.right) };
}

function sumOf(kind: string, sentences: readonly Outcome[]): SlipRow {
  const count = (is: (one: Outcome) => boolean): number => sentences.filter(is).length;
  const [mended, left] = [count(({ made, right }) => made === right), count(({ made, text }) => made === text)];
  const [n, spoilt] = [sentences.length, count(({ ofRight, right }) => ofRight !== right)];
  return { kind, n, mended, changed: n - mended - left, left, spoilt };
}

function markdown(rows: readonly SlipRow[]): string {
  const line = ({ kind, n, mended, changed, left, spoilt }: SlipRow): string =>
    `| ${kind} | ${n} | ${mended} | ${changed} | ${left} | ${spoilt} |`;
  const header = ['| kind | sentences | mended | changed otherwise | left | right ones changed |', `| --- |${' ---: |'.repeat(5)}`];
  return [...header, ...rows.map(line), ''].join('\n');
}
