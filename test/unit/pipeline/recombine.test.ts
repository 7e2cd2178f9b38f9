import { describe, expect, it } from 'vitest';
import type { ScoreRequest } from '../../../src/core/decoding/step-model.ts';
import { type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import { recombinations } from '../../../src/core/pipeline/recombine.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import type { ParaphraseResult } from '../../../src/core/protocol.ts';
import { pieces, toyTools } from './toy-tools.ts';

const source = 'The old man sold his boat to a neighbour last week.';
const donors = [
  { text: 'The elderly man sold his boat to a neighbour last week.', right: 0.9 },
  { text: 'The old man handed his vessel to a neighbour last week.', right: 0.5 },
  { text: 'The elderly man sold his boat to a neighbour some days ago.', right: 0.8 },
];
const texts = (): string[] => recombinations(source, donors).map(({ text }) => text);

describe('recombined texts', () => {
  it('combine edits of different candidates, apply each edit alone, and come most probable first', () => {
    expect(recombinations(source, donors).slice(0, 3).map(({ text, right }) => [text, right])).toEqual([
      ['The elderly man sold his boat to a neighbour last week.', 0.9],
      ['The elderly man sold his boat to a neighbour some days ago.', 0.8],
      ['The old man sold his boat to a neighbour some days ago.', 0.8],
    ]);
    expect(texts()).toContain('The elderly man handed his vessel to a neighbour some days ago.');
    expect(texts()).toContain('The old man handed his vessel to a neighbour last week.');
  });

  it('take edits of one candidate as right together, and those of different ones as independent', () => {
    const rightOf = new Map(recombinations(source, donors).map(({ text, right }) => [text, right]));
    expect(rightOf.get('The old man handed his vessel to a neighbour last week.')).toBe(0.5);
    expect(rightOf.get('The elderly man handed his vessel to a neighbour last week.')).toBeCloseTo(0.45, 9);
  });

  it('have no edit, and no edits together, that are far less probable than the best rewrite', () => {
    const far = [...donors, { text: 'The young man sold his boat to a neighbour last week.', right: 0.3 }];
    expect(recombinations(source, far).map(({ text }) => text)).toEqual(texts());
    const two = [
      { text: 'The aged man sold his boat to a neighbour last week.', right: 0.24 },
      { text: 'The old man sold his boat to a neighbour last month.', right: 0.24 },
    ];
    expect(recombinations(source, two).map(({ text }) => text)).toEqual(two.map(({ text }) => text));
  });

  it('never apply two edits that meet', () => {
    const whole = /^The (?:old|elderly) man (?:sold his boat|handed his vessel) to a neighbour (?:last week|some days ago)\.$/u;
    for (const text of texts()) expect(text).toMatch(whole);
  });
});

const weighed = { bias: 0, weights: { judgement: 1 } };
const estimator = {
  ...weighed, first: { bias: 0, weights: {} }, judged: weighed, probes: { rewrite: [], source: [] }, drop: 0.1, note: 0.2,
};
interface Rewritten {
  readonly result: ParaphraseResult;
  readonly read: readonly string[];
}
const manyWords = (text: string): number => new Set(text.split(' ')).size / 2 - 2;
/** Rewrites a sentence with a toy model. Its adapter gives the logits of `logit`, by default higher ones to texts with more words. */
async function rewritten(options: RequestOptions, logit = manyWords): Promise<Rewritten> {
  const read: string[] = [];
  const tools = toyTools(3, { estimator });
  const judge = (requests: readonly ScoreRequest[]): Promise<number[]> => {
    const said = requests.map(({ target }) => pieces.decode(target));
    read.push(...said);
    return Promise.resolve(said.map(logit));
  };
  Object.defineProperty(tools.model, 'judge', { value: judge });
  const settings = settingsOf({ invariants: false, ...options }, tools.threshold);
  return { result: await paraphraseText('the old man went home.', { tools, settings }), read };
}

describe('the recombination step', () => {
  it('adds candidates that were not drawn, read by the adapter and counted apart from the samples', async () => {
    const [plain, more] = [await rewritten({ recombine: false }), await rewritten({})];
    expect(plain.result.counts.recombined).toBeUndefined();
    expect(more.result.counts.recombined).toBeGreaterThan(0);
    expect(more.result.counts.recombined).toBeLessThanOrEqual(6);
    expect(more.read.length).toBeGreaterThan(plain.read.length);
    expect({ ...more.result.counts, recombined: undefined }).toEqual({ ...plain.result.counts, recombined: undefined });
  });

  it('does nothing where every candidate is very unlikely to pass the reject threshold', async () => {
    const hopeless = (): number => -8;
    const [plain, more] = [await rewritten({ recombine: false }, hopeless), await rewritten({}, hopeless)];
    expect(more.result.counts).toEqual(plain.result.counts);
    expect(more.read).toEqual(plain.read);
  });
});

describe('candidates that the adapter has read', () => {
  it('are scored backward unless they are very unlikely to pass, but at least as many as are wanted', async () => {
    const scoredOf = ({ result: { counts } }: Rewritten): number => counts.accepted + counts.unlikely + counts.aboveThreshold;
    const options = { recombine: false, rounds: 1, threshold: 100, n: 2, scored: 12 };
    const [all, few] = [await rewritten(options, () => 0), await rewritten(options, () => -8)];
    expect(scoredOf(all)).toBe(12);
    expect(scoredOf(few)).toBe(2);
    const half = await rewritten(options, (text) => (text.includes('old') ? 0 : -8));
    expect(scoredOf(half)).toBe(new Set(half.read.filter((text) => text.includes('old'))).size);
  });
});
