import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { project } from '../../../src/rich/project.ts';
import { plain } from '../../../src/rich/lines.ts';
import { isSound } from '../../../src/rich/rich.ts';
import { marked, rich, richTexts } from '../../oracle/rich-texts.ts';

const essay = rich(
  '<h1>On [em:Moby-Dick]\n\nThe [strong:old] captain set sail. He was [em:not] happy.\n\n<li>• Buy [strong:rope]\n<li>• Tell no one',
);
const bold = ['strong: old', 'em: not', 'strong: rope'];

describe('formatting that is carried over to another text', () => {
  test.each([
    ['a word put in', 'The old captain', 'The very old captain', ['em: Moby-Dick', ...bold]],
    ['a marked word gone', 'He was not happy', 'He was sad', ['em: Moby-Dick', 'strong: old', 'strong: rope']],
    ['the sentence before rewritten', 'The old captain set sail', 'An old skipper left port', ['em: Moby-Dick', ...bold]],
    ['part of a mark gone', 'On Moby-Dick', 'Concerning Dick', ['em: Dick', ...bold]],
  ])('%s: marks go with the words that survive', (_, was, is, left) => {
    const now = project(essay, essay.text.replace(was, is));
    expect(marked(now)).toEqual(left);
    expect(now.blocks).toEqual(essay.blocks);
  });

  test('what is put between the first and the last word of a mark is marked as well', () => {
    const now = project(rich('He said [strong:that nobody came] again.'), 'He said that almost nobody ever came again.');
    expect(marked(now)).toEqual(['strong: that almost nobody ever came']);
  });

  test.each([
    ['a heading of which no word is left', essay.text.replace('On Moby-Dick', 'A whale'), ['h1', 'p', 'p', 'p', 'li', 'li']],
    ['a paragraph behind the heading', essay.text.replace('The', 'New words here.\n\nThe'), ['h1', 'p', 'p', 'p', 'p', 'p', 'li', 'li']],
    ['a paragraph parted in two', essay.text.replace('sail. He', 'sail.\n\nHe'), ['h1', 'p', 'p', 'p', 'p', 'p', 'li', 'li']],
    ['an item more', `${essay.text}\n• Go`, ['h1', 'p', 'p', 'p', 'li', 'li', 'li']],
    ['an item less', essay.text.replace('• Buy rope\n', ''), ['h1', 'p', 'p', 'p', 'li']],
    ['an item without its label', essay.text.replace('• Tell', 'Tell'), ['h1', 'p', 'p', 'p', 'li', 'p']],
    ['the heading gone', essay.text.slice(essay.text.indexOf('The')), ['p', 'p', 'li', 'li']],
    ['nothing left', '', ['p']],
  ])('%s: lines stay what they were', (_, text, blocks) => {
    expect(project(essay, text).blocks).toEqual(blocks);
  });

  test('paragraphs that are rewritten and have a new one in front of them keep their marks', () => {
    const old = rich('The [strong:committee] decided to postpone the meeting.\n\nMany [em:people] were not surprised by that.');
    const now = project(old, 'A new start.\n\nThe committee chose to postpone our meeting.\n\nFew people were surprised by that news.');
    expect(marked(now)).toEqual(['strong: committee', 'em: people']);
  });

  test('a paragraph that begins like an item stays one, and one that is given a label is one', () => {
    const now = project(rich('- No, he said.\n\nBread'), '- No, she said.\n\n- Bread');
    expect(now.blocks).toEqual(['p', 'p', 'li']);
  });

  test('on its own text it changes nothing, and what comes behind it changes nothing of it', () => {
    fc.assert(
      fc.property(richTexts, (own) => {
        expect(project(own, own.text)).toBe(own);
        const longer = project(own, `${own.text}\n\nZzz`);
        expect(longer).toEqual({ text: `${own.text}\n\nZzz`, blocks: [...own.blocks, 'p', 'p'], marks: own.marks });
      }),
      { numRuns: 500 },
    );
  });

  test('whatever the text became: blocks and marks fit it, and every mark has words of its own', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), richTexts.map(({ text }) => text));
    const edits = fc.tuple(fc.nat(300), fc.nat(60), fc.string({ unit: fc.constantFrom(...'ab .\n•-1') }));
    fc.assert(
      fc.property(richTexts, texts, fc.option(edits), (own, other, edit) => {
        const text = edit === null ? other : own.text.slice(0, edit[0]) + edit[2] + own.text.slice(edit[0] + edit[1]);
        const now = project(own, text);
        expect(now.text).toBe(text);
        expect(isSound(now)).toBe(true);
        expect(now.marks.filter(({ start, end }) => text.slice(start, end).trim() === '')).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('the one mark of a book stays one when every sentence of the book changed', () => {
    const words = (seed: number): string => Array.from({ length: 90 }, (_, i) => `w${((i + 1) * seed) % 977}`).join(' ');
    const pages = Array.from({ length: 1000 }, (_, page) => words(page + 3));
    const own = plain(pages.join('\n\n'));
    const changed = pages.map((page, at) => `${page.replace(/w\d*[02468]\b/gu, `v${at}`)} end`).join('\n\n');
    expect(project({ ...own, marks: [{ start: 0, end: own.text.length, kind: 'em' }] }, changed).marks.length).toBe(1);
  });
});
