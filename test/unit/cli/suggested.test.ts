import { describe, expect, it } from 'vitest';
import { suggested } from '../../../src/cli/suggested.ts';

const known = ['text', 'avoid', 'topK', 'beam', 'n', 'force_words', 'keep'];

describe('a name that there is not', () => {
  it.each([
    ['top_k', 'topK'], ['topk', 'topK'], ['avoids', 'avoid'], ['num_beams', 'beam'], ['force_words_ids', 'force_words'],
    ['num_return_sequences', 'n'], ['kepe', 'keep'],
  ])('is answered with the known one that is meant: %s', (name, meant) => {
    expect(suggested(name, known)).toBe(` Did you mean '${meant}'?`);
  });

  it.each(['id', 'sentence_id', 'no', 'seeds', 'bad_words_ids'])('is answered with none where none is near: %s', (name) => {
    expect(suggested(name, known)).toBe('');
  });
});
