import { describe, expect, it } from 'vitest';
import { resolveConstraints } from '../../../src/core/constraints/chips.ts';
import type { ScoreRequest, StepModel } from '../../../src/core/decoding/step-model.ts';
import { type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import type { ParaphraseProgress, Rewrite } from '../../../src/core/protocol.ts';
import { KnownSentence } from '../../../src/core/pipeline/known.ts';
import { planConstraints } from '../../../src/core/pipeline/plan.ts';
import { chooseDoubtful } from '../../../src/core/pipeline/choose.ts';
import { topUp } from '../../../src/core/pipeline/fill.ts';
import type { SentenceContext } from '../../../src/core/pipeline/method.ts';
import { methodOf } from '../../../src/core/pipeline/methods.ts';
import { Pool } from '../../../src/core/pipeline/pool.ts';
import { shown } from '../../../src/core/pipeline/present.ts';
import { asJudged, type SentenceRewrite } from '../../../src/core/pipeline/rewrite.ts';
import { isWanted, take } from '../../../src/core/pipeline/rounds.ts';
import { sourceText } from '../../../src/core/pipeline/source.ts';
import type { Candidate } from '../../../src/core/quality/candidate.ts';
import type { EstimatorModel } from '../../../src/core/quality/estimator.ts';
import { Masked } from '../../../src/core/text/masked.ts';
import { surpriseOf, tokenEnds } from '../../../src/core/quality/surprisal.ts';
import type { Tools } from '../../../src/core/pipeline/tools.ts';
import { toyTools } from './toy-tools.ts';

const source = 'the old man went home';
/** The words met so far, each of which is a token. */
const words: string[] = [];
const pieces = {
  encode: (text: string): number[] => text.split(' ').map((word) => (words.includes(word) ? words.indexOf(word) : words.push(word) - 1)),
  decode: (ids: readonly number[]): string => ids.map((id) => words[id]).join(' '),
  pieceText: (id: number): string => ` ${words[id]}`,
};
/** The estimator, whose reading of the rewrite alone decides. */
const estimator: EstimatorModel = {
  bias: 0,
  weights: { 'rewrite.estimate': 1 },
  first: { bias: 0, weights: { 'rewrite.estimate': 1 } },
  probes: { rewrite: [], source: [] },
  drop: 0.3,
  note: 0.4,
};
/** The requests scored so far; every text has half a nat a token, whatever it is read from. */
const scored: ScoreRequest[] = [];
const model = {
  score: (requests: readonly ScoreRequest[]) => {
    scored.push(...requests);
    return Promise.resolve(requests.map(({ target }) => ({ logProbs: new Float32Array(target.length + 1).fill(-0.5) })));
  },
} as unknown as StepModel;
const tools = toyTools(0, { model, pieces, estimator, threshold: 1.5, known: () => true });

const drawn = (text: string, forward: number, estimate: number): Candidate<'drawn'> => ({
  text,
  forward,
  pieces: 6,
  surprise: surpriseOf(text, tokenEnds(text, pieces.encode(text), pieces), new Float32Array(5).fill(-forward), { estimate }),
});

/** The rest of a round's context, where a test has its own. */
interface Around {
  readonly frame?: { readonly before: string; readonly after: string };
  readonly own?: Tools;
  readonly progress?: (event: ParaphraseProgress) => void;
}

/** A sentence and the pool that its rounds are taken into. */
interface Taken {
  readonly sentence: SentenceContext;
  readonly pool: Pool;
}

function roundsOf(options: RequestOptions = {}, { frame = { before: '', after: '' }, own = tools, progress }: Around = {}): Taken {
  const settings = settingsOf({ sets: 1, free: 0, n: 3, ...options }, tools.threshold);
  const ids = pieces.encode(source);
  const origins = [{ ids, target: ids }];
  const forms = resolveConstraints(settings, own.inflector).avoid;
  const [said, plan] = [new KnownSentence(own, origins), planConstraints(source, settings, own, { forms })];
  const mask = new Masked(frame.before + source + frame.after);
  const request = { tools: own, settings, mask, forms, method: methodOf(settings), ...(progress && { progress }) };
  const read = { text: source, ids, origins, prior: 0, lost: (rewrite: string) => mask.lost(rewrite) };
  return {
    pool: new Pool(settings, said),
    sentence: {
      ...request, frame: { ...frame, core: source }, source: sourceText(read, plan, request), said, plan,
      encoded: [{ memory: { length: 5, dispose: () => undefined }, model: own.model }],
    },
  };
}
async function add({ sentence, pool }: Taken, candidates: readonly Candidate<'drawn'>[]): Promise<void> {
  await take({ rows: candidates.length, candidates, unmet: 0 }, sentence, pool);
}
async function after(options: RequestOptions, ...candidates: Candidate<'drawn'>[]): Promise<Taken> {
  const taken = roundsOf(options);
  await add(taken, candidates);
  return taken;
}
const wants = ({ sentence, pool }: Taken, round: number): boolean => isWanted(round, sentence, pool);
const fill = ({ sentence, pool }: Taken): void => topUp(sentence, pool);
const doubted = ({ sentence, pool }: Taken): Rewrite[] =>
  chooseDoubtful(sentence, pool).map(({ candidate }) => asJudged(candidate, sentence));
/** Shows the rewrites of a pool that were accepted, the sentence's own pool by default. */
const presented = ({ sentence, pool }: Taken, accepted = pool.accepted): Promise<SentenceRewrite[]> =>
  shown(accepted.map((candidate) => ({ candidate })), sentence, pool);
const texts = ({ pool }: Taken): string[] => pool.accepted.map(({ text }) => text);

describe('the candidates of a sentence', () => {
  const good = drawn('the old man went back', 0.6, 2);
  const doubtful = [drawn('the old man left', 0.2, -3), drawn('the old man came home', 0.8, -1.5)];

  it('fills up with the best of what was scored and not accepted, and says that it is unlikely', async () => {
    const rounds = await after({}, good, ...doubtful);
    expect(texts(rounds)).toEqual(['the old man went back']);
    expect(rounds.pool.tally.counts).toMatchObject({ accepted: 1, unlikely: 2 });
    fill(rounds);
    expect(texts(rounds)).toEqual(['the old man went back', 'the old man left', 'the old man came home']);
    expect(rounds.pool.accepted.map(({ findings }) => findings.some(({ kind }) => kind === 'unlikely'))).toEqual([false, true, true]);
    expect(rounds.pool.tally.counts).toMatchObject({ accepted: 3, unlikely: 0 });
  });

  it('draws no other round where demands are met in plenty and nothing is good, else while nothing is', async () => {
    const bad = ['the old man left', 'the man left home', 'the old man came home', 'old men left'].map((text) => drawn(text, 0.8, -3));
    expect(wants(await after({}, ...bad), 1)).toBe(true);
    expect(wants(await after({ require: ['man'] }, ...bad), 1)).toBe(false);
    expect(wants(await after({ require: ['home'] }, ...bad), 1)).toBe(true);
    expect(wants(roundsOf({ require: ['man'] }), 0)).toBe(true);
  });

  it('hands over what is hardly right apart from the rest, marked, in its frame, and nothing twice', async () => {
    const told = (rounds: Taken): [string, boolean][] =>
      doubted(rounds).map(({ text, findings = [] }) => [text, findings.some(({ kind }) => kind === 'unlikely')]);
    const rounds = await after({ doubts: true }, good, ...doubtful);
    expect(told(rounds)).toEqual([['the old man came home', true], ['the old man left', true]]);
    expect(doubted(rounds)[0]).toMatchObject({ forward: 0.8, backward: 0.5, distance: 0.3333 });
    expect(rounds.pool.tally.counts).toMatchObject({ accepted: 1, unlikely: 2 });
    const framed = roundsOf({ doubts: true }, { frame: { before: 'b) ', after: ' !' } });
    await add(framed, doubtful.slice(0, 1));
    expect(told(framed)).toEqual([['b) the old man left !', true]]);
    fill(framed);
    expect(told(framed)).toEqual([]);
    expect(told(await after({ doubts: true, estimator: false }, good, ...doubtful))).toEqual([]);
  });

  it('names the words that are doubted where they are asked for, and only there', async () => {
    const [asked] = (await after({ doubts: true }, good)).pool.accepted;
    expect(asked?.doubted).toMatchObject({ kind: 'detail' });
    expect((await after({}, good)).pool.accepted[0]).not.toHaveProperty('doubted');
  });

  it('fills up no further than n, and under a strict threshold with nothing above it', async () => {
    const above = drawn('the man went home', 1.3, 2);
    const two = await after({ n: 2 }, good, ...doubtful);
    fill(two);
    expect(texts(two)).toEqual(['the old man went back', 'the old man left']);
    const open = await after({}, above);
    fill(open);
    expect(texts(open)).toEqual(['the man went home']);
    // A strict threshold reads every candidate as it would be shown: half a nat a token both ways.
    const strict = await after({ threshold: 0.9, estimator: false }, good, drawn('the old man left', 0.2, 2));
    fill(strict);
    expect(texts(strict)).toEqual([]);
    expect(strict.pool.tally.counts).toMatchObject({ aboveThreshold: 2, accepted: 0 });
  });

  it('scores nothing twice, and no copy', async () => {
    scored.length = 0;
    const rounds = await after({}, good, drawn('the old man went home', 0.1, 2));
    await add(rounds, [drawn('the old man went back', 0.5, 2)]);
    expect(texts(rounds)).toEqual(['the old man went back']);
    expect(scored).toHaveLength(1);
    expect(rounds.pool.tally.counts).toMatchObject({ sampled: 3, copies: 1, duplicates: 1, unique: 1, accepted: 1 });
  });

  it('keeps of duplicates the likeliest, at the place of the first', async () => {
    const rounds = await after({}, good, drawn('the old man left', 0.4, 2), drawn('The old man went back', 0.3, 2));
    expect(texts(rounds)).toEqual(['The old man went back', 'the old man left']);
    expect(rounds.pool.accepted[0]?.forward).toBe(0.3);
  });

  it('drops what breaks a ban, a demand or an invariant, each under its name', async () => {
    const rounds = await after({ avoid: ['leave'], require: ['man'] },
      drawn('the old man left', 0.2, 2), drawn('the old one went back', 0.2, 2), drawn('the old man did not go home', 0.2, 2), good);
    expect(texts(rounds)).toEqual(['the old man went back']);
    expect(rounds.pool.tally.counts).toMatchObject({ banned: 1, unmet: 1, invariants: { negation: 1 }, accepted: 1 });
    const without = await after({ invariants: false }, drawn('the old man did not go home', 0.2, 2));
    const [told] = await presented(without);
    expect(told?.findings?.map(({ kind }) => kind)).toContain('negation');
  });

  it('scores the likeliest only where the budget is small, and counts the others', async () => {
    const rounds = await after({ scored: 1 }, good, ...doubtful);
    expect(rounds.pool.tally.counts).toMatchObject({ accepted: 1, unlikely: 0, unscored: 2 });
  });

  it('draws another round while there are too few and new ones are to be had, and any while there is none', async () => {
    const few = await after({}, good);
    expect(wants(few, 1)).toBe(true);
    expect(wants(few, 2)).toBe(false);
    const said = await after({}, good, ...Array.from({ length: 4 }, () => good));
    expect(wants(said, 1)).toBe(false);
    const none = await after({}, ...doubtful, ...doubtful, ...doubtful, ...doubtful);
    expect([wants(none, 1), wants(none, 2)]).toEqual([true, true]);
    expect(wants(roundsOf(), 0)).toBe(true);
  });

  it('asks the adapter once of twice as many as are read backward, and goes by what it says', async () => {
    const asked: string[] = [];
    const judge = (requests: readonly ScoreRequest[]): Promise<number[]> => {
      const said = requests.map(({ target }) => pieces.decode(target));
      asked.push(...said);
      return Promise.resolve(said.map((text) => (text.includes('returned') ? 3 : -3)));
    };
    const weighed = { bias: 0, weights: { judgement: 1 } };
    const judging = { ...tools, model: { ...model, judge }, estimator: { ...estimator, ...weighed, judged: weighed } };
    const drawings = [
      'the old man went back', 'the old man left', 'home the man went', 'the old man returned', 'old men go home', 'the man left',
      'the men left',
    ].map((text, i) => drawn(text, 0.5, 2 - i / 4));
    scored.length = 0;
    const rounds = roundsOf({ scored: 2, diversity: 0 }, { own: judging });
    await add(rounds, drawings);
    expect(asked).toEqual(drawings.slice(0, 4).map(({ text }) => text));
    expect(scored).toHaveLength(2);
    expect(texts(rounds)).toEqual(['the old man returned']);
    expect(rounds.pool.accepted[0]?.right).toBeCloseTo(1 / (1 + Math.exp(-3)), 9);
    await presented(rounds);
    expect(asked).toHaveLength(5);
    const without = roundsOf({ scored: 2, estimator: false }, { own: judging });
    await add(without, drawings);
    expect(asked).toHaveLength(5);
  });

  it('takes the hypotheses of a numbered system as they are, in their order, copies and repetitions too', async () => {
    const candidates = ['the old man left', 'the old man went home', 'The old man left', 'the man went'].map((text, i) =>
      drawn(text, 2 + i, -9),
    );
    const rounds = await after({ system: 28, n: 4 }, ...candidates);
    expect(texts(rounds)).toEqual(candidates.map(({ text }) => text));
    expect(rounds.pool.tally.counts).toMatchObject({ sampled: 4, accepted: 4, copies: 0, duplicates: 0 });
    const best = await after({ system: 28, n: 1 }, ...candidates);
    expect(texts(best)).toEqual(['the old man left']);
    expect(best.pool.tally.counts).toMatchObject({ accepted: 1, unscored: 3 });
  });

  it('reads anew what it shows: the text itself, not what it was drawn with', async () => {
    const rounds = await after({}, good);
    expect(rounds.pool.accepted[0]?.forward).toBe(0.6);
    const [shown] = await presented(rounds);
    expect(shown).toMatchObject({ text: 'the old man went back', forward: 0.5, backward: 0.5, score: 1, pieces: 6, sourcePieces: 6 });
    const framed = roundsOf({}, { frame: { before: 'b) ', after: ' !' } });
    const [whole] = await presented(framed, rounds.pool.accepted);
    expect(whole).toMatchObject({ text: 'b) the old man went back !', pieces: 8, sourcePieces: 8 });
    expect((await after({ mode: 'parabank2' }, good)).pool.accepted[0]?.forward).toBe(0.5);
  });
});

describe('what is shown early', () => {
  const endings = ['now', 'then', 'again', 'alone', 'early', 'late', 'today', 'slowly', 'quietly', 'fast'];
  const others = endings.map((word) => drawn(`the old man went home ${word}`, 0.1, -0.5));
  const early = async (...batches: readonly Candidate<'drawn'>[][]): Promise<{ text: string; read: number }[]> => {
    const [shown, before]: [{ text: string; read: number }[], number] = [[], scored.length];
    const progress = (event: ParaphraseProgress): void => {
      if (event.kind === 'early') shown.push({ text: event.rewrite.text, read: scored.length - before });
    };
    const rounds = roundsOf({}, { progress });
    for (const candidates of batches) await add(rounds, candidates);
    return shown;
  };

  it('is the likeliest of the four most promising, when no more than these are read', async () => {
    const promising = drawn('the old man went back to the house where he lived with his old mother', 0.1, 3);
    expect(await early([...others, promising])).toEqual([{ text: promising.text, read: 4 }]);
  });

  it('comes once, and later where none of these is good enough', async () => {
    const tooUnlikely = ['one', 'two', 'six', 'ten'].map((word) => drawn(`the ${word} old man went home`, 1.2, 3));
    const [first, ...more] = await early([...others, ...tooUnlikely]);
    expect(others.map(({ text }) => text)).toContain(first?.text);
    expect(first?.read).toBeGreaterThan(4);
    expect(more).toEqual([]);
  });

  it('does not come again with another round', async () => {
    expect(await early(others.slice(0, 1), others.slice(1))).toHaveLength(1);
  });
});
