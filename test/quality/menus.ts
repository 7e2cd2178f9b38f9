import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { CommandContext } from '../../src/cli/command.ts';
import { readFileLines } from '../../src/cli/evaluation-input.ts';
import { checkFlags, parseFlags } from '../../src/cli/flags.ts';
import { loadInflector, loadLexicon } from '../../src/cli/lexical.ts';
import { write } from '../../src/cli/lines.ts';
import { executionFlagKinds, executionFlags, loadingOf } from '../../src/cli/model-flags.ts';
import { openRewriter } from '../../src/cli/tools.ts';
import { fittingWords, menuWords, type MenuScores, type MenuWord } from '../../src/core/choice/menu.ts';
import { OFFERED } from '../../src/core/choice/offered.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import type { Inflector } from '../../src/core/text/inflect.ts';
import type { Lexicon } from '../../src/core/text/lexicon.ts';
import { splitSentences } from '../../src/core/text/sentences.ts';
import { foldWord } from '../../src/core/text/words.ts';
import type { TextPair } from '../../src/core/protocol.ts';

const schema = v.strictObject({
  menus: v.string(), split: v.optional(v.string(), 'dev'), most: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 200),
  model: v.optional(v.string(), 'base'), out: v.optional(v.string()), json: v.optional(v.boolean(), false), ...executionFlags,
});
const kinds = {
  menus: 'string', split: 'string', most: 'number', model: 'string', out: 'string', json: 'boolean', ...executionFlagKinds,
} as const;

/** Raters who accept a substitute, as a share: from here on it counts as accepted. */
const ACCEPTED = 0.5;

/** A word in its sentence, and what raters said of substitutes, in their base form. */
interface Context {
  readonly sentence: string;
  readonly start: number;
  readonly target: string;
  readonly shares: ReadonlyMap<string, number>;
}

/** A word that a menu showed for a context, with the share of raters who accept it, undefined where nobody was asked. */
interface Shown {
  readonly instead: string;
  readonly share: number | undefined;
}

/** The share of the words in menus that is accepted. `menus` are those that show a word at all; the others count words. */
interface MenuRow {
  readonly order: string;
  readonly contexts: number;
  readonly menus: number;
  readonly shown: number;
  readonly accepted: number;
  /** The words that one rater at least accepts. */
  readonly byOne: number;
  readonly unlisted: number;
}

/** The record of a context, with which an interrupted run goes on: its words and the model's figures. */
interface ReadMenu {
  readonly sentence: string;
  readonly start: number;
  readonly words: readonly MenuWord[];
  readonly scores: readonly MenuScores[];
}

/**
 * Prints how many of the words that menus show are accepted substitutes: as the lexicon orders them, and as the model chooses.
 * @returns the exit code
 */
export async function runMenus(context: CommandContext): Promise<number> {
  const { menus, split, most, model, out, threads, json, ...execution } = checkFlags(schema, parseFlags(context.args, kinds));
  const contexts = spread(await contextsIn(menus, split), most);
  const tables = { lexicon: await loadLexicon(), inflector: await loadInflector() };
  const read = readMenus(out);
  const rewriter = await openRewriter(model, threads, loadingOf(execution, context));
  const shown: Record<string, Shown[][]> = { 'lexicon, any class': [], 'lexicon, class in the sentence': [], 'model in the sentence': [] };
  for (const one of contexts) {
    const menu = read.get(keyOf(one)) ?? await readMenu(one, tables, (pairs) => rewriter.score(pairs, {}));
    if (out !== undefined && !read.has(keyOf(one))) appendFileSync(out, `${JSON.stringify(menu)}\n`);
    const show = (words: readonly { readonly instead: string }[]): Shown[] =>
      words.slice(0, OFFERED).map(({ instead }) => ({ instead, share: shareOf(instead, one, tables.inflector) }));
    shown['lexicon, any class']?.push(show(anyClass(one.target, tables.lexicon)));
    shown['lexicon, class in the sentence']?.push(show(menu.words));
    shown['model in the sentence']?.push(show(fittingWords(menu.words, menu.scores)));
  }
  await rewriter.dispose();
  const rows = Object.entries(shown).map(([order, some]) => rowOf(order, some));
  await write(context, json ? `${JSON.stringify({ model, split, rows }, null, 1)}\n` : markdown(rows));
  return 0;
}

/** @throws OtherwiseError `file-unreadable` for what is no table of substitutes, or has no such split */
async function contextsIn(file: string, split: string): Promise<Context[]> {
  const [header, ...lines] = await readFileLines(file);
  if (header?.text.startsWith('split\tcontext\ttarget\tpos\tsubstitute\tshare') !== true)
    throw new OtherwiseError('file-unreadable', `${file} is no table with the columns split, context, target, pos, substitute and share.`);
  const found = new Map<string, Map<string, number>>();
  for (const { text } of lines) {
    const [own, context = '', , , substitute = '', share] = text.split('\t');
    if (own !== split) continue;
    const shares = found.get(context) ?? new Map<string, number>();
    found.set(context, shares.set(foldWord(substitute), Number(share)));
  }
  if (found.size === 0) throw new OtherwiseError('file-unreadable', `${file} has no context of the split ${split}.`);
  return [...found].flatMap(([context, shares]) => {
    const [before = '', target = '', behind = ''] = context.split(/[«»]/u);
    const sentence = splitSentences(before + target + behind).find(({ start, end }) => start <= before.length && end > before.length);
    return sentence ? [{ sentence: sentence.text, start: before.length - sentence.start, target, shares }] : [];
  });
}

/** Gives at most so many items of a list, at equal distances. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.filter((_, i) => Math.floor((i * most) / all.length) !== Math.floor(((i - 1) * most) / all.length) || most >= all.length);

const keyOf = ({ sentence, start }: Pick<Context, 'sentence' | 'start'>): string => `${start}\t${sentence}`;

function readMenus(out: string | undefined): Map<string, ReadMenu> {
  const lines = out !== undefined && existsSync(out) ? readFileSync(out, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(lines.map((line) => JSON.parse(line) as ReadMenu).map((menu) => [keyOf(menu), menu]));
}

async function readMenu(
  { sentence, start, target }: Context, tables: { readonly lexicon: Lexicon; readonly inflector: Inflector },
  score: (pairs: readonly TextPair[]) => Promise<readonly MenuScores[]>,
): Promise<ReadMenu> {
  const words = menuWords(sentence, { start, end: start + target.length }, tables);
  const scores = words.length === 0 ? [] : await score(words.map(({ text }) => [sentence, text] as const));
  return { sentence, start, words, scores: scores.map(({ right }) => (right === undefined ? {} : { right })) };
}

const anyClass = (word: string, lexicon: Lexicon): { readonly instead: string }[] =>
  [...new Set(lexicon.alternatives(word).map((one) => one.word))].map((instead) => ({ instead }));

/** The largest share of raters who accept a word, in any of its forms; undefined where none was asked. */
function shareOf(word: string, { shares }: Context, inflector: Inflector): number | undefined {
  const folded = foldWord(word);
  const found = [...shares].filter(([base]) => base === folded || inflector.forms(base).some((form) => foldWord(form) === folded));
  return found.length === 0 ? undefined : Math.max(...found.map(([, share]) => share));
}

function rowOf(order: string, shown: readonly (readonly Shown[])[]): MenuRow {
  const shares = shown.flat().map(({ share }) => share);
  const count = (holds: (share: number | undefined) => boolean): number => shares.filter(holds).length;
  return {
    order, contexts: shown.length, menus: shown.filter(({ length }) => length > 0).length, shown: shares.length,
    accepted: count((share = 0) => share >= ACCEPTED), byOne: count((share = 0) => share > 0),
    unlisted: count((share) => share === undefined),
  };
}

function markdown(rows: readonly MenuRow[]): string {
  const part = (n: number, of: number): string => `${((100 * n) / Math.max(1, of)).toFixed(1)} %`;
  const lines = rows.map(({ order, contexts, menus, shown, accepted, byOne, unlisted }) =>
    `| ${order} | ${contexts} | ${menus} | ${shown} | ${part(accepted, shown)} | ${part(byOne, shown)} | ${part(unlisted, shown)} |`);
  const header = '| menus as ordered by | contexts | with a menu | words shown | accepted by half | by one rater | not asked about |';
  return [header, `| --- |${' ---: |'.repeat(6)}`, ...lines, ''].join('\n');
}
