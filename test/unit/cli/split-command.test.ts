import { describe, expect, it } from 'vitest';
import { command } from '../../../src/cli/commands/split.ts';
import { runCommand } from './run-command.ts';

const split = (lines: readonly (string | object)[]): ReturnType<typeof runCommand> => runCommand(command, [], lines);

describe('otherwise split', () => {
  it('gives the sentences of each line, and what each is', async () => {
    const letter = 'Hi Marta,\nthe report is ready. Shall I send it?\nBest,\nJo';
    const { code, lines } = await split(['Dr. Lee came at 5 p.m. on Monday. “Sit down!” she said.', { text: letter }]);
    expect(code).toBe(0);
    expect(lines).toEqual([
      { sentences: ['Dr. Lee came at 5 p.m. on Monday.', '“Sit down!” she said.'], kinds: ['sentence', 'sentence'] },
      {
        sentences: ['Hi Marta,', 'the report is ready.', 'Shall I send it?', 'Best,', 'Jo'],
        kinds: ['greeting', 'sentence', 'sentence', 'signature', 'signature'],
      },
    ]);
  });

  it('answers a line that is no request with an error, and the next one all the same', async () => {
    const { code, lines } = await split(['{"texts": "a"}', '']);
    expect(code).toBe(1);
    expect(lines).toMatchObject([{ error: { code: 'missing-field' } }, { sentences: [], kinds: [] }]);
  });
});
