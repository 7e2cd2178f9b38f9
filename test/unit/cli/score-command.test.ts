import { describe, expect, it } from 'vitest';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { command as score } from '../../../src/cli/commands/score.ts';
import type { PairScores, ParaphraseResult } from '../../../src/core/protocol.ts';
import { errorCodes, runCommand } from './run-command.ts';

const tiny = ['--model', 'tiny', '--threads', '1'];
const budget = '--sets 2 --samples 6 --free 1 --rounds 1 --temperature 1'.split(' ');
const sentence = 'He went to the old shop again.';

const scores = async (pairs: readonly object[], ...args: string[]): Promise<PairScores[]> =>
  (await runCommand<PairScores>(score, [...tiny, ...args], pairs)).lines;

describe('score', () => {
  it.each([
    ['ours', sentence, []],
    ['ours, drawn under another tag', sentence, ['--distance', '3', '--seed', '4']],
    ['ours, under a strict threshold', sentence, ['--threshold', '50', '--seed', '4']],
    ['a framed sentence', `b) ${sentence}`, ['--threshold', '50']],
    ['an unusual outer form', 'he went to the old shop again', ['--threshold', '50']],
    ['ParaBank 2', sentence, ['--mode', 'parabank2']],
    ['a numbered system', sentence, ['--system', '34', '--n', '4']],
    ['several sentences', `${sentence} It has. They came home late.`, []],
  ])('gives the figures of paraphrase for the same pair: %s', async (_, source, args) => {
    const { lines: [answer] } = await runCommand<ParaphraseResult>(paraphrase, [...tiny, ...budget, ...args], `${source}\n`);
    const rewrites = answer?.rewrites ?? [];
    expect(rewrites.length).toBeGreaterThan(1);
    const figures = await scores(rewrites.map(({ text }) => ({ source, rewrite: text })));
    for (const [i, { forward, backward, score: sum, meaning, distance }] of rewrites.entries()) {
      expect(Math.abs((figures[i]?.forward ?? NaN) - forward)).toBeLessThanOrEqual(1e-4);
      expect(Math.abs((figures[i]?.backward ?? NaN) - backward)).toBeLessThanOrEqual(1e-4);
      expect(Math.abs((figures[i]?.score ?? NaN) - sum)).toBeLessThanOrEqual(2e-4);
      expect(figures[i]).toMatchObject({ meaning, distance });
    }
  }, 60_000);

  it('does not depend on what is scored beside a pair, and tells wrong lines on their own', async () => {
    const pairs = [
      'He went to the store again.',
      'Again he went.',
      'He walked to the old shop once more, as he had often done before.',
      sentence,
    ].map((rewrite) => ({ source: sentence, rewrite }));
    const together = await scores(pairs);
    for (const [i, pair] of pairs.entries()) expect((await scores([pair]))[0]).toEqual(together[i]);
    const wrong = await runCommand(score, tiny, [
      '{',
      { source: sentence },
      { source: ' ', rewrite: 'a' },
      { ...pairs[0] },
      { source: sentence, rewrite: '1 2' },
      { source: sentence, rewrite: 'word '.repeat(300) },
      { ...pairs[1], mode: 'parabank2' },
      { ...pairs[1], model: 'none' },
      { ...pairs[1] },
    ]);
    expect(errorCodes(wrong)).toEqual([
      'bad-json',
      'missing-field',
      'text-empty',
      undefined,
      'nothing-to-rewrite',
      'text-too-long',
      'unknown-field',
      'model-not-found',
      undefined,
    ]);
    expect([wrong.code, wrong.lines[3], wrong.lines[8]]).toEqual([1, together[0], together[1]]);
  }, 60_000);

  it('says what a rewrite changed, and finds the better one better', async () => {
    const [good, wrong, copy] = await scores([
      { source: sentence, rewrite: 'He went to the old store again.' },
      { source: sentence, rewrite: 'He did not go to the old shop again.' },
      { source: sentence, rewrite: sentence },
    ]);
    expect(good?.findings).toEqual([]);
    expect(wrong?.findings.map(({ kind }) => kind)).toContain('negation');
    expect(good?.score).toBeLessThan(wrong?.score ?? NaN);
    expect(copy).toMatchObject({ distance: 0, findings: [] });
  });
});
