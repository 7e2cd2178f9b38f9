import * as v from 'valibot';
import { inOrder } from '../../src/core/choice/order.ts';
import type { CommandContext } from '../../src/cli/command.ts';
import { checkFlags, parseFlagsAndRest } from '../../src/cli/flags.ts';
import { loadIdf, loadInflector } from '../../src/cli/lexical.ts';
import { write } from '../../src/cli/lines.ts';
import type { Order } from '../../src/core/options.ts';
import { observe } from '../../src/core/quality/assess.ts';
import { compare } from '../../src/app/state/rewrites/changes.ts';
import { isDoubtful } from '../../src/app/state/rewrites/doubtful.ts';
import { type Verdict, verdictOf } from '../../src/app/state/rewrites/verdict.ts';
import { type WordKnowledge, wordKnowledge } from '../../src/core/text/knowledge.ts';
import { readingIn, type ReadRewrite, type ReadSet } from './readings.ts';
import { type Part, parts } from './sources.ts';

const schema = v.strictObject({ grades: v.pipe(v.array(v.string()), v.minLength(1)), json: v.optional(v.boolean(), false) });
const kinds = { grades: 'list', json: 'boolean' } as const;
/** Folders behind the first one's flag. */
const MOST_FOLDERS = 20;
const orders: readonly Order[] = ['distance', 'right', 'best'];
const words: readonly Exclude<Verdict['word'], undefined>[] = ['same', 'probable', 'check', 'doubtful'];

/** A share in per cent, of so many. */
interface Share {
  readonly of: number;
  readonly percent: number | null;
}

/** The findings of readers on one part of the sentences. */
interface PartFigures {
  readonly part: Part;
  readonly sets: number;
  readonly cards: number;
  /** The share of first cards that are right, by the order of the list. */
  readonly first: Readonly<Record<Order, Share>>;
  /** The share of cards with each grade, and how many of these are right and how many keep the meaning. */
  readonly grades: Readonly<Record<string, { readonly share: Share; readonly right: Share; readonly adequate: Share }>>;
  /** The share of the first cards, best first, that say that the meaning is the same. */
  readonly firstSame: Share;
}

/** Prints what cards would say of the rewrites of readings, beside what their readers said. @returns the exit code */
export async function runGrades(context: CommandContext): Promise<number> {
  const { flags, rest } = parseFlagsAndRest(context.args, kinds, MOST_FOLDERS);
  const { grades = [], ...others } = flags as { grades?: string[] };
  const { grades: folders, json } = checkFlags(schema, { ...others, grades: [...grades, ...rest] });
  const known = wordKnowledge(await loadInflector(), await loadIdf());
  const seen = new Set<string>();
  const sets: ReadSet[] = [];
  for (const folder of folders) sets.push(...(await readingIn(folder, seen)).map((set) => asNow(set, known)));
  const figures = parts.map((part) => figuresOf(part, sets.filter((set) => set.part === part && set.rewrites.length > 0)));
  await write(context, json ? `${JSON.stringify(figures, null, 1)}\n` : figures.map(markdown).join('\n'));
  return 0;
}

/** A set as the engine would hand it over now: without what is rejected, and with what people are told anyway. */
function asNow(set: ReadSet, known: WordKnowledge): ReadSet {
  const rewrites = set.rewrites.flatMap((read): ReadRewrite[] => {
    const { broken, warnings = [] } = observe(set.source, read.rewrite.text, known);
    const findings = [...warnings, ...(read.rewrite.findings ?? [])];
    return broken.length > 0 ? [] : [{ ...read, rewrite: { ...read.rewrite, findings } }];
  });
  return { ...set, rewrites };
}

const shareOf = (items: readonly boolean[]): Share => ({
  of: items.length, percent: items.length === 0 ? null : Math.round((1000 * items.filter(Boolean).length) / items.length) / 10,
});

function figuresOf(part: Part, sets: readonly ReadSet[]): PartFigures {
  const firstIn = (order: Order): ReadRewrite[] => sets.flatMap(({ rewrites }) =>
    inOrder(rewrites, order, ({ rewrite: { right = 0, distance } }) => ({ right, distance })).slice(0, 1));
  const said = new Map(sets.flatMap(({ source, rewrites }) =>
    rewrites.map((read) => [read, verdictOf(read.rewrite, compare(source, read.rewrite.text)).word] as const)));
  const cards = [...said.keys()].filter(({ rewrite }) => !isDoubtful(rewrite));
  const grade = (word: string): PartFigures['grades'][string] => {
    const own = (word === 'doubtful' ? [...said.keys()] : cards).filter((read) => said.get(read) === word);
    return {
      share: shareOf(cards.map((read) => said.get(read) === word)),
      right: shareOf(own.map(({ right }) => right)), adequate: shareOf(own.map(({ adequate }) => adequate)),
    };
  };
  return {
    part, sets: sets.length, cards: cards.length,
    first: Object.fromEntries(orders.map((order) => [order, shareOf(firstIn(order).map(({ right }) => right))])) as PartFigures['first'],
    grades: Object.fromEntries(words.map((word) => [word, grade(word)])),
    firstSame: shareOf(firstIn('best').map((read) => said.get(read) === 'same')),
  };
}

function markdown({ part, sets, cards, first, grades, firstSame }: PartFigures): string {
  const percent = ({ percent: value }: Share): string => (value === null ? '–' : `${value.toFixed(1)} %`);
  return [
    `## ${part}: ${sets} sets, ${cards} cards that are shown`, '',
    `First card right: ${orders.map((order) => `${order} ${percent(
      first[order])}`).join(', ')}; same meaning on ${percent(firstSame)} of the best`, '',
    '| card says | of the cards | right | keeps the meaning | n |', '|---|---:|---:|---:|---:|',
    ...Object.entries(grades).map(([word, { share, right, adequate }]) =>
      `| ${word} | ${word === 'doubtful' ? '' : percent(share)} | ${percent(right)} | ${percent(adequate)} | ${right.of} |`), '',
  ].join('\n');
}
