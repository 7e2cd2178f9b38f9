/**
 * Measures the cost of constraints and whether they hold, on the real model. Sentences come from standard input, one a line.
 *
 *     npm run -s bench:constraints -- requests [--number 1000] [--seed 0] [--shard i/n] [--model NAME]
 *     npm run -s bench:constraints -- cost     [--number 10]
 *     npm run -s bench:constraints -- fluency  [--number 100]
 *
 * requests  random requests (0–4 bans, 0–3 demands of 1–4 words, some contradicting) on a small budget, checked on the
 * text by code of its own cost      processor time with ten constraints of three words against none, in one run, pairs interleaved
 * fluency   backward score with one demanded synonym of the lexicon (WordNet, PPDB) against the unconstrained rank 1;
 * prints every pair to be read
 */
import { readFileSync } from 'node:fs';
import { parseFlags } from '../../src/cli/flags.ts';
import { loadLexicon } from '../../src/cli/lexical.ts';
import { parseShard, shardRange } from '../../src/cli/shard.ts';
import { type LoadedTools, loadTools } from '../../src/cli/tools.ts';
import { resolveConstraints } from '../../src/core/constraints/chips.ts';
import { beamSearch } from '../../src/core/decoding/beam.ts';
import { Random } from '../../src/core/decoding/random.ts';
import { sampleBatch } from '../../src/core/decoding/sample.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import type { Lexicon } from '../../src/core/text/lexicon.ts';
import { paraphraseText } from '../../src/core/pipeline/text.ts';
import { type RequestOptions, settingsOf } from '../../src/core/options.ts';
import type { ParaphraseResult } from '../../src/core/protocol.ts';

const SMALL = { sets: 2, samples: 4, rounds: 1, scored: 6, beam: 6 };
const say = (value: unknown): void => { process.stdout.write(`${JSON.stringify(value)}\n`); };

/** Tells whether the phrase stands in the text between word boundaries, written apart from the engine's matcher; `that's's` is one word. */
function holds(text: string, phrase: string): boolean {
  const fold = (value: string): string => value.toLowerCase().replaceAll('’', "'");
  const escaped = fold(phrase).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?<!\p{L}')${escaped}(?![\p{L}\p{N}])(?!'(?!s(?!'?\p{L}))\p{L})`, 'u').test(fold(text));
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}']+/gu)?.filter((word) => /\p{L}/u.test(word)) ?? [];
const below = (random: Random, most: number): number => Math.floor(random.uniform() * most);
const pick = <T>(random: Random, items: readonly T[]): T => items[below(random, items.length)] as T;

function phraseOf(words: readonly string[], random: Random): string {
  const length = Math.min(words.length, 1 + below(random, 4));
  const at = below(random, words.length - length + 1);
  return words.slice(at, at + length).join(' ');
}

interface Requests {
  readonly number: number;
  readonly seed: number;
  readonly shard: string | undefined;
}

async function requests(tools: LoadedTools, sentences: readonly string[], { number, seed, shard }: Requests): Promise<void> {
  const count = {
    requests: 0,
    errors: {} as Record<string, number>,
    rewrites: 0,
    withoutRewrites: 0,
    bannedForms: 0,
    missingDemands: 0,
    satisfiable: 0,
    met: 0,
    conflicts: 0,
    unmet: {} as Record<string, number>,
  };
  const { from, to } = shard === undefined ? { from: 0, to: number } : shardRange(parseShard(shard), number);
  for (let i = from; i < to; i += 1) {
    const random = new Random(seed, i);
    const text = pick(random, sentences);
    const own = wordsOf(text);
    const phrases = (most: number): string[] =>
      Array.from({ length: below(random, most + 1) }, () =>
        phraseOf(below(random, 3) < 2 ? own : wordsOf(pick(random, sentences)), random),
      );
    const [avoid, require] = [phrases(4), phrases(3)];
    count.requests += 1;
    try {
      const result = await rewrites(tools, text, { avoid, require, seed: i, ...SMALL });
      const banned = resolveConstraints({ avoid, require }, tools.inflector).avoid;
      const unmet = new Map(result.unmet.map(({ phrase, reason }) => [phrase, reason]));
      count.rewrites += result.rewrites.length;
      if (result.rewrites.length === 0) count.withoutRewrites += 1;
      for (const reason of unmet.values()) count.unmet[reason] = (count.unmet[reason] ?? 0) + 1;
      for (const rewrite of result.rewrites) {
        const broken = banned.filter((form) => holds(rewrite.text, form));
        const missing = require.filter((phrase) => !unmet.has(phrase) && !holds(rewrite.text, phrase));
        count.bannedForms += broken.length;
        count.missingDemands += missing.length;
        if (broken.length + missing.length > 0) say({ text, avoid, require, rewrite: rewrite.text, broken, missing });
      }
      for (const phrase of new Set(require)) {
        if (unmet.get(phrase) === 'conflicts with a ban') count.conflicts += 1;
        else {
          count.satisfiable += 1;
          if (!unmet.has(phrase) && result.rewrites.length > 0) count.met += 1;
        }
      }
    } catch (error) {
      if (!(error instanceof OtherwiseError)) throw error;
      count.errors[error.code] = (count.errors[error.code] ?? 0) + 1;
    }
    if (count.requests % 50 === 0)
      process.stderr.write(`${count.requests}: ${count.bannedForms} banned forms, ${count.met} of ${count.satisfiable} demands met\n`);
  }
  say(count);
}

interface Work { readonly milliseconds: number; readonly steps: number; readonly rows: number }

/** Measures the processor time of a task and what it asked of the model. */
async function workOf(tools: LoadedTools, task: (model: LoadedTools['model']) => Promise<unknown>): Promise<Work> {
  let steps = 0;
  let rows = 0;
  const counted: LoadedTools['model'] = {
    vocabularySize: tools.model.vocabularySize,
    eos: tools.model.eos,
    maxPositions: tools.model.maxPositions,
    reserved: tools.model.reserved,
    encode: (...given) => tools.model.encode(...given),
    begin: (...given) => tools.model.begin(...given),
    score: (...given) => tools.model.score(...given),
    step: (...given) => {
      steps += 1;
      rows += given[1].length;
      return tools.model.step(...given);
    },
  };
  const before = process.cpuUsage();
  await task(counted);
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1000, steps, rows };
}

async function cost(tools: LoadedTools, sentences: readonly string[], number: number): Promise<void> {
  const totals: Record<string, Work[]> = {};
  const note = (name: string, work: Work): void => { (totals[name] ??= []).push(work); };
  const text = tools.pieces;
  for (let i = 0; i < number; i += 1) {
    const random = new Random(7, i);
    const source = sentences[i % sentences.length] ?? '';
    const others = Array.from({ length: 10 }, () => wordsOf(pick(random, sentences)).slice(0, 3).join(' '));
    const ids = tools.pieces.encode(source);
    const three = others.map((phrase) => tools.pieces.encode(` ${phrase}`));
    const memory = await tools.model.encode(ids);
    const tags = tools.tags({ distance: 1 });
    const beam = { tags, beam: 12, maxTokens: 90, text };
    const sample = { tags, samples: 8, topK: 10, temperature: 0.55, seed: i, maxTokens: 90, text };
    for (const turn of i % 2 === 0 ? [0, 1, 2, 3, 4] : [4, 3, 2, 1, 0]) {
      if (turn === 0) note('beam, none', await workOf(tools, (model) => beamSearch(model, memory, beam)));
      if (turn === 1) note('beam, 10 demands', await workOf(tools, (model) => beamSearch(model, memory, { ...beam, require: three })));
      if (turn === 2) note('beam, 10 bans', await workOf(tools, (model) => beamSearch(model, memory, { ...beam, avoid: three })));
      if (turn === 3)
        note(
          'sampling, none',
          await workOf(tools, (model) => sampleBatch(model, memory, { ...sample, sets: Array.from({ length: 5 }, () => ({ avoid: [] })) })),
        );
      if (turn === 4)
        note(
          'sampling, 10 bans',
          await workOf(tools, (model) =>
            sampleBatch(model, memory, { ...sample, sets: Array.from({ length: 5 }, () => ({ avoid: three })) }),
          ),
        );
    }
    memory.dispose();
  }
  const sum = (name: string, of: (work: Work) => number): number => (totals[name] ?? []).reduce((total, work) => total + of(work), 0);
  const perRow = (name: string): number => sum(name, (work) => work.milliseconds) / sum(name, (work) => work.rows);
  const perSentence = (name: string): number => sum(name, (work) => work.milliseconds) / number;
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  say({
    sentences: number,
    rows: Object.fromEntries(
      Object.keys(totals).map((name) => [
        name,
        {
          milliseconds: rounded(perSentence(name)),
          millisecondsARow: rounded(perRow(name)),
          rowsAStep: rounded(sum(name, (work) => work.rows) / sum(name, (work) => work.steps)),
        },
      ]),
    ),
    ratios: {
      beamRowWithDemands: rounded(perRow('beam, 10 demands') / perRow('beam, none')),
      beamRowWithBans: rounded(perRow('beam, 10 bans') / perRow('beam, none')),
      samplingSentenceWithBans: rounded(perSentence('sampling, 10 bans') / perSentence('sampling, none')),
    },
  });
}

const COMMON_IDF = 12;
const STRONG_EVIDENCE = 4.5;

/**
 * The content word of a sentence whose substitute of the same meaning has the strongest evidence in the lexicon, both
 * of them common words.
 */
function bestSynonym(text: string, tools: LoadedTools, lexicon: Lexicon): { word: string; synonym: string } | undefined {
  const idf = tools.systems?.idf;
  const found = wordsOf(text)
    .filter((word) => word === word.toLowerCase() && !tools.inflector.isClosed(word))
    .flatMap((word) =>
      lexicon
        .alternatives(word, { relation: 'equivalence' })
        .filter(
          ({ word: synonym, score }) => score >= STRONG_EVIDENCE && (idf?.idf(synonym) ?? Infinity) <= COMMON_IDF && !holds(text, synonym),
        )
        .map(({ word: synonym, score }) => ({ word, synonym, score })),
    );
  return found.toSorted((a, b) => b.score - a.score)[0];
}

const rewrites = (tools: LoadedTools, text: string, options: RequestOptions): Promise<ParaphraseResult> =>
  paraphraseText(text, { tools, settings: settingsOf(options, tools.threshold) }, { lines: true });

async function fluency(tools: LoadedTools, sentences: readonly string[], number: number): Promise<void> {
  const lexicon = await loadLexicon();
  const differences: number[] = [];
  let unmet = 0;
  for (const text of sentences) {
    if (differences.length + unmet >= number) break;
    const found = bestSynonym(text, tools, lexicon);
    if (!found) continue;
    const budget = { sets: 3, samples: 6, rounds: 1, seed: 0 };
    const free = (await rewrites(tools, text, budget)).rewrites[0];
    if (!free) continue;
    const bound = (await rewrites(tools, text, { ...budget, require: [found.synonym] })).rewrites[0];
    if (bound) differences.push(bound.backward - free.backward);
    else unmet += 1;
    say({
      text,
      word: found.word,
      synonym: found.synonym,
      free: free.text,
      bound: bound?.text ?? null,
      backward: [free.backward, bound?.backward ?? null],
    });
  }
  const mean = differences.reduce((total, value) => total + value, 0) / Math.max(1, differences.length);
  say({ sentences: differences.length, unmet, meanWorse: Math.round(mean * 1000) / 1000 });
}

async function main(): Promise<void> {
  const [act = '', ...rest] = process.argv.slice(2);
  const flags = parseFlags(rest, { number: 'number', seed: 'number', shard: 'string', model: 'string' });
  const sentences = readFileSync(0, 'utf8').split('\n').map((line) => line.trim()).filter((line) => line !== '');
  if (sentences.length === 0) throw new Error('Give sentences on standard input, one a line.');
  const number = flags['number'] as number | undefined;
  const tools = await loadTools((flags['model'] as string | undefined) ?? 'base', 1);
  if (act === 'requests')
    await requests(tools, sentences, {
      number: number ?? 1000, seed: (flags['seed'] as number | undefined) ?? 0, shard: flags['shard'] as string | undefined,
    });
  else if (act === 'cost') await cost(tools, sentences, number ?? 10);
  else if (act === 'fluency') await fluency(tools, sentences, number ?? 100);
  else throw new Error(`Unknown: ${act}. One of requests, cost, fluency.`);
}

await main();
