import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/cli/command.ts';
import { command as inflect } from '../../../src/cli/commands/inflect.ts';
import { command as systems } from '../../../src/cli/commands/systems.ts';
import { errorCodes, type Run, runCommand } from './run-command.ts';

const run = (command: Command, args: readonly string[], ...requests: readonly (string | object)[]): Promise<Run> =>
  runCommand(command, args, requests);
const codes = (lines: readonly unknown[]): unknown[] => errorCodes({ lines });

describe('inflect', () => {
  it('answers each line, the line before the flag', async () => {
    const { code, lines } = await run(inflect, ['--pos', 'N'], { word: 'run' }, { word: 'run', pos: 'V' });
    expect(code).toBe(0);
    expect(lines).toEqual([{ forms: ['run', 'runs'] }, { forms: ['run', 'ran', 'running', 'runs'] }]);
  });

  it('gives errors on their own lines', async () => {
    const { code, lines } = await run(inflect, [], { word: ' ' }, {}, { word: 'a', more: 1 }, { word: 3 }, { word: 'a', pos: 'X' }, 'run', {
      word: 'children',
    });
    expect(code).toBe(1);
    expect(codes(lines)).toEqual(['word-empty', 'missing-field', 'unknown-field', 'bad-request', 'bad-request', 'bad-json', undefined]);
    expect(lines.at(-1)).toEqual({ forms: ['children', 'child'] });
  });

  it('refuses wrong flags', async () => {
    await expect(run(inflect, ['--pos', 'X'])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(run(inflect, ['--word', 'a'])).rejects.toMatchObject({ code: 'unknown-flag' });
  });
});

describe('systems', () => {
  const idf = { proud: 11.1, told: 7.9, work: 7.4, them: 6.2, her: 5.8, was: 4.3, for: 3.6, to: 2.3 };
  const text = 'I told her I was proud to work for them.';
  const tokens = ['I', 'told', 'her', 'I', 'was', 'proud', 'to', 'work', 'for', 'them', '.'];

  it('answers the worked example from text and from tokens alike', async () => {
    const numbers = Array.from({ length: 37 }, (_, index) => index + 1);
    const fromText = await run(systems, [], ...numbers.map((system) => ({ text, system, idf })));
    const fromTokens = await run(systems, ['--seed', '0'], ...numbers.map((system) => ({ tokens, system, idf })));
    expect(fromText.code).toBe(0);
    expect(fromTokens.lines).toEqual(fromText.lines);
    const words = ['proud', 'told', 'work', 'for', 'to'];
    const pool = words.map((word) => ({ word, idf: idf[word as keyof typeof idf], position: tokens.indexOf(word) }));
    expect(fromText.lines[17]).toEqual({ applicable: true, avoid: ['for', 'For', 'to', 'To'], require: [], anchored: [], pool });
    expect(fromText.lines[33]).toEqual({ applicable: true, avoid: [], require: [], anchored: [['I'], ['told'], ['her']], pool });
  });

  it('uses the shipped table without one, and the seed of the line before that of the flag', async () => {
    const sentence = 'The committee decided to postpone the meeting until next week.';
    const { lines } = await run(
      systems,
      ['--system', '24', '--seed', '5'],
      { text: sentence },
      { text: sentence, seed: 5 },
      { text: sentence, seed: 6 },
      { text: sentence, system: 1 },
    );
    expect(lines[0]).toEqual(lines[1]);
    expect(lines[3]).toMatchObject({ avoid: ['postpone', 'Postpone'] });
    expect(lines[2]).not.toEqual(lines[1]);
  });

  it('takes anchoring and bounds', async () => {
    const { lines } = await run(systems, [], { text, system: 33, anchoring: 'ngram' }, { text, system: 1, idf, maximum: 10 });
    expect(lines.map((line) => [line['anchored'], line['avoid']])).toEqual([[[['I', 'told']], []], [[], ['told', 'Told']]]);
  });

  it('reports what does not apply and answers wrong lines with errors', async () => {
    const { code, lines } = await run(
      systems,
      [],
      { text: 'So it is.', system: 7 },
      { text: ' ', system: 1 },
      { tokens: [], system: 1 },
      { tokens: ['a', ''], system: 1 },
      { text: '?!', system: 1 },
      { system: 1 },
      { text: 'a' },
      { text: 'a', tokens: ['a'], system: 1 },
      { text: 'a', system: 38 },
      { text: 'a', system: 1, other: 1 },
    );
    expect(code).toBe(1);
    expect(lines[0]).toMatchObject({ applicable: false, avoid: [], require: [], anchored: [] });
    expect(codes(lines).slice(1)).toEqual([
      'text-empty',
      'text-empty',
      'bad-request',
      'nothing-to-rewrite',
      'missing-field',
      'missing-field',
      'bad-request',
      'bad-request',
      'unknown-field',
    ]);
  });
});
