import { describe, expect, it } from 'vitest';
import { CandidatePool } from '../../../src/pipeline/rounds.ts';
import type { Drawn } from '../../../src/pipeline/draw.ts';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { planConstraints } from '../../../src/pipeline/plan.ts';
import type { ScoreRequest, StepModel } from '../../../src/decoding/step-model.ts';
import { wordKnowledge } from '../../../src/text/knowledge.ts';
import { estimatorFeatures, type EstimatorModel } from '../../../src/quality/estimator.ts';
import { surpriseOf } from '../../../src/quality/surprisal.ts';
import { defaultSettings, type Settings } from '../../../src/pipeline/context.ts';
import type { Tools } from '../../../src/pipeline/tools.ts';

const source = 'the old man went home';
const [inflector, idf] = await Promise.all([loadInflector(), loadIdf()]);
/** Every word is a piece. */
const words: string[] = [];
const pieces = {
  encode: (text: string): number[] => text.split(' ').map((word) => (words.includes(word) ? words.indexOf(word) : words.push(word) - 1)),
  decode: (ids: readonly number[]): string => ids.map((id) => words[id]).join(' '),
  pieceText: (id: number): string => ` ${words[id]}`,
};
/** Good where the estimator of the rewrite says so. */
const doubt = {
  bias: 0,
  weights: Object.fromEntries(estimatorFeatures.map((name) => [name, name === 'rewrite.estimate' ? 1 : 0])),
  estimators: { rewrite: [], source: [] },
  drop: 0.3,
  note: 0.4,
} as unknown as EstimatorModel;
/** The source has half a nat a piece, whatever it is read from. */
const model = {
  score: (requests: readonly ScoreRequest[]) =>
    Promise.resolve(requests.map(({ target }) => ({ logProbs: new Float32Array(target.length + 1).fill(-0.5) }))),
} as unknown as StepModel;
const tools = {
  name: 'fake',
  model,
  pieces,
  threshold: 1.5,
  doubt,
  tags: () => [],
  inflector,
  known: () => true,
  words: wordKnowledge(inflector, idf),
  meaning: undefined,
  systems: undefined,
} as Tools;
const settings: Settings = { ...defaultSettings(1.5), sets: 0 };

const drawn = (text: string, forward: number, estimate: number): Drawn => ({
  text,
  forward,
  pieces: 6,
  surprise: surpriseOf(text, pieces.encode(text).map(pieces.pieceText), new Float32Array(5).fill(-forward), { estimate }),
});

async function poolOf(...candidates: Drawn[]): Promise<CandidatePool> {
  const pool = new CandidatePool(source, pieces.encode(source), undefined, planConstraints(source, settings, tools), settings, tools);
  await pool.add(candidates, candidates.length);
  return pool;
}
const texts = (pool: CandidatePool): string[] => pool.accepted.map(({ text }) => text);

describe('the candidates of a sentence', () => {
  it('fills up with what would be listed behind the accepted ones, and with the others only when that does not suffice', async () => {
    const candidates = [
      drawn('the old man went back', 0.6, 2),
      drawn('the old man left', 0.2, -1),
      drawn('the old man came home', 0.8, -1.5),
      drawn('the man went home', 0.9, -2),
    ];
    const pool = await poolOf(...candidates);
    expect(texts(pool)).toEqual(['the old man went back']);
    pool.topUp(3);
    expect(texts(pool)).toEqual(['the old man went back', 'the old man came home', 'the man went home']);
    const all = await poolOf(...candidates);
    all.topUp(5);
    expect(texts(all)).toEqual(['the old man went back', 'the old man came home', 'the man went home', 'the old man left']);
    expect(all.accepted.slice(1).every(({ slips }) => slips.some(({ message }) => message.includes('scores poorly')))).toBe(true);
  });

  it('fills up by how good they are where nothing was accepted', async () => {
    const pool = await poolOf(drawn('the old man left', 0.2, -3), drawn('the old man came home', 0.8, -1));
    pool.topUp(1);
    expect(texts(pool)).toEqual(['the old man came home']);
  });

  it('scores nothing twice, and no copy', async () => {
    const pool = await poolOf(drawn('the old man went back', 0.6, 2), drawn('the old man went home', 0.1, 2));
    await pool.add([drawn('the old man went back', 0.5, 2)], 1);
    expect(texts(pool)).toEqual(['the old man went back']);
    expect([pool.sampled, pool.unique.size]).toEqual([3, 1]);
  });
});
