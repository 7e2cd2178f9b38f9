import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitext } from '../../../../src/core/alignment/bitext.ts';
import { growDiagonal } from '../../../../src/core/alignment/grow-diagonal.ts';
import { type Ibm1, ibm1 } from '../../../../src/core/alignment/ibm1.ts';
import { LexicalTable } from '../../../../src/core/alignment/lexical-table.ts';
import { WordAligner } from '../../../../src/core/alignment/word-aligner.ts';
import { plainIbm1 } from '../../../oracle/ibm1.ts';

type Pair = readonly [a: string[], b: string[]];
const sentence = fc.array(fc.constantFrom(...'aabcdefg'), { maxLength: 6 });
const corpus: fc.Arbitrary<Pair[]> = fc.array(fc.tuple(sentence, sentence), { minLength: 1, maxLength: 6 });
const options = fc.record({ nullShare: fc.double({ min: 0.01, max: 0.9, noNaN: true }), identical: fc.constantFrom(0, 0.5, 3) });

function bitextOf(pairs: readonly Pair[]): Bitext {
  const bitext = new Bitext();
  for (const [a, b] of pairs) bitext.add(a, b);
  return bitext;
}

/** Copies of the first states, which share their arrays. */
function states(pairs: readonly Pair[], iterations: number, asked: { nullShare: number; identical: number }): Ibm1[] {
  const bitext = bitextOf(pairs);
  const model = ibm1(bitext, bitext.meetings(), asked);
  return Array.from({ length: iterations }, () => structuredClone(model.next().value));
}

describe('meetings', () => {
  it('have an entry for every two words of a pair, and every word of both sides with itself', () => {
    fc.assert(fc.property(corpus, (pairs) => {
      const bitext = bitextOf(pairs);
      const { cells, words: [left, right] } = bitext.meetings();
      const named = Array.from(left, (id, entry) => `${bitext.words[id]} ${bitext.words[right[entry]!]}`);
      expect(new Set(named).size).toBe(named.length);
      expect(Array.from(cells, (entry) => named[entry])).toEqual(pairs.flatMap(([a, b]) => a.flatMap((x) => b.map((y) => `${x} ${y}`))));
      const [onA, onB] = [0, 1].map((side) => new Set(pairs.flatMap((pair) => pair[side as 0 | 1]))) as [Set<string>, Set<string>];
      for (const word of onA) if (onB.has(word)) expect(named).toContain(`${word} ${word}`);
    }));
  });
});

describe('ibm1', () => {
  it('equals its definition in both directions', () => {
    fc.assert(fc.property(corpus, options, (pairs, asked) => {
      const bitext = bitextOf(pairs);
      const { words: [left, right] } = bitext.meetings();
      const turned = pairs.map(([a, b]): Pair => [b, a]);
      const [there, back] = [plainIbm1(pairs, 3, asked), plainIbm1(turned, 3, asked)];
      for (const [at, { probabilities: [forward, backward], logLikelihood }] of states(pairs, 3, asked).entries()) {
        for (const [entry, id] of left.entries()) {
          const [x, y] = [bitext.words[id]!, bitext.words[right[entry]!]!];
          expect(forward.entries[entry]).toBeCloseTo(there[at]?.probabilities.get(`${x}\t${y}`) ?? NaN, 9);
          expect(backward.entries[entry]).toBeCloseTo(back[at]?.probabilities.get(`${y}\t${x}`) ?? NaN, 9);
        }
        for (const [id, word] of bitext.words.entries()) {
          expect(forward.nothing[id]).toBeCloseTo(there[at]?.nothing.get(word) || 0, 9);
          expect(backward.nothing[id]).toBeCloseTo(back[at]?.nothing.get(word) || 0, 9);
        }
        expect(logLikelihood).toBeCloseTo((there[at]?.logLikelihood ?? NaN) + (back[at]?.logLikelihood ?? NaN), 6);
      }
    }), { numRuns: 200 });
  });

  it('never lets the log-likelihood fall', () => {
    fc.assert(fc.property(corpus, options, (pairs, asked) => {
      const values = states(pairs, 8, asked).map(({ logLikelihood }) => logLikelihood);
      for (const [at, value] of values.entries()) {
        expect(Number.isFinite(value)).toBe(true);
        if (at > 0) expect(value).toBeGreaterThanOrEqual(values[at - 1]! - 1e-9 * Math.abs(value));
      }
    }), { numRuns: 300 });
  });

  it('gives every word probabilities that sum to 1', () => {
    fc.assert(fc.property(corpus, options, (pairs, asked) => {
      const bitext = bitextOf(pairs);
      const { words } = bitext.meetings();
      for (const { probabilities, counts } of states(pairs, 4, asked)) {
        for (const side of [0, 1] as const) {
          const given = words[side === 0 ? 1 : 0];
          for (const id of new Set(given)) {
            const entries = Array.from(given, (word, entry) => (word === id ? entry : -1)).filter((entry) => entry >= 0);
            const seen = entries.reduce((sum, entry) => sum + counts[side][entry]!, 0);
            // A word to which nothing was ever ascribed has no probabilities.
            expect(entries.reduce((sum, entry) => sum + probabilities[side].entries[entry]!, 0)).toBeCloseTo(seen > 0 ? 1 : 0, 9);
          }
          const tokens = pairs.flatMap((pair) => pair[side]).length;
          expect(probabilities[side].nothing.reduce((sum, value) => sum + value, 0)).toBeCloseTo(tokens > 0 ? 1 : 0, 9);
        }
      }
    }), { numRuns: 200 });
  });

  it('learns what stands for what', () => {
    const { probabilities: [forward] } = states(quick, 8, { nullShare: 0.1, identical: 1 }).at(-1)!;
    const bitext = bitextOf(quick);
    const { words: [left, right] } = bitext.meetings();
    const entry = Array.from(left).findIndex((id, at) => bitext.words[id] === 'quick' && bitext.words[right[at]!] === 'fast');
    expect(forward.entries[entry]).toBeGreaterThan(0.8);
  });
});

const words = (text: string): string[] => text.split(' ');
const quick: Pair[] = [
  [words('the quick fox'), words('the fast fox')], [words('a quick answer'), words('a fast answer')],
  [words('quick cars are red'), words('fast cars are red')], [words('the fox sleeps'), words('the fox naps')],
  [words('he sleeps'), words('he naps')], [words('the fox answers'), words('the fox answers')],
];

function tableOf(bitext: Bitext): LexicalTable {
  const meetings = bitext.meetings();
  const model = ibm1(bitext, meetings, { nullShare: 0.1, identical: 1 });
  let { value } = model.next();
  for (let iteration = 0; iteration < 5; iteration += 1) ({ value } = model.next());
  return LexicalTable.trained(bitext, meetings, value, 0.1);
}

const aligner = (pairs: readonly Pair[]): WordAligner => new WordAligner(LexicalTable.from(tableOf(bitextOf(pairs)).serialise()));

describe('LexicalTable', () => {
  it('is read as it was written, with rows that sum to no more than 1', () => {
    const bitext = bitextOf([...quick, ...quick]);
    const text = tableOf(bitext).serialise();
    const table = LexicalTable.from(text);
    expect(table.serialise()).toBe(text);
    expect(table.entry('quick', 'fast').forward).toBeGreaterThan(0);
    for (const given of bitext.words) {
      expect(bitext.words.reduce((sum, word) => sum + table.entry(word, given).forward, 0)).toBeLessThanOrEqual(1);
      expect(bitext.words.reduce((sum, word) => sum + table.entry(given, word).backward, 0)).toBeLessThanOrEqual(1);
    }
  });

  it('knows of a word it has never seen that it stands for itself', () => {
    const table = LexicalTable.from('#aligner\t0.1\n');
    expect([table.entry('x', 'x'), table.entry('x', 'y')]).toEqual([{ forward: 1, backward: 1 }, { forward: 0, backward: 0 }]);
  });

  it.each(['', 'words', '#aligner\t2\n', '#aligner\t0.1\nx\ty\n', '#aligner\t0.1\nx\t1 1\ty 9999999 1\n', '#aligner\t0.1\nx\t1 1\ty 1\n'])(
    'refuses %j', (text) => {
      expect(() => LexicalTable.from(text)).toThrow(expect.objectContaining({ code: 'model-corrupt' }));
    });
});

describe('WordAligner', () => {
  it('links what the corpus taught, and what is the same', () => {
    expect(aligner([...quick, ...quick]).align(words('the quick dog sleeps'), words('the fast dog naps')).links)
      .toEqual([[0, 0], [1, 1], [2, 2], [3, 3]]);
  });

  it('links a word once, however often it stands there', () => {
    const { links, values } = aligner(quick).align(words('the dog the cat the cow'), words('the dog the cow'));
    expect(links).toEqual([[0, 0], [1, 1], [4, 2], [5, 3]]);
    expect(values[3]).toBe(-1);
    fc.assert(fc.property(sentence, sentence, (a, b) => {
      const found = aligner([]).align(a, b).links;
      for (const side of [0, 1] as const) expect(new Set(found.map((link) => link[side])).size).toBe(found.length);
    }));
  });

  it('links a word twice where one word says what two do', () => {
    const postponed: Pair[] = [
      [words('we put off it'), words('we postponed it')], [words('they put off all'), words('they postponed all')],
      [words('he put off tea'), words('he postponed tea')], [words('she put off that'), words('she postponed that')],
    ];
    expect(aligner(postponed).align(words('we put off tea'), words('we postponed tea')).links).toEqual([[0, 0], [1, 1], [2, 1], [3, 2]]);
  });

  it('leaves fixed links as they are', () => {
    const { links, values } = aligner([...quick, ...quick]).align(words('quick fox'), words('fast fox'), [[1, 1]]);
    expect(links).toEqual([[0, 0], [1, 1]]);
    expect(values[1]).toBe(1);
  });

  it('links words that are spelled nearly the same where the table does not know one of them, and marks with marks alone', () => {
    const model = new WordAligner(LexicalTable.from(
      '#aligner\t0.1\n"\t1 1\t" 900000 900000\tsaid 50000 50000\nmillion\t1 1\nbillion\t1 1\nsaid\t1 1\tsaid 900000 900000\n'));
    expect(model.align(words('gonzles paid'), words('gonzales lost')).links).toEqual([[0, 0]]);
    expect(model.align(words('a million'), words('a billion')).links).toEqual([[0, 0]]);
    expect(model.align(words('go here'), words('go there')).links).toEqual([[0, 0]]);
    expect(model.align(words('" yes'), words('said yes')).links).toEqual([[1, 1]]);
  });

  it('links known words that stand alone between the same two links, with little confidence, but no numbers', () => {
    const model = new WordAligner(LexicalTable.from('#aligner\t0.1\nrose\t1 1\njumped\t1 1\n'));
    const { links, values } = model.align(words('shares rose again'), words('shares jumped again'));
    expect(links).toEqual([[0, 0], [1, 1], [2, 2]]);
    expect(values[1]).toBe(0.25);
    expect(model.align(words('shares frobbed again'), words('shares munged again')).links).toEqual([[0, 0], [2, 2]]);
    expect(model.align(words('up 5 points'), words('up 7 points')).links).toEqual([[0, 0], [2, 2]]);
    expect(model.align(words('rose'), words('jumped')).links).toEqual([]);
  });

  it('has values from −1 to 1, above 0 for linked words only', () => {
    const model = aligner(quick);
    const known = fc.array(fc.constantFrom('the', 'quick', 'fast', 'fox', 'sleeps', 'naps', 'dog'), { maxLength: 8 });
    fc.assert(fc.property(known, known, (a, b) => {
      const { links, values } = model.align(a, b);
      const linked = new Set(links.map(([i]) => i));
      for (const [i, value] of values.entries()) {
        expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(value > 0).toBe(linked.has(i));
      }
    }));
  });
});

describe('growDiagonal', () => {
  it('adds what lies beside a link and has a free token, and nothing else', () => {
    expect(growDiagonal([[0, 0]], [[1, 1], [3, 3], [0, 1], [1, 0]])).toEqual([[0, 0], [1, 0], [0, 1]]);
    expect(growDiagonal([[0, 0]], [[1, 1], [2, 2], [4, 4]])).toEqual([[0, 0], [1, 1], [2, 2]]);
    expect(growDiagonal([], [[0, 0]])).toEqual([]);
  });
});
