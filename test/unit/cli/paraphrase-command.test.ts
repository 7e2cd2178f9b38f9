import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { plainWords } from '../../../src/core/text/words.ts';
import { pieceOverlap } from '../../../src/core/metrics/overlap.ts';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { wasmOptions } from '../../../src/cli/execution.ts';
import type { ConstraintSet, Finding, ParaphraseResult } from '../../../src/core/protocol.ts';
import { loadEngine } from '../../../src/engine/model/engine.ts';
import { overUsual, runCommand } from './run-command.ts';

let folder = '';
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'paraphrase-')); });
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

/** The flags of a run that is small enough for a test; the tiny model knows little, so nothing is refused for its score. */
const small =
  '--model tiny --threads 1 --sets 2 --samples 4 --free 1 --rounds 1 --distance 3 --temperature 1 --threshold 100'.split(' ');

type Answer = ParaphraseResult & { readonly error?: { readonly code: string } };

async function run(input: string | Buffer, ...args: string[]): Promise<{ code: number; output: string; answers: Answer[] }> {
  const { code, text, lines } = await runCommand<Answer>(paraphrase, overUsual(small, args), input);
  return { code, output: text, answers: lines };
}

/** A copy of the tiny model that has an estimator; @returns its folder */
function estimating(name: string, others: { readonly weights?: object; readonly note: number }): string {
  const model = join(folder, name);
  cpSync(new URL('../../../models/tiny', import.meta.url), model, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(model, 'manifest.json'), 'utf8')) as { architecture: { hidden: number } };
  const zeros = new Array<number>(manifest.architecture.hidden).fill(0);
  const plain = { bias: 0, weights: {} };
  const estimator = { ...plain, first: plain, drop: 0, probes: { rewrite: zeros, source: zeros }, ...others };
  writeFileSync(join(model, 'manifest.json'), JSON.stringify({ ...manifest, estimator }));
  return model;
}
const isDetail = ({ kind }: Finding): boolean => kind === 'detail';

const sentence = 'He went to the old shop again.';

describe('paraphrase', () => {
  it('leaves a sentence of two words beside a longer one as it is, but for a ban in it', async () => {
    const both = `${sentence} It has.`;
    const { answers: [beside, alone, banned] } = await run(`${both}\nIt has.\n${JSON.stringify({ text: both, avoid: ['has'] })}\n`);
    expect(beside?.rewrites.length).toBeGreaterThan(1);
    for (const { text } of beside?.rewrites ?? []) expect(text).toMatch(/ It has\.$/u);
    expect(alone?.counts.sampled).toBeGreaterThan(0);
    expect(banned?.counts.sampled).toBe(2 * (beside?.counts.sampled ?? NaN));
  });

  it('refuses a line in a language the model does not know and says which, unless it is told to go on', async () => {
    const german = 'Der Ausschuss hat beschlossen, die Sitzung auf nächste Woche zu verschieben.';
    const refused = await run(`${german}\nlet total = items.reduce((sum, item) => sum + item.price, 0);\n${sentence}\n`);
    expect(refused.answers[0]?.error).toMatchObject({ code: 'unsupported-language', language: 'de' });
    expect(refused.answers[1]?.error).toMatchObject({ code: 'unsupported-language', language: 'zxx' });
    expect([refused.code, refused.answers[2]?.error, refused.answers[2]?.languages]).toEqual([1, undefined, undefined]);
    const { code, answers: [insisted, mixed] } = await run(
      `${JSON.stringify({ text: german, foreign: true })}\n${JSON.stringify({ text: `${german} ${sentence}` })}\n`,
    );
    expect([code, insisted?.languages, mixed?.languages]).toEqual([0, ['de'], ['de']]);
    expect(insisted?.counts.sampled).toBeGreaterThan(0);
    expect(mixed?.rewrites.length).toBeGreaterThan(0);
    for (const { text } of mixed?.rewrites ?? []) expect(text.startsWith(german)).toBe(true);
  });

  it('answers a line with rewrites, close, likely or best first, both scores and their sum; none is the source', async () => {
    const { code, answers: [answer] } = await run(`${sentence}\n`);
    expect(code).toBe(0);
    expect(answer?.text).toBe(sentence);
    const { rewrites = [], counts } = answer ?? {};
    expect(rewrites.length).toBeGreaterThan(1);
    expect(
      rewrites.every(
        ({ text, forward, backward, score }) =>
          text.toLowerCase() !== sentence.toLowerCase() && Math.abs(forward + backward - score) < 1e-9,
      ),
    ).toBe(true);
    expect(rewrites.map(({ distance }) => distance)).toEqual(rewrites.map(({ distance }) => distance).toSorted((a, b) => a - b));
    const likely = (await run(`${sentence}\n`, '--order', 'right')).answers[0]?.rewrites.map(({ score }) => score) ?? [];
    expect(likely).toEqual(rewrites.map(({ score }) => score).toSorted((a, b) => a - b));
    const [best, ...others] = (await run(`${sentence}\n`, '--order', 'best')).answers[0]?.rewrites ?? [];
    // This model has no quality estimates: no rewrite is surely right, so the likeliest of all comes first.
    for (const other of others) expect(other.score).toBeGreaterThanOrEqual(best?.score ?? 0);
    expect(others.map(({ distance }) => distance)).toEqual(others.map(({ distance }) => distance).toSorted((a, b) => a - b));
    expect(new Set(rewrites.map(({ text }) => text)).size).toBe(rewrites.length);
    expect(counts?.unique).toBeLessThanOrEqual(counts?.sampled ?? 0);
    expect(counts?.accepted).toBeLessThanOrEqual(counts?.unique ?? 0);
    expect(rewrites.every(({ distance, meaning = NaN }) => distance > 0 && distance <= 1 && meaning >= 0 && meaning <= 100)).toBe(true);
    expect(rewrites.some((rewrite) => 'cluster' in rewrite || 'right' in rewrite)).toBe(false);
  }, 60_000);

  it('draws the free sets on top of the random ones, which alone are listed', async () => {
    const [two, none] = [(await run(`${sentence}\n`, '--free', '2')).answers[0], (await run(`${sentence}\n`, '--free', '0')).answers[0]];
    expect([two?.counts.sampled, none?.counts.sampled]).toEqual([16, 8]);
    expect((two?.constraints as ConstraintSet[]).map(({ avoid }) => avoid.length > 0)).toEqual([true, true]);
    expect(two?.constraints).toEqual(none?.constraints);
  }, 60_000);

  it('sets rewrites into the frame of their line', async () => {
    const { answers: [label, quoted] } = await run(`(a) ${sentence}\n“${sentence}”\n`);
    expect(label?.rewrites.length).toBeGreaterThan(0);
    expect(label?.rewrites.every(({ text }) => /^\(a\) [^(]+$/u.test(text))).toBe(true);
    expect(quoted?.rewrites.every(({ text }) => /^“[^“”]+”$/u.test(text))).toBe(true);
  }, 60_000);

  it('chooses less alike rewrites the more they must differ, and as ParaBank 2 does where they need not', async () => {
    const many = ['--samples', '30', '--n', '3'];
    const [paper, near, apart] = [
      (await run(`${sentence}\n`, ...many, '--clusters', '4')).answers[0],
      (await run(`${sentence}\n`, ...many, '--diversity', '0.01')).answers[0],
      (await run(`${sentence}\n`, ...many, '--diversity', '0.7')).answers[0],
    ];
    const likeness = (answer: typeof near): number => {
      const lists = (answer?.rewrites ?? []).map(({ text }) => plainWords(text));
      return lists.reduce((sum, a, i) => sum + lists.slice(i + 1).reduce((more, b) => more + (pieceOverlap(a, b) ?? 0), 0), 0);
    };
    expect(likeness(apart)).toBeLessThan(likeness(near));
    expect(new Set(paper?.rewrites.map(({ cluster }) => cluster)).size).toBe(3);
    expect(paper?.rewrites.every(({ cluster }) => cluster !== 0)).toBe(true);
    expect(near?.rewrites.map(({ cluster }) => cluster)).toEqual([undefined, undefined, undefined]);
    const both = await run(`${sentence}\n`, '--clusters', '4', '--diversity', '1');
    expect([both.code, both.answers[0]?.error?.code]).toEqual([1, 'bad-request']);
  }, 60_000);

  it('weighs sampled rewrites and those of beam search by the estimator, where it is on', async () => {
    const model = estimating('doubting', { note: 1 });
    for (const args of [[], ['--system', '1', '--estimator'], ['--system', 'parabank2', '--estimator']]) {
      const [weighed] = (await run(`${sentence}\n`, ...args, '--model', model)).answers;
      expect(weighed?.rewrites.length).toBeGreaterThan(0);
      for (const { right, findings = [] } of weighed?.rewrites ?? []) expect([right, findings.filter(isDetail).length]).toEqual([0.5, 1]);
    }
    for (const args of [['--no-estimator'], ['--system', '1'], ['--mode', 'parabank2']]) {
      const [plain] = (await run(`${sentence}\n`, ...args, '--model', model)).answers;
      expect(plain?.rewrites.length).toBeGreaterThan(0);
      for (const { right, findings = [] } of plain?.rewrites ?? []) expect([right, findings.filter(isDetail)]).toEqual([undefined, []]);
    }
  }, 120_000);

  it('doubts what is less usual English than its source, each read on its own', async () => {
    const model = estimating('usual', { weights: { prior: -0.001 }, note: 0.5 });
    const { rewrites = [] } = (await run(`${sentence}\n`, '--model', model, '--n', '12')).answers[0] ?? {};
    const engine = await loadEngine(modelFolder('tiny'), wasmOptions(1));
    const nats = async (text: string): Promise<number> => {
      const memory = await engine.model.encode(engine.tokenizer.encode(text));
      memory.dispose();
      return -[...memory.prior ?? []].reduce((sum, value) => sum + value, 0);
    };
    const least = await nats(sentence);
    const doubts = await Promise.all(
      rewrites.map(async ({ text, findings = [] }) => ({ unusual: (await nats(text)) > least, noted: findings.some(isDetail) })),
    );
    await engine.dispose();
    expect(doubts.map(({ noted }) => noted)).toEqual(doubts.map(({ unusual }) => unusual));
    expect(new Set(doubts.map(({ noted }) => noted)).size).toBe(2);
  }, 60_000);

  it('takes the mode of the line before that of the flags, and refuses two that contradict each other', async () => {
    const lines = [
      { text: sentence, system: 1 },
      { text: sentence, mode: 'otherwise' },
      { text: sentence },
      { text: sentence, mode: 'parabank' },
    ];
    const { answers } = await run(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, '--mode', 'parabank2');
    expect(answers.map(({ mode, error }) => mode ?? error?.code)).toEqual(['parabank', 'otherwise', 'parabank2', 'bad-request']);
    expect(answers[0]?.rewrites).toHaveLength(1);
  }, 60_000);

  it('prints the same bytes again, whatever lies around a line and however the input is cut', async () => {
    const lines = [sentence, 'I like this house.', 'They came home late.'];
    const whole = (await run(`${lines.join('\n')}\n`)).output;
    expect((await run(`${lines.join('\n')}\n`)).output).toBe(whole);
    expect((await run(`${lines[1]}\n`)).output).toBe(`${whole.split('\n')[1]}\n`);
    const shards = [await run(`${lines.join('\n')}\n`, '--shard', '1/2'), await run(`${lines.join('\n')}\n`, '--shard', '2/2')];
    expect(shards.map(({ output }) => output.trimEnd().split('\n').length)).toEqual([2, 1]);
    expect(shards.map(({ output }) => output).join('')).toBe(whole);
    expect((await run(`${sentence}\n`, '--seed', '1')).output).not.toBe((await run(`${sentence}\n`)).output);
  }, 120_000);

  it('tells an error on its own line, goes on, and exits with 1', async () => {
    const lines = [
      '',
      '2 + 2 = 4 😀',
      '{"text": 3}',
      '{"avoid": []}',
      '{"text": "A house.", "colour": "red"}',
      `${'word '.repeat(500)}`,
      '{broken',
      'I like this house.',
    ];
    const { code, answers } = await run(Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), Buffer.from([0x61, 0xff, 0x62, 0x0a])]));
    expect(code).toBe(1);
    expect(answers.map(({ error }) => error?.code)).toEqual([
      'text-empty',
      'nothing-to-rewrite',
      'bad-request',
      'missing-field',
      'unknown-field',
      'text-too-long',
      'bad-json',
      undefined,
      'bad-utf8',
    ]);
  }, 60_000);

  it('says of a text in a language the model does not read which one that is, and rewrites it when it is told to', async () => {
    const lines = [
      'Výbor se rozhodl odložit schůzi na příští týden.', 'Der Ausschuss hat beschlossen, die Sitzung zu verschieben.', '委员会决定将会议推迟到下周。',
      `${sentence} Nevím, co mám dělat.`, { text: 'Nevím, co mám dělat.', foreign: true }, sentence,
    ].map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const { code, answers } = await run(`${lines.join('\n')}\n`);
    expect(code).toBe(1);
    expect(answers.map(({ error }) => error?.code)).toEqual([
      'unsupported-language', 'unsupported-language', 'unsupported-language', undefined, undefined, undefined,
    ]);
    expect(answers.slice(0, 3).map(({ error }) => (error as { language?: string }).language)).toEqual(['cs', 'de', 'zh']);
    expect(answers.map(({ languages }) => languages)).toEqual([undefined, undefined, undefined, ['cs'], ['cs'], undefined]);
    expect(answers[3]?.rewrites.length).toBeGreaterThan(0);
    for (const { text } of answers[3]?.rewrites ?? []) expect(text).toMatch(/ Nevím, co mám dělat\.$/u);
    expect(answers[4]?.counts.sampled).toBeGreaterThan(0);
  }, 60_000);

  it('keeps to bans and demands, and reports a contradiction', async () => {
    const lines = [
      { text: sentence, avoid: ['go', 'shop'] },
      { text: sentence, require: ['store'] },
      { text: sentence, require: ['shop'], avoid: ['shop'] },
    ].map((line) => JSON.stringify(line));
    const { answers: [banned, demanded, torn] } = await run(`${lines.join('\n')}\n`);
    expect(banned?.rewrites.length).toBeGreaterThan(0);
    expect(banned?.rewrites.some(({ text }) => /\b(?:go|goes|going|gone|went|shops?|shopped|shopping)\b/iu.test(text))).toBe(false);
    expect(demanded?.rewrites.length).toBeGreaterThan(0);
    expect(demanded?.rewrites.every(({ text }) => /\bstore\b/iu.test(text))).toBe(true);
    expect(torn?.unmet).toEqual([{ phrase: 'shop', reason: 'conflicts with a ban' }]);
  }, 60_000);

  it('resumes a checkpoint with the bytes of an uninterrupted run, and refuses that of another', async () => {
    const input = `${sentence}\nI like this house.\n`;
    const file = join(folder, 'run');
    const whole = (await run(input, '--checkpoint', file)).output;
    const kept = readFileSync(file, 'utf8').split('\n');
    // The machine went down in the middle of the last line.
    writeFileSync(file, `${kept.slice(0, 2).join('\n')}\n${kept[2]?.slice(0, 20)}`);
    expect((await run(input, '--checkpoint', file)).output).toBe(whole);
    await expect(run(input, '--checkpoint', file, '--seed', '3')).rejects.toMatchObject({ code: 'checkpoint-mismatch' });
    await expect(run(`${input}More.\n`, '--checkpoint', file)).rejects.toMatchObject({ code: 'checkpoint-mismatch' });
  }, 120_000);
});
