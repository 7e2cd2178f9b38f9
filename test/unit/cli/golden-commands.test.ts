import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands/index.ts';
import { runText } from './run-command.ts';

interface Golden {
  readonly command: string;
  readonly request: object;
  /** The answer's line as it was printed before the move. */
  readonly answer: string;
}

const golden = readFileSync(new URL('../../golden/commands.jsonl', import.meta.url), 'utf8').trim().split('\n')
  .map((line) => JSON.parse(line) as Golden);
const names = [...new Set(golden.map(({ command }) => command))];

it('has answers of six commands', () => {
  expect(names.toSorted()).toEqual(['cluster', 'constrain', 'decode', 'metrics', 'sample', 'systems']);
});

it.each(names)('%s prints the bytes that it printed before the move', async (name) => {
  const own = golden.filter(({ command }) => command === name);
  const load = commands[name];
  if (!load) throw new Error(`no command ${name}`);
  const { text } = await runText(await load(), [], own.map(({ request }) => request));
  expect(text.split('\n')).toEqual([...own.map(({ answer }) => answer), '']);
});
