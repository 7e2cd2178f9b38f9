import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { command as corpus } from '../../../src/cli/commands/corpus.ts';
import { command as evaluate } from '../../../src/cli/commands/evaluate.ts';
import { command as filter } from '../../../src/cli/commands/filter.ts';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { command as score } from '../../../src/cli/commands/score.ts';
import { loadTools } from '../../../src/cli/tools.ts';
import type { CorpusEntry } from '../../../src/lab/corpus/entry.ts';
import { dualCrossEntropy } from '../../../src/lab/corpus/filters.ts';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import type { StepModel } from '../../../src/core/decoding/step-model.ts';
import type { TextModel } from '../../../src/core/pipeline/tools.ts';
import type { ConstraintSet, ParaphraseResult } from '../../../src/core/protocol.ts';
import { errorCodes, runCommand, runText } from './run-command.ts';

const half = (name: string): string => new URL(`../../hub/otherwise/${name}`, import.meta.url).pathname;
const model = `pair:${half('tiny-en-cs')},${half('tiny-cs-en')}`;
const english = 'I told her that the new government wanted to work for them.';
const czech = 'Řekl jsem jí, že nová vláda chce pracovat pro ně.';
const flags = ['--model', model, '--threads', '1', '--threshold', '100'];
const few = ['--sets', '2', '--samples', '4', '--free', '1', '--rounds', '1'];
const folder = mkdtempSync(join(tmpdir(), 'bitext-'));

let [into, back]: (TextModel | undefined)[] = [];
beforeAll(async () => {
  const tools = await loadTools(model, 1);
  [into, back] = [tools.pivot, tools];
}, 60_000);

/** Gives the nats a token of a target, given its source, by one model. */
async function nats({ model: translator, pieces }: TextModel, source: string, target: string): Promise<number> {
  const step: StepModel = translator;
  const [scores] = await step.score([{ source: pieces.encode(source), tags: [], target: pieces.encode(target) }]);
  const logProbs = [...(scores?.logProbs ?? [])];
  return -logProbs.reduce((sum, value) => sum + value, 0) / logProbs.length;
}

/** Gives P(English given Czech) and P(Czech given English), each by its own model. */
const figures = async (rewrite: string): Promise<{ forward: number; backward: number }> => ({
  forward: await nats(back as TextModel, czech, rewrite), backward: await nats(into as TextModel, rewrite, czech),
});

describe('a bitext', () => {
  it('is decoded from its foreign side, and the figures are both models\' to 1e-4', async () => {
    const requests = [{ text: english, foreign: czech, mode: 'parabank2', samples: 4 }, { text: english, foreign: czech },
      { text: english }];
    const { code, lines } = await runCommand<ParaphraseResult>(paraphrase, [...flags, ...few], requests);
    expect(code).toBe(0);
    for (const { rewrites } of lines.slice(0, 2)) {
      expect(rewrites.length).toBeGreaterThan(1);
      for (const { text, forward, backward } of rewrites) {
        const expected = await figures(text);
        expect(forward).toBeCloseTo(expected.forward, 3.7);
        expect(backward).toBeCloseTo(expected.backward, 3.7);
      }
    }
    expect(lines[1]?.rewrites).not.toEqual(lines[2]?.rewrites);
  }, 120_000);

  it('is scored by `score` as paraphrase scores it', async () => {
    const { lines: [result] } = await runCommand<ParaphraseResult>(paraphrase, [...flags, ...few], [{ text: english, foreign: czech }]);
    const requests = (result?.rewrites ?? []).map(({ text }) => ({ source: english, rewrite: text, foreign: czech }));
    const { lines } = await runCommand<{ forward: number; backward: number }>(score, ['--model', model, '--threads', '1'], requests);
    expect(lines.map(({ forward }) => forward)).toEqual(result?.rewrites.map(({ forward }) => expect.closeTo(forward, 3.7) as number));
    expect(lines.map(({ backward }) => backward)).toEqual(result?.rewrites.map(({ backward }) => expect.closeTo(backward, 3.7) as number));
  }, 60_000);

  it('runs with all of ParaBank\'s systems and parabank2, whose constraints come from the English side', async () => {
    const file = join(folder, 'bitext.tsv');
    writeFileSync(file, `en\tcs\ttopic\n${english}\t${czech}\tpolitics\n`);
    const systems = ['parabank2', 'backtranslate', ...Array.from({ length: 37 }, (_, at) => String(at + 1))];
    const args = [file, '--column', 'en', '--foreign-column', 'cs', '--systems', systems.join(','), '--beam', '3', '--samples', '2'];
    const { code, lines: [entry] } = await runCommand<CorpusEntry & { topic: string }>(corpus, [...args, ...flags]);
    expect(code).toBe(0);
    expect(entry?.topic).toBe('politics');
    const made = new Set(entry?.rewrites.flatMap(({ systems: by }) => by.map(({ system }) => String(system))));
    const unmet = new Set(entry?.unmet?.map(({ system }) => String(system)));
    expect(systems.filter((system) => !made.has(system) && !unmet.has(system))).toEqual([]);
    expect(made.size).toBeGreaterThan(30);
    for (const { text, crossEntropy, forward, backward } of entry?.rewrites.slice(0, 5) ?? []) {
      const expected = await figures(text);
      expect(forward).toBeCloseTo(expected.forward, 3.7);
      expect(crossEntropy).toBeCloseTo(dualCrossEntropy(expected), 3);
      expect(crossEntropy).toBe(dualCrossEntropy({ forward, backward }));
    }
    const requests = [3, 17, 31].map((system) => ({ text: english, foreign: czech, system }));
    const { lines } = await runCommand<ParaphraseResult>(paraphrase, flags, requests);
    for (const { rewrites, constraints } of lines) {
      const [set] = constraints as readonly ConstraintSet[];
      expect(set?.avoid.every((word) => english.toLowerCase().includes(word.toLowerCase()))).toBe(true);
      for (const { text } of rewrites) expect(new HardBan(set?.avoid ?? []).violations(text)).toEqual([]);
    }
  }, 240_000);

  it('is filtered by dual score and by dual conditional cross-entropy', async () => {
    const rewrite = 'I told her.';
    const own = await figures(rewrite);
    const bitext = `${rewrite}\t${czech}\tnews\n`;
    const kept = async (limit: string, most: number, input = bitext, column = '2'): Promise<string> => {
      const args = [limit, String(most), '--foreign-column', column, '--model', model, '--threads', '1'];
      return (await runText(filter, args, input)).text;
    };
    const cross = dualCrossEntropy(own);
    expect([await kept('--max-cross-entropy', cross + 0.001), await kept('--max-cross-entropy', cross - 0.001)]).toEqual([bitext, '']);
    const dual = own.forward + own.backward;
    expect([await kept('--max-score', dual + 0.001), await kept('--max-score', dual - 0.001)]).toEqual([bitext, '']);
    const headed = `en\tcs\ttopic\n${bitext}`;
    expect(await kept('--max-score', 100, headed, 'cs')).toBe(headed);
    const [none, paired] = [['--max-score', '9', '--foreign-column', '2'], ['--foreign-column', '2', '--model', model]];
    await expect(runText(filter, none, bitext)).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(runText(filter, paired, bitext)).rejects.toMatchObject({ code: 'bad-flag' });
    const { code, told, text } = await runText(filter, ['--max-score', '100', '--foreign-column', '3', '--model', model],
      `a b\tc\n${bitext}`);
    expect([code, JSON.parse(told.split('\n')[0] ?? '')]).toMatchObject([1, { line: 1, error: { code: 'missing-field' } }]);
    expect(text).toBe(bitext);
  }, 120_000);

  it('is evaluated, its foreign side being no output of a system', async () => {
    const file = join(folder, 'references.jsonl');
    writeFileSync(file, `${JSON.stringify({ id: 1, reference: english, cs: czech, other: 'She was told.' })}\n`);
    const out = join(folder, 'out');
    const args = [file, '--foreign-column', 'cs', '--systems', 'parabank2', '--samples', '3', '--out', out, ...flags];
    await runText(evaluate, args);
    const { rows } = JSON.parse(readFileSync(join(out, 'table.json'), 'utf8')) as { rows: { system: string }[] };
    expect([...new Set(rows.map(({ system }) => system))]).toEqual(['parabank2', 'other']);
    const [{ rewrites: [made] = [] } = {}] = [JSON.parse(readFileSync(join(out, 'rewrites.jsonl'), 'utf8')) as
      { rewrites: { texts: string[] }[] }];
    const requests = [{ text: english, foreign: czech, mode: 'parabank2', samples: 3, order: 'right' }];
    const { lines: [result] } = await runCommand<ParaphraseResult>(paraphrase, flags, requests);
    expect(made?.texts).toEqual(result?.rewrites.map(({ text }) => text));
  }, 120_000);

  it('needs a pair of translators and a text in the pivot language', async () => {
    const single = await runCommand(paraphrase, ['--model', 'tiny'], [{ text: english, foreign: czech }]);
    expect(errorCodes(single)).toEqual(['bad-request']);
    const paired = await runCommand(paraphrase, flags, [
      { text: english, foreign: ' ' }, { text: english, foreign: 'slovo '.repeat(900) }, { text: english, foreign: 3 },
    ]);
    expect(errorCodes(paired)).toEqual(['text-empty', 'text-too-long', 'bad-request']);
    const pairs = [{ source: english, rewrite: english }, { source: english, rewrite: english, foreign: czech }];
    expect(errorCodes(await runCommand(score, ['--model', 'tiny'], pairs))).toEqual([undefined, 'bad-request']);
    const columns = ['--foreign-column', '2', '--model', 'tiny'];
    await expect(runCommand(corpus, columns, `${english}\t${czech}\n`)).rejects.toMatchObject({ code: 'bad-flag' });
  }, 60_000);
});
