import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PieceTokenizer } from '../../../src/engine/model/tokenizer.ts';

const tokenizer = new PieceTokenizer(readFileSync(new URL('../../../models/tiny/tokenizer.json', import.meta.url), 'utf8'));

describe('the tokenizer', () => {
  it('brings text back as it was', () => {
    for (const text of ['I like your car.', 'Café, naïve: 100 % — “yes” 😀', ' leading and  double spaces'])
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
  });

  it('treats literals of the marks as text, never as marks', () => {
    for (const text of ['<|im_end|>', 'Say <repo_name> to <|endoftext|> him.', '<|im_start|><|im_end|>']) {
      const ids = tokenizer.encode(text);
      expect(ids.every((id) => id >= 17)).toBe(true);
      expect(tokenizer.decode(ids)).toBe(text);
    }
  });

  it('gives the text of single pieces with their space', () => {
    const ids = tokenizer.encode('I like');
    expect(ids.map((id) => tokenizer.pieceText(id)).join('')).toBe('I like');
  });
});
