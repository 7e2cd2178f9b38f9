import { describe, expect, it } from 'vitest';
import { parseFlags, parseFlagsAndRest } from '../../../src/cli/flags.ts';

const kinds = { topK: 'number', model: 'string', lines: 'boolean', avoid: 'list', system: 'either' } as const;

describe('flags', () => {
  it('are read into names in camel case, lists in their order', () => {
    const args = ['--top-k', '3', 'file', '--avoid', 'a', '--no-lines', '--avoid=b', '--system', '7'];
    const { flags, rest } = parseFlagsAndRest(args, kinds, 1);
    expect([flags, rest]).toEqual([{ topK: 3, avoid: ['a', 'b'], lines: false, system: 7 }, ['file']]);
  });

  it.each([
    ['--model', ['--model', 'base', '--model', 'tiny']], ['--model', ['--model=base', '--lines', '--model=base']],
    ['--top-k', ['--top-k', '1', '--top-k', '2']], ['--lines', ['--lines', '--no-lines']], ['--lines', ['--no-lines', '--no-lines']],
    ['--system', ['--system', 'parabank2', '--system', '3']],
  ])('that take one value are refused when they are given twice: %s of %j', (flag, args) => {
    const error = { code: 'bad-flag', message: `${flag} is given twice. Give it once.` };
    expect(() => parseFlags(args, kinds)).toThrow(expect.objectContaining(error));
  });
});
