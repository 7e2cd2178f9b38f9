import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromMarkdown } from '../../src/rich/formats/markdown/read.ts';
import { rewriteMarkdown } from '../../src/rich/formats/markdown/rewrite.ts';
import { toMarkdown } from '../../src/rich/markdown.ts';
import { project } from '../../src/rich/project.ts';

const sentence = 'The board decided to postpone the meeting until next week.';
const rewrite = 'The board chose to put off the meeting until next week.';

/** A file with all that Markdown has, around a place for a sentence. */
const above = [
  '---', 'title: The committee decided', 'tags: [a_b, c]', '---', '', '# Notes of the *meeting* #', '',
  'Setext, with an address: https://example.com/a_b_c?x=1&y=2', '---', '',
  '- [ ] a task', '- [x] a task that is *done*', '  1) below', '     ', '     more of it', '* another list', '+ a third', '',
  '| Who | What |', '|:---|---:|', '| The committee | decided \\| `a\\|b` |', '| next | week |', '',
  '```js', 'const the = "committee"; // decided to postpone', '```', '', '    the meeting until', '',
  '> A quotation', 'that goes on lazily', '> > and one inside', '', '***', '',
  '![a picture](a_b.png "The committee") and a call[^note] and <kbd>Ctrl</kbd> &amp; more \\* signs', '',
  '<details open>', '<summary>The summary</summary>', '', 'Inside of **it**.', '', '</details>', '',
  '<!-- The committee', 'decided -->', '',
].join('\n');
const below = [
  '', 'The [reference][ref], the [collapsed][] and the [shortcut] ones, ~~gone~~, www.example.com/x_y, <me@example.com>.  ',
  'A hard break.', '',
  '[^note]: The footnote says that the committee decided.', '    It goes on.', '',
  '[ref]: https://example.com/ref_1 "A title"', '[collapsed]: <https://example.com/c d>', '[shortcut]: https://example.com/s', '',
  '1. one', '1. one again', '', '   with a paragraph', '', 'Last_line_without_end',
].join('\n');

/** The places where the sentence can stand in a file, and the lines that come of them. */
const places: readonly (readonly [name: string, was: string, is: string])[] = [
  ['a paragraph', sentence, rewrite],
  [
    'a paragraph between two others',
    `It rained all day. ${sentence} Nobody objected_here.`,
    `It rained all day. ${rewrite} Nobody objected_here.`,
  ],
  [
    'hard-wrapped lines',
    'It rained.\nThe board decided to\npostpone the meeting until next\nweek. Nobody minds.',
    'It rained.\nThe board chose to\nput off the meeting until next\nweek. Nobody minds.',
  ],
  ['a heading', `## ${sentence}`, `## ${rewrite}`],
  ['a heading with signs behind', `### ${sentence} ###`, `### ${rewrite} ###`],
  ['a setext heading', `${sentence}\n======`, `${rewrite}\n======`],
  ['an item', `- ${sentence}`, `- ${rewrite}`],
  ['an item with an asterisk', `* ${sentence}\n* b`, `* ${rewrite}\n* b`],
  ['a numbered item', `7) ${sentence}`, `7) ${rewrite}`],
  ['a task that is open', `- [ ] ${sentence}`, `- [ ] ${rewrite}`],
  ['a task that is done', `* a\n* [X] ${sentence}`, `* a\n* [X] ${rewrite}`],
  ['an item below another', `- a\n  - b\n    + ${sentence}\n- c`, `- a\n  - b\n    + ${rewrite}\n- c`],
  ['the second paragraph of an item', `- a\n\n  ${sentence}\n\n- b`, `- a\n\n  ${rewrite}\n\n- b`],
  ['a quotation', `> ${sentence}`, `> ${rewrite}`],
  [
    'a quotation of several lines',
    '> The board decided to postpone\n> the meeting until next week.',
    '> The board chose to put off\n> the meeting until next week.',
  ],
  ['a quotation inside of an item', `1. > ${sentence}\n   > More.`, `1. > ${rewrite}\n   > More.`],
  ['a cell', `| a | b |\n|---|---|\n| ${sentence} | *x* |`, `| a | b |\n|---|---|\n| ${rewrite} | *x* |`],
  ['a head cell', `${sentence} | b\n--- | :-:\nc | d`, `${rewrite} | b\n--- | :-:\nc | d`],
  ['a footnote', `[^own]: ${sentence}\n\nCalled[^own].`, `[^own]: ${rewrite}\n\nCalled[^own].`],
  [
    'a sentence with calls',
    'The board[^note] decided to postpone[^note] the meeting until next week.[^note]',
    'The board[^note] chose to put off[^note] the meeting until next week.[^note]',
  ],
  [
    'emphasis that stays',
    'The **board** decided to postpone the _meeting_ until ***next week***.',
    'The **board** chose to put off the _meeting_ until ***next week***.',
  ],
  [
    'emphasis on a word that changes',
    'The board decided to *postpone* the meeting until next week.',
    'The board chose to *put off* the meeting until next week.',
  ],
  ['emphasis around all', `**${sentence}**`, `**${rewrite}**`],
  [
    'emphasis that a change goes across',
    'The __board decided__ to postpone the meeting until next week.',
    'The __board chose__ to put off the meeting until next week.',
  ],
  [
    'a link that stays',
    'The board decided to postpone [the *meeting*](a_b.md \'x\') until next week.',
    'The board chose to put off [the *meeting*](a_b.md \'x\') until next week.',
  ],
  [
    'a link that a change goes across',
    'The [board decided to](https://example.com/x_y) postpone the meeting until next week.',
    'The [board chose to](https://example.com/x_y) put off the meeting until next week.',
  ],
  [
    'a link with a name',
    'The [board][ref] decided to postpone the meeting until next week.',
    'The [board][ref] chose to put off the meeting until next week.',
  ],
  [
    'a link named by its words',
    'The board [decided] to postpone the meeting until next week.\n\n[decided]: x.md',
    'The board [chose][decided] to put off the meeting until next week.\n\n[decided]: x.md',
  ],
  [
    'a picture',
    'The ![board](x_y.png) board decided to postpone the meeting until next week.',
    'The ![board](x_y.png) board chose to put off the meeting until next week.',
  ],
  ['code', 'The board decided to postpone the `meeting` until next week.', 'The board chose to put off the `meeting` until next week.'],
  [
    'HTML in a line',
    'The <b>board</b> decided<!-- x --> to <span class="y">postpone</span> the meeting until next<br/> week.',
    'The <b>board</b> chose<!-- x --> to <span class="y">put off</span> the meeting until next<br/> week.',
  ],
  ['a block of HTML', `<div align="center">\n  <p>${sentence}</p>\n</div>`, `<div align="center">\n  <p>${rewrite}</p>\n</div>`],
  ['a summary', `<details><summary>${sentence}</summary>\n\nx\n\n</details>`, `<details><summary>${rewrite}</summary>\n\nx\n\n</details>`],
  [
    'escaped signs and references',
    'The \\*board\\* decided to postpone the meeting&nbsp;until next week.',
    'The \\*board\\* chose to put off the meeting&nbsp;until next week.',
  ],
  ['a bare address', `${sentence} See https://example.com/a_b_(c)?d=e&f=*g*_h.`, `${rewrite} See https://example.com/a_b_(c)?d=e&f=*g*_h.`],
  ['a name with underscores', `Of snake_case_name: ${sentence}`, `Of snake_case_name: ${rewrite}`],
  ['a code block', `\`\`\`text\n${sentence}\n* not a list\n\`\`\``, `\`\`\`text\n${rewrite}\n* not a list\n\`\`\``],
  [
    'white space that means nothing',
    `   The  board   decided to\tpostpone the meeting until next week.   `,
    `   The  board   chose to\tput off the meeting until next week.   `,
  ],
  ['a hard break behind', `${sentence}\\\nNext line.  \nThird.`, `${rewrite}\\\nNext line.  \nThird.`],
  [
    'a line that a list would begin with',
    `The board decided to postpone the meeting until next week.\n- item`,
    `The board chose to put off the meeting until next week.\n- item`,
  ],
];

describe('of a file with one sentence rewritten all other lines come back byte for byte', () => {
  test('forty places and more are tested', () => expect(places.length).toBeGreaterThanOrEqual(40));

  test.each(places)('%s', (_, was, is) => {
    for (const eol of ['\n', '\r\n']) {
      const file = (lines: string): string => `${above}\n${lines}\n${below}`.replaceAll('\n', eol);
      const source = file(was);
      const read = fromMarkdown(source);
      const next = read.text.replace(/The \W*board\W* decided[^]*?week\./u, (words) =>
        words.replace('decided', 'chose').replace('postpone', 'put off'));
      expect(next).not.toBe(read.text);
      expect(rewriteMarkdown(source, project(read, next))).toEqual({ text: file(is), anew: false });
    }
  });
});

/** Gives a file whose text has become another one. */
const rewritten = (source: string, change: (text: string) => string): string => {
  const read = fromMarkdown(source);
  return rewriteMarkdown(source, project(read, change(read.text))).text;
};

describe('a text that changed otherwise', () => {
  test.each([
    ['nothing changed', 'A *b*\n===\n\n\n* c\n', (text: string) => text, 'A *b*\n===\n\n\n* c\n'],
    [
      'a paragraph came',
      '# A\n\n* b\n\n![](x.png)\n\nC',
      (text: string) => text.replace('C', 'New *one*.\n\nC'),
      '# A\n\n* b\n\nNew \\*one\\*.\n\n![](x.png)\n\nC',
    ],
    [
      'a paragraph went',
      '# A\n\nB it was.\n\n![](x.png)\n\n* c\n',
      (text: string) => text.replace('B it was.\n\n', ''),
      '# A\n\n![](x.png)\n\n* c\n',
    ],
    [
      'an item came',
      '* one\n* two\n\n```\nx\n```\n',
      (text: string) => text.replace('two', 'two\n• three'),
      '- one\n- two\n- three\n\n```\nx\n```\n',
    ],
    ['a sentence went', 'One *is*. Two is. Three\nis.\n', (text: string) => text.replace('Two is. ', ''), 'One *is*. Three\nis.\n'],
    ['a whole line went', 'One is.\nTwo **was**.\nThree is.\n', (text: string) => text.replace('Two was. ', ''), 'One is. Three is.\n'],
    ['nothing is the same', '* [ ] Go *home*!\n', (text: string) => text.replace('Go home!', 'Leave, please.'), '* [ ] Leave, please.\n'],
    [
      'words that would mean something',
      'Plain *it* is.\n',
      (text: string) => text.replace('Plain', '# a_b_ <i> [x](y) `z`'),
      '\\# a_b\\_ \\<i\\> \\[x\\]\\(y) \\`z\\` *it* is.\n',
    ],
    [
      'two words became one',
      'It is well *known* that.\n',
      (text: string) => text.replace('well known', 'wellknown'),
      'It is wellknown that.\n',
    ],
    [
      'paragraphs became one',
      'One.\n\nTwo.\n\n- a [ ](x)\n',
      (text: string) => text.replace('One.\n\nTwo.', 'One. Two.'),
      'One. Two.\n\n- a [ ](x)\n',
    ],
    ['all of it is another', '*One*.\n\n* Two.\n', () => 'Three.', '*Three*.\n'],
  ] as const)('%s', (_, source, change, expected) => {
    expect(rewritten(source, change)).toBe(expected);
  });

  test('whatever becomes of the words of a file, it reads as the text does, and its head stays', () => {
    const source = `${above}\n${below}`;
    const read = fromMarkdown(source);
    const words = [...read.text.matchAll(/\S+/gu)];
    const put = fc.constantFrom(
      '', 'new', 'two words', '*x*', '# h', '1. n', 'a|b', '<b>', '`', '_', 'a\n\nb', '\t', 'x\ny', 'https://a.example/b_c',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(words.length - 1), put), { minLength: 1, maxLength: 4 }), (edits) => {
        let { text } = read;
        for (const [which, word] of edits.toSorted(([a], [b]) => b - a)) {
          const { 0: old = '', index = 0 } = words[which] ?? {};
          text = text.slice(0, index) + word + text.slice(index + old.length);
        }
        const target = project(read, text);
        const written = rewriteMarkdown(source, target).text;
        // What Markdown has no way to say reads as the text written anew does.
        const anew = fromMarkdown(`x\n\n${toMarkdown(target)}`).text.slice(3);
        expect([target.text, anew].map(said)).toContain(said(fromMarkdown(written).text));
        expect(written.startsWith(above.slice(0, above.indexOf('\n# Notes')))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

const said = (text: string): string => text.replace(/[^\S\n]+/gu, ' ').replace(/\s*\n\s*/gu, '\n').trim();
