import { describe, expect, it } from 'vitest';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import { beamSearch } from '../../../src/core/decoding/beam.ts';
import { BigramModel } from '../../../src/lab/decoding/bigram.ts';
import { planInsertion } from '../../../src/core/decoding/insertion.ts';
import { Prefix } from '../../../src/core/decoding/prefix.ts';
import { Random } from '../../../src/core/decoding/random.ts';
import { sampleBatch } from '../../../src/core/decoding/sample.ts';
import type { SampleRequest } from '../../../src/core/decoding/sample-request.ts';
import { Steering } from '../../../src/core/decoding/steering.ts';

/** A bigram model over words, written as the probabilities of what follows; the rest is shared out thinly. */
function bigram(
  words: readonly string[],
  follows: Readonly<Record<string, Readonly<Record<string, number>>>>,
): { model: BigramModel; text: { pieceText(id: number): string } } {
  const rows = words.map((word) => words.map((next) => Math.log(follows[word]?.[next] ?? 0.0005)));
  return { model: new BigramModel(rows, 0, 0), text: { pieceText: (id) => words[id] ?? '' } };
}

const base = { tags: [], samples: 200, topK: 6, temperature: 1, seed: 3, maxTokens: 12 } satisfies Partial<SampleRequest>;
const share = <T>(items: readonly T[], test: (item: T) => boolean): number => items.filter(test).length / items.length;

describe('look-ahead at bans', () => {
  const words = ['', ' postp', 'one', 'une', ' delay', ' it', ' put', ' off'];
  const { model, text } = bigram(words, {
    '': { ' postp': 0.8, ' delay': 0.15, ' put': 0.04 },
    ' postp': { one: 0.97, une: 0.03 },
    one: { ' it': 1 },
    une: { ' it': 1 },
    ' delay': { ' it': 1 },
    ' put': { ' off': 1 },
    ' off': { ' it': 1 },
    ' it': { '': 1 },
  });

  it.each([
    ['soft', { sets: [{ avoid: [[1, 2]] }] }],
    ['hard', { sets: [{ avoid: [] }], hardBan: new HardBan(['postpone']) }],
  ])('leaves few stumps of a %s-banned word', async (_, constraints) => {
    const { samples, counts } = await sampleBatch(model, await model.encode([]), { ...base, ...constraints, text });
    const finished = samples.filter((sample) => sample.finished).map(({ tokens }) => tokens.map((id) => words[id]).join(''));
    expect(counts.finished).toBeGreaterThan(190);
    expect(share(finished, (written) => new HardBan(['postpone']).violates(written))).toBe(0);
    expect(share(finished, (written) => written.includes('postp'))).toBeLessThan(0.1);
    expect(share(finished, (written) => written === ' delay it')).toBeGreaterThan(0.6);
  });

  it('keeps words that only begin like a banned one', async () => {
    const { samples } = await sampleBatch(model, await model.encode([]), {
      ...base,
      sets: [{ avoid: [] }],
      hardBan: new HardBan(['postp', 'postpune']),
      text,
    });
    expect(share(samples, ({ tokens }) => tokens.includes(2))).toBeGreaterThan(0.7);
  });

  it('drops stumps from the beam when asked', async () => {
    const request = { tags: [], beam: 4, maxTokens: 6, avoid: [[1, 2]], text };
    const found = async (stumpShare?: number): Promise<boolean> =>
      (await beamSearch(model, await model.encode([]), { ...request, ...(stumpShare !== undefined && { stumpShare }) })).some(
        ({ tokens }) => tokens.includes(1),
      );
    expect([await found(), await found(0.5), await found(0.99)]).toEqual([true, false, true]);
  });
});

describe('places for demands', () => {
  const words = ['', ' we', ' put', ' it', ' off', ' delay', '.', ' delay-line'];
  const { model, text } = bigram(words, {
    '': { ' we': 1 },
    ' we': { ' put': 0.97, ' delay': 0.02 },
    ' put': { ' it': 1 },
    ' it': { ' off': 0.5, '.': 0.5 },
    ' off': { '.': 1 },
    ' delay': { ' it': 1 },
    '.': { '': 1 },
  });
  const demand = { phrase: 'delay', alternatives: [[5]] };

  it('begins a demand where it fits best, not where the text happens to end', async () => {
    const { samples, counts } = await sampleBatch(model, await model.encode([]), {
      ...base,
      sets: [{ avoid: [], require: [demand] }],
      text,
      expectedLength: 5,
    });
    expect(counts.finished).toBe(base.samples);
    expect(share(samples, ({ tokens }) => tokens.slice(0, 2).join() === '1,5')).toBeGreaterThan(0.8);
    expect(share(samples, ({ satisfied }) => satisfied)).toBe(1);
  });

  it('meets several demands on the second course', async () => {
    const require = [demand, { phrase: 'off', alternatives: [[4]] }];
    for (const ordered of [false, true]) {
      const { samples } = await sampleBatch(model, await model.encode([]), {
        ...base,
        sets: [{ avoid: [], require, ordered }],
        text,
        expectedLength: 5,
      });
      expect(share(samples, ({ finished }) => finished)).toBeGreaterThan(0.95);
      expect(share(samples, ({ tokens }) => tokens.join() === '1,5,3,4,6')).toBeGreaterThan(0.6);
    }
  });

  it('puts a demand in the place of the word that it replaces, on the first course', async () => {
    const own = ['', ' we', ' postpone', ' it', ' delay', '.'];
    const other = bigram(own, {
      '': { ' we': 1 }, ' we': { ' postpone': 0.999 }, ' postpone': { ' it': 1 }, ' delay': { ' it': 1 }, ' it': { '.': 1 }, '.': { '': 1 },
    });
    const written = async (replaces?: ReadonlyMap<number, readonly number[]>): Promise<string[]> => {
      const require = [{ phrase: 'delay', alternatives: [[4]], ...(replaces && { replaces }) }];
      const { samples } = await sampleBatch(other.model, await other.model.encode([]), {
        ...base, topK: 2, sets: [{ avoid: [], require }], text: other.text, expectedLength: 4, pressed: 0,
      });
      return samples.map(({ tokens }) => tokens.map((id) => own[id]).join(''));
    };
    expect(share(await written(), (text) => text.includes('delay'))).toBeLessThan(0.05);
    expect(share(await written(new Map([[4, [2]]])), (text) => text.startsWith(' we delay it'))).toBeGreaterThan(0.95);
  });

  it('keeps a word open that one demand replaces and another one asks for', async () => {
    const own = ['', ' big', ' large', ' house'];
    const other = bigram(own, { '': { ' big': 0.9 }, ' big': { ' house': 1 }, ' large': { ' house': 1 }, ' house': { '': 1 } });
    const require = [
      { phrase: 'large', alternatives: [[2]], replaces: new Map([[2, [1]]]) }, { phrase: 'big', alternatives: [[1]] },
    ];
    const { samples } = await sampleBatch(other.model, await other.model.encode([]), {
      ...base, topK: 3, sets: [{ avoid: [], require }], text: other.text, expectedLength: 4,
    });
    expect(share(samples, ({ satisfied }) => satisfied)).toBe(1);
  });

  it('writes a capital the demand does not have only where a sentence begins, and glues nothing', async () => {
    const alternatives = [[5], [1], [6]];
    const pieces = ['', ' Delay', ' we', '.', ' meet', ' delay', 'delay', '\n'];
    const flat = new BigramModel(pieces.map(() => pieces.map(() => 0)), 0, 0);
    const { samples } = await sampleBatch(flat, await flat.encode([]), {
      ...base,
      topK: 8,
      sets: [{ avoid: [], require: [{ phrase: 'delay', alternatives }] }],
      text: { pieceText: (id) => pieces[id] ?? '' },
    });
    for (const { tokens, finished, satisfied } of samples) {
      expect(finished ? satisfied : true).toBe(true);
      expect(tokens).not.toContain(7);
    }
    const steering = new Steering(
      { avoid: [], require: [{ phrase: 'delay', alternatives }] },
      { text: { pieceText: (id) => pieces[id] ?? '' }, expectedLength: 5, maxTokens: 12, eos: 0 },
    );
    const startsAfter = async (...ids: number[]): Promise<number[]> => {
      const { output } = await flat.begin(await flat.encode([]), [[]], { capacity: 1, probes: [] });
      const prefix = new Prefix(undefined, -1, 0, ids.map((id) => pieces[id]).join(''));
      prefix.read(output, []);
      return [...steering.steer(prefix, ids.length, { kind: 'scout' }).starts.keys()].sort();
    };
    expect(await startsAfter()).toEqual([1, 5, 6]);
    expect(await startsAfter(2)).toEqual([5]);
    expect(await startsAfter(2, 3)).toEqual([1, 5]);
  });
});

describe('planInsertion', () => {
  const at = (length: number, phrase: string, gap: number) =>
    ({ length, start: { phrase, pieces: [90 + length], gap, bonus: 0, replaced: [] } });

  it('puts the earliest of the drawn places first, and hopes for the others', () => {
    const { script, hoped } = planInsertion([1, 2, 3], [at(1, 'a', -30), at(3, 'a', -1), at(2, 'b', -2), at(3, 'b', -40)], new Random(1));
    expect(script).toEqual([1, 2, 92]);
    expect([...hoped]).toEqual([['a', -1], ['b', -2]]);
  });

  it('keeps all pieces when nothing fitted', () => {
    expect(planInsertion([1, 2], [], new Random(1)).script).toEqual([1, 2]);
  });
});
