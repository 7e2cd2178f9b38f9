import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readWord } from '../../src/app/workers/word-reader.ts';
import { fromHtml } from '../../src/rich/formats/from-html.ts';
import { fromMarkdown } from '../../src/rich/formats/markdown/read.ts';
import { toDocx } from '../../src/rich/formats/docx/write.ts';
import { toHtml } from '../../src/rich/html.ts';
import { toMarkdown } from '../../src/rich/markdown.ts';
import { tidied } from '../../src/rich/marks.ts';
import { isSound, type Mark, type RichText } from '../../src/rich/rich.ts';
import { rich, richTexts } from '../oracle/rich-texts.ts';

/** The text as Word knows it, and read again. */
async function throughWord(own: RichText): Promise<RichText> {
  const file = await toDocx(own, 'A title');
  const read = await readWord(new Uint8Array(await file.arrayBuffer()));
  if ('refused' in read) throw new Error(read.refused);
  return fromHtml(read.html);
}

/** The marks word by word: each on all of a word that it touches, without the white space between them. */
function overWords({ text, marks }: RichText): Mark[] {
  const words = [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  const touches = (mark: Mark, word: { start: number; end: number }): boolean => word.start < mark.end && word.end > mark.start;
  return tidied(marks.flatMap((mark) => words.filter((word) => touches(mark, word)).map((word) => ({ ...mark, ...word }))));
}

const essay = rich(
  [
    '<h1>On [em:Moby-Dick]',
    '',
    'The [strong:old] captain, as [a https://example.com/x:they say], set sail',
    'and [s:was] [u:is] H[sub:2]O[sup:1].',
    '',
    '<li>• Rope',
    '<li>  • of [code:hemp]',
    '<li>• Oil',
    '',
    '<quote>Call me Ishmael.',
    '',
    '<li>3. Third',
    '<li>4. [strong:Fourth]',
  ].join('\n'),
);

describe('there and back', () => {
  test('front matter is left out, what stands between two rules is not', () => {
    expect(fromMarkdown('---\ntitle: An essay\n---\n\nText.').text).toBe('Text.');
    expect(fromMarkdown('---\n\n# Part one\n\nText that matters.\n\n---\n\n# Part two').text).toContain('Text that matters.');
  });

  test('an essay comes back from HTML and from Markdown as it was', () => {
    expect(fromHtml(toHtml(essay))).toEqual(essay);
    expect(fromMarkdown(toMarkdown(essay))).toEqual(essay);
    expect(toMarkdown(essay)).toBe(
      [
        '# On _Moby-Dick_',
        '',
        'The **old** captain, as [they say](<https://example.com/x>), set sail\\',
        'and ~~was~~ <u>is</u> H<sub>2</sub>O<sup>1</sup>.',
        '',
        '- Rope',
        '    - of `hemp`',
        '- Oil',
        '',
        '> Call me Ishmael.',
        '',
        '3. Third',
        '4. **Fourth**',
        '',
      ].join('\n'),
    );
  });

  test('HTML keeps everything', () => {
    fc.assert(fc.property(richTexts, (own) => { expect(fromHtml(toHtml(own))).toEqual(own); }), { numRuns: 3000 });
  });

  test('Markdown keeps everything but marks on white space and parts of words', () => {
    fc.assert(
      fc.property(richTexts, (drawn) => {
        const own = { ...drawn, marks: overWords(drawn) };
        const read = fromMarkdown(toMarkdown(own));
        expect({ ...read, marks: overWords(read) }).toEqual(own);
      }),
      { numRuns: 2000 },
    );
  });

  test('Word keeps everything', async () => {
    await fc.assert(fc.asyncProperty(richTexts, async (own) => { expect(await throughWord(own)).toEqual(own); }), { numRuns: 60 });
  });
});

describe('what other programs put on the clipboard', () => {
  test.each([
    [
      'Google Docs: weight and slant are styles, all of it stands in a tag for bold that is none',
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">' +
        '<h2 dir="ltr"><span style="font-weight:400">Title</span></h2>' +
        '<p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-style:italic"> slanted</span></p><br />' +
        '<ul><li dir="ltr" aria-level="1"><p role="presentation"><span>One</span></p></li>' +
        '<ul><li aria-level="2"><p><span>Two</span></p></li></ul></ul></b>',
      '<h2>Title\n\n[strong:Bold][em: slanted]\n\n<li>• One\n<li>  • Two',
    ],
    [
      'Word: items are paragraphs whose labels are words',
      "<p class=MsoNormal><b><span style='mso-bidi-font-weight:normal'>Bold</span></b><o:p></o:p></p>" +
        "<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>" +
        "1.<span style='font:7pt'>&nbsp;&nbsp; </span></span><![endif]>First</p>" +
        "<p class=MsoListParagraph style='mso-list:l1 level2 lfo2'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>Below</p>",
      '[strong:Bold]\n\n<li>1. First\n<li>  • Below',
    ],
    [
      'a page: white space of the source, breaks, a table, a list that begins later',
      '<div>One\n  two<br>three</div><div>four</div><table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>' +
        '<ol start=7><li>x<li>y</ol>',
      'One two\nthree\nfour\n\na\tb\nc\n\n<li>7. x\n<li>8. y',
    ],
    [
      'what would run or load, what is hidden, links that lead elsewhere',
      '<p onclick="hacked=1">Safe<script>hacked=1</script><style>p{}</style><img src=x onerror="hacked=1"><svg onload="hacked=1"></svg>' +
        '<iframe srcdoc="<p>no</p>"></iframe><span style="display:none">hidden</span> <a href="javascript:hacked=1">link</a>' +
        '<template>t</template><noscript>n</noscript></p><object>o</object>',
      'Safe link',
    ],
    [
      'words of elements that stand apart, and at both sides of what parts words',
      '<details><summary>Sum</summary>inner</details><fieldset><legend>Leg</legend>field</fieldset>before<center>mid</center>behind' +
        '<p>Name<label>One</label><label>Two</label>x<input>y<select><option>no</select>z</p><form>form</form>' +
        'form\ffeed,\u001funit,\u0085next,\vtab',
      'Sum\ninner\n\nLeg\nfield\n\nbefore\nmid\nbehind\n\nName One Two x y z\n\nform\n\nform feed, unit, next, tab',
    ],
    ['nothing', '', ''],
    ['blanks only', '<p> </p><p>&nbsp;</p><ul><li></li></ul>', ''],
  ])('%s', (_, html, written) => {
    expect(fromHtml(html)).toEqual(rich(written));
    expect('hacked' in globalThis).toBe(false);
  });

  test('any HTML is read to a text that is the same when it is written and read again', () => {
    const tag = fc.constantFrom(...'p div h3 ul ol li b i span blockquote br table td pre a script o:p section'.split(' '));
    const piece = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      fc.string({ maxLength: 8 }),
      fc.constantFrom(' ', '\n', 'word', '<!--', '-->'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const read = fromHtml(pieces.join(''));
        expect(isSound(read)).toBe(true);
        expect(fromHtml(toHtml(read)).text).toBe(fromHtml(toHtml(fromHtml(toHtml(read)))).text);
      }),
      { numRuns: 500 },
    );
  });
});

describe('Word documents that can not be read', () => {
  const zipped = (parts: Record<string, string>): Uint8Array<ArrayBuffer> =>
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

  test.each([
    ['no archive', new Uint8Array([1, 2, 3]), 'damaged'],
    ['nothing', new Uint8Array(), 'damaged'],
    ['an archive of something else', zipped({ 'a.xml': '<a/>' }), 'damaged'],
    ['a broken part', zipped({ 'word/document.xml': '<w:document' }), 'damaged'],
    ['a password', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'locked'],
  ])('%s', async (_, bytes, refused) => {
    expect(await readWord(bytes)).toEqual({ refused });
  });

  test('are those that break off anywhere', async () => {
    const whole = new Uint8Array(await (await toDocx(essay, '')).arrayBuffer());
    for (const share of [0.1, 0.5, 0.9, 0.99]) expect(await readWord(whole.slice(0, share * whole.length))).toEqual({ refused: 'damaged' });
  });

  test('a small archive that unpacks to more than memory should hold is refused before it does', async () => {
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(80e6) });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await readWord(bomb)).toEqual({ refused: 'too-large' });
  });

  test('an archive that lies about its size is cut off there', async () => {
    const lying = zipSync({ 'word/document.xml': new Uint8Array(5e6).fill(0x20) });
    const view = new DataView(lying.buffer);
    // The size stands in the directory at the end, behind its signature.
    const at = lying.findLastIndex((_byte, index) => index + 4 <= lying.length && view.getUint32(index, true) === 0x02014b50);
    view.setUint32(at + 24, 1000, true);
    expect(await readWord(lying)).toEqual({ refused: 'damaged' });
  });
});
