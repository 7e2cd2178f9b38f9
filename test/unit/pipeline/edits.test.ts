import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editsBetween, meet, withEdits } from '../../../src/core/pipeline/edits.ts';

/** Lists the edits of a rewrite as `old → new`. */
const read = (source: string, rewrite: string): string[] =>
  editsBetween(source, rewrite).map(({ start, end, text }) => `${source.slice(start, end)} → ${text}`);

describe('the edits that make a rewrite of its source', () => {
  it('are what differs between phrases that both share', () => {
    expect(read('I can see that you were charged twice, so I have cancelled it the same day.',
      "I see that you were charged twice, so I've stopped it the same day."))
      .toEqual(['I can  → I ', " I have cancelled  →  I've stopped "]);
    expect(read('Check that the lid is locked.', 'Check that the lid is locked.')).toEqual([]);
    expect(read('Thanks.', 'Cheers.')).toEqual(['Thanks → Cheers']);
  });

  it('count a phrase that has moved as one edit with all that it moved past', () => {
    expect(read('Before opening it, shake the bottle well.', 'Shake the bottle well before opening it.'))
      .toEqual(['Before opening it, shake the bottle well → Shake the bottle well before opening it']);
    expect(read('The boat sank early on Sunday, but all were rescued.', 'Early on Sunday the boat sank, but all were saved.'))
      .toEqual(['The boat sank early on Sunday → Early on Sunday the boat sank', ' rescued →  saved']);
  });

  it('do not count a stop word between two changes as shared', () => {
    expect(read('He gave the key to a friend.', 'He handed the card to a friend.')).toEqual(['He gave the key  → He handed the card ']);
  });

  it('rebuild the rewrite, stay in order and never touch (500 pairs of texts)', () => {
    const word = fc.constantFrom('the', 'a', 'old', 'man', 'went', 'home', 'to', 'Anna', 'told', 'her', 'early', ',', 'work', 'well');
    const text = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => `${words.join(' ')}.`);
    fc.assert(fc.property(text, text, (source, rewrite) => {
      const edits = editsBetween(source, rewrite);
      expect(withEdits(source, edits)).toBe(rewrite);
      for (const [i, edit] of edits.entries()) for (const later of edits.slice(i + 1)) {
        expect(meet(edit, later)).toBe(false);
        expect(edit.end).toBeLessThan(later.start);
      }
    }), { numRuns: 500 });
  });
});
