import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/cli/command.ts';
import { command as constrain } from '../../../src/cli/commands/constrain.ts';
import { command as decode } from '../../../src/cli/commands/decode.ts';
import { command as sample } from '../../../src/cli/commands/sample.ts';
import { errorCodes as errors, type Run, runCommand } from './run-command.ts';

const run = (command: Command, args: readonly string[], ...lines: readonly (string | object)[]): Promise<Run> =>
  runCommand(command, args, lines);

describe('otherwise constrain', () => {
  it('has one entry for each prefix', async () => {
    const { lines, code } = await run(constrain, [], {
      avoid: [
        [1, 2, 4],
        [2, 3],
      ],
      require: [
        [1, 2],
        [1, 2, 3, 4],
      ],
      anchored: [[1, 1]],
      sequence: [1, 2, 3, 5],
    });
    expect(code).toBe(0);
    expect(lines).toEqual([{ blocked: [[], [1], [3, 4], [], []], met: [0, 1, 2, 3, 2], satisfied: false }]);
  });

  it('takes the order from the line before the flag', async () => {
    const request = { require: [[1], [2]], sequence: [2, 1] };
    const { lines } = await run(constrain, ['--ordered'], request, { ...request, ordered: false });
    expect(lines.map((line) => line['satisfied'])).toEqual([false, true]);
  });

  it('answers each wrong line with its error', async () => {
    const result = await run(
      constrain,
      [],
      'text',
      { avoid: [] },
      { sequence: [1], more: 1 },
      { sequence: [-1] },
      { sequence: ['a'] },
      { sequence: [], avoid: [[]] },
      { sequence: [] },
    );
    expect(errors(result)).toEqual(['bad-json', 'missing-field', 'unknown-field', 'bad-request', 'bad-request', 'bad-request', undefined]);
    expect(result.code).toBe(1);
    await expect(run(constrain, ['--k', '3'])).rejects.toMatchObject({ code: 'unknown-flag' });
  });
});

describe('otherwise sample', () => {
  it('gives the exact distribution, ties by lower id', async () => {
    const { lines } = await run(
      sample,
      ['--k', '2'],
      { logProbs: [-1, -2, -1, -3], blocked: [0] },
      { logProbs: [-2, -2, -2] },
      { logProbs: [0, Math.log(4)], temperature: 2 },
      { logProbs: [-1], blocked: [0], draws: 4 },
    );
    expect(lines[0]).toEqual({ ids: [2, 1], probabilities: [1 / (1 + Math.exp(-1)), Math.exp(-1) / (1 + Math.exp(-1))], drawn: [] });
    expect(lines[1]).toMatchObject({ ids: [0, 1], probabilities: [0.5, 0.5] });
    expect((lines[2]?.['probabilities'] as number[])[0]).toBeCloseTo(2 / 3, 12);
    expect(lines[3]).toEqual({ ids: [], probabilities: [], drawn: [] });
  });

  it('draws the same for the same seed, whatever lines stand around', async () => {
    const request = { logProbs: [-1, -1.5, -2, -2.5], draws: 50, seed: 9 };
    const alone = await run(sample, [], request);
    const among = await run(sample, ['--seed', '4'], { ...request, seed: 1 }, 'x', request);
    expect(among.lines[2]).toEqual(alone.lines[0]);
    expect(among.lines[0]).not.toEqual(alone.lines[0]);
    expect(
      errors(await run(sample, [], { logProbs: [-1], k: 0 }, { logProbs: [-1], temperature: 0 }, { logProbs: [null] }, { blocked: [] })),
    ).toEqual(['bad-request', 'bad-request', 'bad-request', 'missing-field']);
  });
});

describe('otherwise decode', () => {
  const logits = [[0, 1, 2], [1, 0, 1], [0, 0, 0]];
  const base = { logits, start: 0, eos: 2, maxTokens: 3, beam: 4 };

  it('gives hypotheses that meet everything, best first, and says exactly whether there can be any', async () => {
    const { lines } = await run(
      decode,
      [],
      { ...base, require: [[1, 1]] },
      { ...base, require: [[1, 1]], avoid: [[1]] },
      {
        ...base,
        require: [
          [1, 1],
          [0, 0],
        ],
      },
      { ...base, require: [[2]] },
    );
    const logSoftmax = (row: number, id: number): number =>
      (logits[row]?.[id] ?? NaN) - Math.log((logits[row] ?? []).reduce((sum, logit) => sum + Math.exp(logit), 0));
    const first = lines[0]?.['hypotheses'] as { tokens: number[]; logProb: number }[];
    expect(first.map(({ tokens }) => tokens)).toEqual([[1, 1], [1, 1, 0], [0, 1, 1]]);
    expect(first[0]?.logProb).toBeCloseTo(logSoftmax(0, 1) + logSoftmax(1, 1) + logSoftmax(1, 2), 12);
    expect(lines.map((line) => line['satisfiable'])).toEqual([true, false, false, false]);
    for (const line of lines.slice(1)) expect(line['hypotheses']).toEqual([]);
  });

  it('refuses tables that do not fit', async () => {
    expect(
      errors(
        await run(
          decode,
          [],
          {
            ...base,
            logits: [
              [0, 1],
              [1, 0, 1],
            ],
          },
          { ...base, start: 3 },
          { ...base, eos: 3 },
          { ...base, logits: [[0, 1, 2]] },
          { logits, start: 0 },
        ),
      ),
    ).toEqual(['bad-request', 'bad-request', 'bad-request', 'bad-request', 'missing-field']);
  });
});

it.each([constrain, sample, decode])('help of $name names its input and output', (command) => {
  expect(command.help).toMatch(/Usage: otherwise/u);
  expect(command.help).toMatch(/Input/u);
  expect(command.help).toMatch(/Output/u);
});
