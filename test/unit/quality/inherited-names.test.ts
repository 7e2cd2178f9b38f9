import { describe, expect, it } from 'vitest';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { observe } from '../../../src/core/quality/assess.ts';
import { wordKnowledge } from '../../../src/core/text/knowledge.ts';

describe('words that every object inherits', () => {
  it('are words like others to whoever compares texts', async () => {
    const words = wordKnowledge(await loadInflector(), await loadIdf());
    for (const word of ['constructor', 'valueOf', 'toString', '__proto__', "it'constructor", 'hasOwnProperty']) {
      expect(observe(`The ${word} was late.`, `The ${word} was late.`, words)).toEqual({ broken: [], findings: [] });
    }
  });
});
