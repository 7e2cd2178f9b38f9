import { describe, expect, it } from 'vitest';
import { guard } from '../../../src/quality/checks.ts';

describe('words that every object inherits', () => {
  it('are words like others to the guards', () => {
    for (const word of ['constructor', 'valueOf', 'toString', '__proto__', "it'constructor", 'hasOwnProperty']) {
      expect(guard(`The ${word} was late.`, `The ${word} was late.`).filter(({ severity }) => severity === 'drop')).toEqual([]);
    }
  });
});
