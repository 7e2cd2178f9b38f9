import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { parseManifest } from '../../../src/engine/files/manifest.ts';
import { estimate, type Estimate, firstSight, observe, readPair } from '../../../src/core/quality/assess.ts';
import { type EstimatorModel, featuresOf, probablyRight } from '../../../src/core/quality/estimator.ts';
import type { Finding } from '../../../src/core/quality/finding.ts';
import { endsOfTexts, type Surprise, surpriseOf, tokenEnds, worstNats } from '../../../src/core/quality/surprisal.ts';
import { wordKnowledge } from '../../../src/core/text/knowledge.ts';

/** A rewrite sampled from the base model, its label by reading it, and the model's own scores in nats a token, both ways. */
interface Labelled {
  readonly source: string;
  readonly rewrite: string;
  readonly label: 'good' | 'slip' | 'not fluent';
  readonly sourcePieces: string[];
  readonly backward: number[];
  readonly rewritePieces: string[];
  readonly forward: number[];
  /** The readings of the shipped probes, in the basis of the checkpoint. */
  readonly backwardEstimate: number;
  readonly forwardEstimate: number;
  /** Nats of each text read on its own. */
  readonly sourcePrior: number;
  readonly rewritePrior: number;
  /** The evidence of its adapter. */
  readonly judgement: number;
}

const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const shipped = parseManifest(file('models/base/manifest.json')).estimator;
const inflector = await loadInflector();
const knowledge = wordKnowledge(inflector, await loadIdf());
const words = { forms: (word: string) => inflector.forms(word), closed: (word: string) => inflector.isClosed(word) };

const utf8 = new TextDecoder();
const surprise = (text: string, nats: number[], prior = 0): Surprise => ({
  text,
  ends: endsOfTexts(text, text.split(/(?<=\s)|(?=\.)/u)),
  nats,
  estimate: 0,
  prior,
});
/** Minds the most surprising content word of either side alone, and an observed pronoun: hardly right above 8 nats, doubtful above 5. */
const plain: EstimatorModel = {
  bias: 8,
  weights: { 'source.content': -1, 'rewrite.content': -1, 'pronoun.lost': -1, 'quote.lost': -0.1 },
  first: { bias: 4, weights: { 'rewrite.content': -1, 'pronoun.lost': -1, 'source.content': -1 } },
  drop: 0.5,
  note: 1 / (1 + Math.exp(-3)),
  probes: { rewrite: [], source: [] },
};
interface Read {
  readonly model?: EstimatorModel;
  readonly findings?: readonly Finding[];
  readonly allowed?: (word: string) => boolean;
  readonly judgement?: number;
}
const estimated = (backward: Surprise, forward: Surprise, { model = plain, findings = [], ...others }: Read = {}): Estimate =>
  estimate({ backward, forward, findings, ...others }, words, model);

describe('the features of a manifest', () => {
  it.each([['weights'], ['first'], ['judged']] as const)('are those that are computed: another name in %s is refused', (part) => {
    const manifest = JSON.parse(file('models/base/manifest.json')) as { estimator: Record<string, object> };
    const { estimator } = manifest;
    const weights = { 'rewrite.contentment': 0.5 };
    estimator[part] = part === 'weights' ? { ...estimator[part], ...weights } : { bias: 0, weights };
    expect(() => parseManifest(JSON.stringify(manifest))).toThrow(expect.objectContaining({
      code: 'model-corrupt', message: expect.stringContaining('The estimator weighs "rewrite.contentment", which is no feature.') as string,
    }));
  });
});

describe('the estimator', () => {
  const source = 'They swam across the cold river.';
  const rewrite = 'They crossed the cold river.';
  const of = (lost: number, added: number, read: Read = {}): Estimate =>
    estimated(surprise(source, [0, lost, 0, 0, 0, 0, 0]), surprise(rewrite, [0, added, 0, 0, 0, 0]), read);

  it('finds unlikely what is hardly right, and names the words it doubts of what is probably not', () => {
    expect(of(6, 5)).toMatchObject({ unlikely: true, findings: [{ kind: 'detail', lost: ['swam'], gained: ['crossed'] }] });
    expect(of(4, 2.5)).toMatchObject({ unlikely: false, findings: [{ kind: 'detail', lost: ['swam'], gained: ['crossed'] }] });
    expect(of(6, 0)).toMatchObject({ unlikely: false, findings: [{ kind: 'detail', lost: ['swam'] }] });
    expect(of(2, 2)).toMatchObject({ unlikely: false, findings: [] });
    expect(of(2, 2).right).toBeCloseTo(1 / (1 + Math.exp(-4)), 9);
  });

  it('weighs what the adapter says where it was asked, before and after the rewrite is read backward', () => {
    const model = { ...plain, weights: { ...plain.weights, judgement: 2 }, judged: { bias: 1, weights: { judgement: 1 } } };
    const reading = { backward: surprise(source, [0, 2, 0, 0, 0, 0, 0]), forward: surprise(rewrite, [0, 2, 0, 0, 0, 0]), findings: [] };
    expect(estimate({ ...reading, judgement: -1.5 }, words, model).right).toBeCloseTo(1 / (1 + Math.exp(-1)), 9);
    expect(estimate(reading, words, model).right).toBeCloseTo(1 / (1 + Math.exp(-4)), 9);
    const drawing = { source, forward: reading.forward, findings: [] };
    expect(firstSight({ ...drawing, judgement: -1.5 }, words, model)).toBeCloseTo(1 / (1 + Math.exp(0.5)), 9);
    expect(firstSight(drawing, words, model)).toBeCloseTo(1 / (1 + Math.exp(-2)), 9);
    expect(firstSight({ ...drawing, judgement: -1.5 }, words, plain)).toBeCloseTo(1 / (1 + Math.exp(-2)), 9);
  });

  it('weighs observations, and tells those that speak against a rewrite', () => {
    const findings: Finding[] = [{ kind: 'pronoun', lost: ['I'] }, { kind: 'quote', lost: ['x'] }, { kind: 'role' }];
    const [without, seen] = [of(2, 2), of(2, 2, { findings })];
    expect(seen.right).toBeCloseTo(1 / (1 + Math.exp(-2.9)), 9);
    expect(without.findings).toEqual([]);
    expect(seen.findings).toContainEqual({ kind: 'pronoun', lost: ['I'] });
    expect(seen.findings).not.toContainEqual({ kind: 'quote', lost: ['x'] });
  });

  it('lets be what is there in another form, closed words and what the user asked for', () => {
    const swim = 'They swim in the cold river.';
    expect(estimated(surprise(source, [0, 9, 0, 0, 0, 0, 0]), surprise(swim, [0, 9, 0, 0, 0, 0, 0])).findings).toEqual([]);
    expect(estimated(surprise(source, [9, 0, 9, 9, 0, 0, 0]), surprise(rewrite, [0, 0, 0, 0, 0, 0])).findings).toEqual([]);
    expect(of(9, 0, { allowed: (word) => word === 'swam' }).findings).toEqual([]);
  });

  it('doubts in general when no single word stands out', () => {
    const vague = { ...plain, bias: 1, weights: { 'source.mean': -9 } };
    const read = estimated(surprise(source, [1, 1, 1, 1, 1, 1, 1]), surprise(rewrite, [0, 0, 0, 0, 0, 0]), { model: vague });
    expect(read).toMatchObject({ unlikely: true, findings: [{ kind: 'detail' }] });
  });

  const read = (text: string, texts: string[], nats: number[]): Surprise => ({
    text, ends: endsOfTexts(text, texts), nats, estimate: 0, prior: 0,
  });

  it('reads the worst token of each word, and fails where tokens do not cover the text', () => {
    expect(worstNats(read('unkind words', [' un', 'kind', ' words'], [1, 5, 2]))).toEqual([
      { word: 'unkind', nats: 5 },
      { word: 'words', nats: 2 },
    ]);
    expect(worstNats(read('so naïve', ['so', ' na', '\uFFFD', '\uFFFD', 've'], [1, 2, 9, 3, 4]))).toEqual([
      { word: 'so', nats: 1 }, { word: 'naïve', nats: 9 },
    ]);
    const cut = { ...read('naïve', ['naïve'], [9]), ends: [2] };
    expect(() => worstNats(cut)).toThrow('can’t be judged');
    expect(() => estimated(cut, surprise(rewrite, [0, 9, 0, 0, 0, 0]))).toThrow('can’t be judged');
  });

  it('finds the ends of tokens by their bytes, whatever characters a text has (property)', () => {
    const decode = (ids: readonly number[]): string => utf8.decode(Uint8Array.from(ids));
    const bytes = { pieceText: (byte: number) => decode([byte]), decode };
    const character = fc.constantFrom(...'abc Zé’‘“”—–…™©½‑😀🎉あ中'.match(/./gu) ?? []);
    fc.assert(fc.property(fc.array(character, { maxLength: 20 }).map((some) => some.join('')), (text) => {
      let at = 0;
      const ends = [...text].flatMap((one) => {
        const begins = Array.from({ length: new TextEncoder().encode(one).length - 1 }, () => at);
        return [...begins, at += one.length];
      });
      expect(tokenEnds(text, [...new TextEncoder().encode(text)], bytes)).toEqual(ends);
    }));
  });

  it('finds the ends of tokens in a text that the tokenizer reads in other characters', () => {
    expect(endsOfTexts('Wait… two', ['Wait', '...', ' two'])).toEqual([4, 5, 9]);
    expect(endsOfTexts('Ａ２ fit', ['A2', ' fit'])).toHaveLength(2);
    expect(endsOfTexts('Ａ２ fit', ['A2', ' fit']).at(-1)).toBe(6);
  });

  it('reads the most surprising words of each kind, their number, the lengths and the observations', () => {
    const [backward, forward] = [surprise(source, [0, 4, 1, 2, 3, 0, 0], 20), surprise('They cross cold rivers.', [0, 5, 1, 6, 0], 26)];
    const pair = readPair({ backward, forward, findings: [{ kind: 'number-word', lost: ['two'] }] }, words);
    const read = featuresOf(pair);
    expect(read).toMatchObject({
      'source.content': 4,
      'source.contents': 1,
      'source.closed': 2,
      'source.closed2': 1,
      'source.closeds': 2,
      'source.same': 3,
      'source.form': 0,
      'source.most': 4,
      'rewrite.content': 5,
      'rewrite.form': 6,
      words: 6,
      prior: 6,
      'number-word.lost': 1,
    });
    expect(read['source.mean']).toBeCloseTo(10 / 7, 9);
    expect(read['lengthRatio']).toBeCloseTo(Math.log(4 / 6), 9);
    expect(probablyRight(read, plain)).toBeCloseTo(1 / (1 + Math.exp(1)), 9);
  });
});

describe('the estimator of the base model, with the invariants', () => {
  it.each([
    ['slips-unseen', 280, 0.78, 0.1],
    ['slips-sampled', 500, 0.85, 0.15],
  ])(
    'catches most slips of %s, hides few of the good ones, and nearly doubles the share of right ones',
    (name, least, caughtSlips, lostGood) => {
      const rows = file(`test/golden/${name}.jsonl`)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Labelled);
      const read = rows.map((row) => {
        const of = (text: string, texts: string[], nats: number[], read: { estimate: number; prior: number }): Surprise =>
          surpriseOf(
            text,
            endsOfTexts(text, texts),
            nats.map((value) => -value),
            read,
          );
        const { broken, findings } = observe(row.source, row.rewrite, knowledge);
        const backward = of(row.source, row.sourcePieces, row.backward, { estimate: row.backwardEstimate, prior: row.sourcePrior });
        const forward = of(row.rewrite, row.rewritePieces, row.forward, { estimate: row.forwardEstimate, prior: row.rewritePrior });
        if (!shipped) throw new Error('models/base/manifest.json has no estimator');
        const { judgement } = row;
        const { right = 1, unlikely = false } = estimated(backward, forward, { model: shipped, findings, judgement });
        return { label: row.label, isDropped: broken.length > 0 || unlikely, isCaught: broken.length > 0 || right < shipped.note };
      });
      const share = (label: string, of: (row: (typeof read)[number]) => boolean): number =>
        read.filter((row) => row.label === label && of(row)).length / read.filter((row) => row.label === label).length;
      const right = (some: typeof read): number => some.filter(({ label }) => label === 'good').length / some.length;
      expect(read.length).toBeGreaterThan(least);
      expect(share('slip', ({ isCaught }) => isCaught)).toBeGreaterThanOrEqual(caughtSlips);
      expect(share('good', ({ isDropped }) => isDropped)).toBeLessThanOrEqual(lostGood);
      expect(right(read.filter(({ isCaught }) => !isCaught))).toBeGreaterThanOrEqual(1.8 * right(read));
    },
  );
});
