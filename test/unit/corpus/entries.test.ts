import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CorpusCandidate } from '../../../src/lab/corpus/entry.ts';
import { type CorpusFilters, dualCrossEntropy, leftOutBy } from '../../../src/lab/corpus/filters.ts';
import { corpusHeader, corpusLines, pairsOf, readEntryPairs, readPairCells, readSystemList } from '../../../src/lab/corpus/forms.ts';
import { type CorpusPlan, entryOf, merged } from '../../../src/lab/corpus/generate.ts';
import { Pace } from '../../../src/lab/corpus/pace.ts';
import { type OwnSystem, parseSystems } from '../../../src/lab/corpus/systems.ts';
import { OtherwiseError } from '../../../src/core/errors.ts';

const candidate = (text: string, figures: Partial<CorpusCandidate> = {}): CorpusCandidate => ({
  text, forward: 1, backward: 2, score: 3, distance: 0.5, overlap: 40, meaning: 80, ...figures,
});

const outputs: Readonly<Record<string, readonly CorpusCandidate[]>> = {
  otherwise: [candidate('He left.', { right: 0.9 }), candidate('He went away.')],
  17: [candidate('He went away.')],
  34: [candidate('He left.')],
};

const run = (filters: CorpusFilters = {}, systems: readonly OwnSystem[] = ['otherwise', 17, 34]): CorpusPlan => ({
  systems, filters, model: 'abc', seed: 7, generate: (_source, system) => Promise.resolve({ candidates: outputs[system] ?? [], unmet: [] }),
});

describe('entryOf', () => {
  it('merges equal outputs with the list of the systems that made them, stamped with model and seed', async () => {
    const entry = await entryOf({ line: 3, id: 'x', text: 'He went.' }, run());
    expect(entry).toMatchObject({ line: 3, id: 'x', source: 'He went.', model: 'abc', seed: 7, dropped: {} });
    expect(entry.rewrites.map(({ text, systems, right }) => [text, systems, right])).toEqual([
      ['He left.', [{ system: 'otherwise', rank: 1 }, { system: 34, rank: 1 }], 0.9],
      ['He went away.', [{ system: 'otherwise', rank: 2 }, { system: 17, rank: 1 }], undefined],
    ]);
  });

  it('counts what its filters leave out, once however many systems made it', async () => {
    const { rewrites, dropped } = await entryOf({ line: 1, text: 'He went.' }, run({ minLength: 1, maxLength: 2 }));
    expect([rewrites.map(({ text }) => text), dropped]).toEqual([['He left.'], { length: 1 }]);
  });

  it('does not run the systems on a source that is too long, and stops between systems', async () => {
    let asked = 0;
    const generate = (): Promise<{ candidates: []; unmet: [] }> => { asked += 1; return Promise.resolve({ candidates: [], unmet: [] }); };
    const counting: CorpusPlan = { ...run({ maxLength: 1 }), generate };
    expect((await entryOf({ line: 1, text: 'He went.' }, counting)).rewrites).toEqual([]);
    expect(asked).toBe(0);
    const controller = new AbortController();
    const stopping: CorpusPlan = {
      ...run(), signal: controller.signal,
      generate: () => { asked += 1; controller.abort(); return Promise.resolve({ candidates: [], unmet: [] }); },
    };
    await expect(entryOf({ line: 1, text: 'He went.' }, stopping)).rejects.toMatchObject({ code: 'aborted' });
    expect(asked).toBe(1);
  });

  it('runs all systems at the same time where they may, and makes the same of them', async () => {
    const asked: OwnSystem[] = [];
    let all = (): void => undefined;
    const allAsked = new Promise<void>((resolve) => { all = resolve; });
    const plan = run();
    const together: CorpusPlan = {
      ...plan, together: true,
      generate: async (source, system) => {
        if (asked.push(system) === plan.systems.length) all();
        await allAsked;
        return plan.generate(source, system);
      },
    };
    expect(await entryOf({ line: 1, text: 'He went.' }, together)).toEqual(await entryOf({ line: 1, text: 'He went.' }, plan));
  });

  it('tells what failed once all systems have ended', async () => {
    const plan = run();
    const ended: OwnSystem[] = [];
    const failing: CorpusPlan = {
      ...plan, together: true,
      generate: async (source, system) => {
        if (system === 17) throw new OtherwiseError('runtime', 'Broken.');
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
        ended.push(system);
        return plan.generate(source, system);
      },
    };
    await expect(entryOf({ line: 1, text: 'He went.' }, failing)).rejects.toMatchObject({ code: 'runtime' });
    expect(ended).toEqual(plan.systems.filter((system) => system !== 17));
  });

  it('runs at most twelve systems at the same time', async () => {
    const plan = { ...run(), systems: Array.from({ length: 30 }, (_, at) => at + 1) };
    let [working, most] = [0, 0];
    const generate: CorpusPlan['generate'] = async (source) => {
      working += 1;
      most = Math.max(most, working);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      working -= 1;
      return run().generate(source, 17);
    };
    await entryOf({ line: 1, text: 'He went.' }, { ...plan, together: true, generate });
    expect(most).toBe(12);
  });

  it('loses no output and invents none', () => {
    const made = fc.array(fc.record({
      origin: fc.record({ system: fc.constantFrom<OwnSystem>('otherwise', 1, 2), rank: fc.integer({ min: 1, max: 3 }) }),
      candidate: fc.constantFrom('a', 'b', 'c').map((text) => candidate(text)),
    }));
    fc.assert(fc.property(made, (all) => {
      const found = merged(all);
      const names = (list: readonly { text: string; system: OwnSystem }[]): string[] => list.map(({ text, system }) => `${text}${system}`);
      const given = names(all.map(({ candidate: { text }, origin: { system } }) => ({ text, system })));
      const kept = names(found.flatMap(({ text, systems }) => systems.map(({ system }) => ({ text, system }))));
      expect(kept.toSorted()).toEqual([...new Set(given)].toSorted());
      expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
    }));
  });
});

describe('leftOutBy', () => {
  const source = 'He went to the shop.';
  const left = (filters: CorpusFilters, figures: Partial<CorpusCandidate> = {}, text = 'He walked to the store.') =>
    leftOutBy(source, candidate(text, figures), filters);

  it('keeps what lies within every limit, borders included', () => {
    const limits = { minLength: 5, maxLength: 5, maxOverlap: 40, maxScore: 3, maxCrossEntropy: 2.5, minMeaning: 80, copies: false };
    expect(left(limits)).toBeUndefined();
    expect(left({})).toBeUndefined();
  });

  it('names the filter that leaves a rewrite out', () => {
    expect(left({ minLength: 6 })).toBe('length');
    expect(left({ maxLength: 5 }, {}, 'He walked over to the store.')).toBe('length');
    expect(left({ maxOverlap: 39 })).toBe('overlap');
    expect(left({ maxScore: 2.9 })).toBe('score');
    expect(left({ maxCrossEntropy: 2.4 })).toBe('crossEntropy');
    expect(left({ minMeaning: 81 })).toBe('meaning');
    expect(left({ copies: false }, {}, 'he went, to the shop')).toBe('copies');
    expect(left({ copies: true }, {}, 'he went, to the shop')).toBeUndefined();
  });

  it('leaves out what has no figure for a limit', () => {
    expect(left({ maxOverlap: 100 }, { overlap: undefined })).toBe('overlap');
    expect(left({ minMeaning: 0 }, { meaning: undefined })).toBe('meaning');
  });

  it('takes dual cross-entropy to be the mean of both directions and what they disagree by', () => {
    expect([dualCrossEntropy({ forward: 1, backward: 2 }), dualCrossEntropy({ forward: 2, backward: 1 })]).toEqual([2.5, 2.5]);
    expect(dualCrossEntropy({ forward: 1.5, backward: 1.5 })).toBe(1.5);
  });
});

describe('the forms of a corpus', () => {
  it('are JSON lines that its statistics read back', async () => {
    const entry = await entryOf({ line: 1, text: 'He went.' }, run());
    const object = JSON.parse(corpusLines(entry, 'jsonl')) as Record<string, unknown>;
    expect(object).toEqual(JSON.parse(JSON.stringify(entry)));
    expect(readEntryPairs(object)).toEqual(pairsOf(entry));
    expect(readEntryPairs({ ...object, rewrites: [] })).toEqual(pairsOf({ ...entry, rewrites: [] }));
    for (const [wrong, code] of [
      [{ ...object, source: 3 }, 'missing-field'], [{ source: 'a' }, 'missing-field'], [{ ...object, rewrites: ['a'] }, 'bad-request'],
      [{ ...object, source: ' ' }, 'text-empty'], [{ ...object, rewrites: [{ text: 'a', systems: [{}] }] }, 'bad-request'],
    ] as const)
      expect(() => readEntryPairs(wrong)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('are a TSV with a line for each rewrite, as wide as its header', async () => {
    const entry = await entryOf({ line: 1, text: 'He\twent.' }, run());
    const [header = '', first = ''] = [corpusHeader('tsv'), ...corpusLines(entry, 'tsv').split('\n')];
    const cells = Object.fromEntries(header.trimEnd().split('\t').map((name, at) => [name, first.split('\t')[at]]));
    expect(cells).toMatchObject({
      line: '1', id: '', source: 'He went.', rewrite: 'He left.', systems: 'otherwise:1,34:1', crossEntropy: '2.5', model: 'abc', seed: '7',
    });
    expect(first.split('\t').length).toBe(header.split('\t').length);
    expect(readSystemList(cells['systems'] ?? '')).toEqual(['otherwise', '34']);
    expect([corpusLines({ ...entry, rewrites: [] }, 'tsv'), corpusHeader('jsonl')]).toEqual(['', '']);
  });

  it('say in a TSV which constraints are unmet, also of a row without rewrites', async () => {
    const unmet = [{ system: 17, phrase: 'dog', reason: 'conflicts with a ban' }] as const;
    const entry = { ...await entryOf({ line: 1, text: 'He went.', columns: { topic: 'x' } }, run()), unmet };
    const more = { others: ['topic'], optional: ['outside'] } as const;
    const cellsOf = (one: typeof entry): Record<string, string | undefined>[] => {
      const [names = [], ...rows] = (corpusHeader('tsv', more) + corpusLines(one, 'tsv', more)).split('\n').map((row) => row.split('\t'));
      return rows.slice(0, -1).map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
    };
    const [first] = cellsOf(entry);
    expect([JSON.parse(first?.['unmet'] ?? ''), first?.['rewrite'], first?.['topic']]).toEqual([unmet, 'He left.', 'x']);
    const rows = cellsOf({ ...entry, rewrites: [] });
    expect(rows).toHaveLength(1);
    const empty = { rewrite: '', systems: '', score: '', outside: '' };
    expect(rows[0]).toMatchObject({ line: '1', source: 'He went.', ...empty, topic: 'x', seed: '7' });
    expect(JSON.parse(rows[0]?.['unmet'] ?? '')).toEqual(unmet);
  });

  it('are read back from a TSV: a line without a rewrite counts as a source without one only where it says what is unmet', () => {
    const cells = { source: 'He went.', rewrite: 'He left.', systems: 'otherwise:1,34:1', unmet: '' };
    expect(readPairCells(cells)).toEqual({ source: 'He went.', rewrite: 'He left.', systems: ['otherwise', '34'] });
    const bare = { ...cells, rewrite: ' ', systems: '', unmet: '[]' };
    expect(readPairCells(bare)).toEqual({ source: 'He went.', rewrite: undefined, systems: [] });
    for (const wrong of [{ ...bare, unmet: ' ' }, { ...bare, systems: '17:1' }, { ...bare, source: '' }, { ...cells, source: '' }])
      expect(() => readPairCells(wrong)).toThrow(expect.objectContaining({ code: 'text-empty' }) as Error);
  });
});

describe('a list of systems', () => {
  it('holds each once, and none that is not there', () => {
    expect(parseSystems('otherwise, parabank2,1,17,1')).toEqual(['otherwise', 'parabank2', 1, 17]);
    for (const list of ['', '38', '0', 'parabank', '1,,2']) expect(() => parseSystems(list)).toThrow(OtherwiseError);
  });
});

describe('Pace', () => {
  it('reckons rate and remaining time by what this run has made alone', () => {
    const pace = new Pace(100, 10);
    expect(pace.at(100)).toEqual({ done: 0, total: 10, rate: undefined, remaining: undefined });
    for (const kept of [true, true, true, true, false, false]) pace.add(kept);
    expect(pace.at(104)).toEqual({ done: 6, total: 10, rate: 0.5, remaining: 8 });
    expect(new Pace(0).at(5)).toEqual({ done: 0, total: undefined, rate: undefined, remaining: undefined });
  });
});
