import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { command as score } from '../../../src/cli/commands/score.ts';
import { loadTools, type LoadedTools } from '../../../src/cli/tools.ts';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import { beamSearch } from '../../../src/core/decoding/beam.ts';
import type { StepModel } from '../../../src/core/decoding/step-model.ts';
import { type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import { maxPieces } from '../../../src/core/pipeline/plan.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import type { TextModel } from '../../../src/core/pipeline/tools.ts';
import type { ConstraintSet, ParaphraseResult } from '../../../src/core/protocol.ts';
import { plainWords } from '../../../src/core/text/words.ts';
import { errorCodes, runCommand } from '../cli/run-command.ts';

const half = (name: string): string => new URL(`../../hub/otherwise/${name}`, import.meta.url).pathname;
const name = `pair:${half('tiny-en-cs')},${half('tiny-cs-en')}`;
const sentence = 'I told her that the new government wanted to work for them.';
/** The tiny pair translates nothing right, so nothing is refused for its score. */
const open = { threshold: 100 };

let tools: LoadedTools;
let toPivot: TextModel;
beforeAll(async () => {
  tools = await loadTools(name, 1);
  toPivot = tools.pivot as TextModel;
}, 60_000);

const run = (text: string, options: RequestOptions): Promise<ParaphraseResult> =>
  paraphraseText(text, { tools, settings: settingsOf({ ...open, ...options }, tools.threshold) });

/** The best translations, by the mean log-probability of a token. */
async function translations(from: TextModel, text: string, beam = 12): Promise<string[]> {
  const ids = from.pieces.encode(text);
  const memory = await from.model.encode(ids);
  const found = await beamSearch(from.model, memory, { tags: [], beam, maxTokens: maxPieces(ids.length), lengthPenalty: 1 });
  memory.dispose();
  return found.map(({ tokens }) => from.pieces.decode(tokens).trim());
}

/** Gives the nats a token of a target, given its source. */
async function nats(model: StepModel, source: readonly number[], target: readonly number[]): Promise<number> {
  const [scores] = await model.score([{ source, tags: [], target }]);
  const logProbs = [...(scores?.logProbs ?? [])];
  return -logProbs.reduce((sum, value) => sum + value, 0) / logProbs.length;
}

/** Figures by way of each pivot: of the rewrite given the pivot, and of the pivot given the rewrite. */
async function figures(rewrite: string, pivots: readonly string[]): Promise<{ forward: number; backward: number }[]> {
  return Promise.all(pivots.map(async (pivot) => ({
    forward: await nats(tools.model, tools.pieces.encode(pivot), tools.pieces.encode(rewrite)),
    backward: await nats(toPivot.model, toPivot.pieces.encode(rewrite), toPivot.pieces.encode(pivot)),
  })));
}

/** Tells whether a text breaks no ban of a set, has what it demands, and does not begin as it forbids. */
function isMet({ avoid, require, anchored = [] }: ConstraintSet, text: string): boolean {
  const opening = plainWords(text);
  return !new HardBan(avoid).violates(text) && require.every((phrase) => new HardBan([phrase]).violates(text)) &&
    anchored.flat().every((token, at) => opening[at] !== token.toLowerCase());
}

describe('a pair of translators', () => {
  it('scores a rewrite by way of the pivot where both directions are likeliest, one model each way', async () => {
    const pivots = (await translations(toPivot, sentence)).slice(0, 3);
    const { rewrites, counts } = await run(sentence, { mode: 'parabank2', samples: 4, pivots: 3 });
    expect(counts.sampled).toBe(20);
    expect(rewrites.length).toBeGreaterThan(2);
    for (const rewrite of rewrites) {
      const all = await figures(rewrite.text, pivots);
      const [best] = all.toSorted((a, b) => a.forward + a.backward - (b.forward + b.backward));
      expect(rewrite.forward).toBeCloseTo(best?.forward ?? NaN, 3);
      expect(rewrite.backward).toBeCloseTo(best?.backward ?? NaN, 3);
    }
    const requests = rewrites.map(({ text }) => ({ source: sentence, rewrite: text }));
    const { lines } = await runCommand<{ score: number }>(score, ['--model', name, '--threads', '1'], requests);
    expect(lines.map((line) => line.score)).toEqual(rewrites.map((rewrite) => expect.closeTo(rewrite.score, 3) as number));
  }, 120_000);

  it('has one pivot in ParaBank 2, for which score gives the same figures', async () => {
    const { rewrites } = await run(sentence, { mode: 'parabank2', samples: 4 });
    expect(rewrites.length).toBeGreaterThan(0);
    const requests = rewrites.map(({ text }) => ({ source: sentence, rewrite: text, pivots: 1 }));
    const { lines } = await runCommand<{ score: number }>(score, ['--model', name, '--threads', '1'], requests);
    expect(lines.map((line) => line.score)).toEqual(rewrites.map((rewrite) => expect.closeTo(rewrite.score, 3) as number));
  }, 60_000);

  it('draws from as many pivots as it is told to', async () => {
    const texts = async (pivots: number): Promise<string> =>
      JSON.stringify((await run(sentence, { mode: 'parabank2', samples: 4, pivots })).rewrites);
    const [one, two, again] = [await texts(1), await texts(2), await texts(2)];
    expect(two).toBe(again);
    expect(two).not.toBe(one);
  }, 60_000);

  it('gives the same bytes twice from the command line, in every mode', async () => {
    const requests = [
      { text: sentence, mode: 'otherwise', sets: 2, samples: 4, free: 1, avoid: ['government'] },
      { text: sentence, mode: 'parabank2', samples: 4, require: ['work'] },
      { text: sentence, system: 17, n: 3 }, { text: sentence, system: 'backtranslate', n: 3 },
    ].map((request) => ({ ...request, ...open }));
    const printed = async (): Promise<string> => {
      const { code, text } = await runCommand(paraphrase, ['--model', name, '--threads', '1'], requests);
      expect(code).toBe(0);
      return text;
    };
    const first = await printed();
    expect(first.match(/"model":"pair:/gu)).toHaveLength(requests.length);
    expect(await printed()).toBe(first);
  }, 120_000);

  it('runs all of ParaBank\'s systems, each with its constraints', async () => {
    const applicable: number[] = [];
    for (let system = 1; system <= 37; system += 1) {
      const { rewrites, constraints: sets, mode, unmet } = await run(sentence, { system, beam: 3, n: 2, pivots: 1 });
      expect(mode).toBe('parabank');
      if (unmet.some(({ reason }) => /too few|no /u.test(reason)) && rewrites.length === 0) continue;
      applicable.push(system);
      expect(sets.length, `${system}`).toBeGreaterThanOrEqual(1);
      if (system < 35) expect(sets, `${system}`).toHaveLength(1);
      for (const { text } of rewrites)
        expect((sets as ConstraintSet[]).some((set) => isMet(set, text)), `${system}: ${text}`).toBe(true);
    }
    expect(applicable.length).toBeGreaterThan(30);
  }, 240_000);

  it('translates back plainly as ParaNMT does: the best pivot, a beam of 12, the best hypothesis', async () => {
    const [pivot = ''] = await translations(toPivot, sentence);
    const expected = await translations(tools, pivot);
    const { rewrites, mode } = await run(sentence, { system: 'backtranslate', n: 3 });
    expect(mode).toBe('parabank');
    expect(rewrites.map(({ text }) => text)).toEqual(expected.slice(0, 3));
    expect((await run(sentence, { system: 'backtranslate' })).rewrites.map(({ text }) => text)).toEqual(expected.slice(0, 1));
    const alone = await runCommand(paraphrase, ['--model', 'tiny', '--system', 'backtranslate'], [sentence]);
    expect(errorCodes(alone)).toEqual(['bad-request']);
  }, 60_000);

  it('keeps bans and demands in random requests', async () => {
    const words = ['told', 'her', 'new', 'government', 'to', 'work', 'the', 'people', 'was', 'will', 'they'];
    const modes = fc.constantFrom<RequestOptions>({}, { mode: 'parabank2' }, { system: 28 }, { system: 'backtranslate' });
    let shown = 0;
    await fc.assert(fc.asyncProperty(
      modes, fc.subarray(words, { maxLength: 3 }), fc.subarray(words, { maxLength: 2 }), fc.nat(1000),
      async (mode, avoid, require, seed) => {
        const small = { sets: 2, samples: 3, free: 0, rounds: 1, beam: 5 };
        const { rewrites, unmet } = await run(sentence, { ...small, ...mode, avoid, require, seed });
        const wanted = require.filter((phrase) => !unmet.some((one) => one.phrase === phrase));
        const banned = new HardBan(avoid.flatMap((word) => tools.inflector.forms(word)).concat(avoid));
        for (const { text } of rewrites) {
          expect(banned.violations(text)).toEqual([]);
          for (const phrase of wanted) expect(new HardBan([phrase]).violates(text)).toBe(true);
          shown += 1;
        }
      },
    ), { numRuns: 20, seed: 20 });
    expect(shown).toBeGreaterThan(20);
  }, 240_000);

  it('is refused where it is none, or not made of translators', async () => {
    await expect(loadTools('pair:one', 1)).rejects.toMatchObject({ code: 'bad-request' });
    await expect(loadTools('pair:a,b,c', 1)).rejects.toMatchObject({ code: 'bad-request' });
    await expect(loadTools(`pair:${half('tiny-en-cs')},tiny`, 1)).rejects.toMatchObject({ code: 'model-unsupported' });
    await expect(loadTools(`pair:${half('nowhere')},${half('tiny-cs-en')}`, 1)).rejects.toMatchObject({ code: 'model-not-found' });
  }, 60_000);
});
