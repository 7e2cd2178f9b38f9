import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readWord } from '../../src/app/workers/word-reader.ts';
import { rewriteWord } from '../../src/rich/formats/docx/rewrite.ts';
import { toDocx } from '../../src/rich/formats/docx/write.ts';
import { fromHtml } from '../../src/rich/formats/from-html.ts';
import { project } from '../../src/rich/project.ts';
import { plain } from '../../src/rich/lines.ts';
import type { RichText } from '../../src/rich/rich.ts';
import { cell, drawing, p, partOf, r, table, wordFile } from './word-files.ts';

const box = (text: string): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${p(text)}</w:txbxContent>` +
  `</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${p(text)}</w:txbxContent>` +
  '</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>';

const whole = [
  p('Notes', '<w:outlineLvl w:val="0"/>'),
  p(r('The ') + r('com', '<w:b/>') + r('mittee', '<w:b/><w:i/>') + r(' decided to ') +
    '<w:bookmarkStart w:id="1" w:name="b"/>' + r('postpone', '<w:color w:val="00FF00"/>') +
    r(' the meeting') + '<w:r><w:footnoteReference w:id="2"/></w:r>' + r(' until next week.') + drawing),
  table,
  p(r('Above the box.') + box('Text in a box.')),
  p(`<w:hyperlink r:id="p1">${r('A link', '<w:u/>')}</w:hyperlink>${r(' and a no')}` +
    `<w:r><w:noBreakHyphen/></w:r>${r('break, and')}<w:r><w:br/></w:r>${r('a new line.')}`),
  p('Nobody objected.'),
].join('');

async function read(bytes: Uint8Array): Promise<RichText> {
  const answer = await readWord(new Uint8Array(bytes));
  if ('refused' in answer) throw new Error(answer.refused);
  return fromHtml(answer.html);
}

/** Gives the document behind the names of the spaces, whose order means nothing. */
const bodyOf = (xml: string): string => xml.slice(xml.indexOf('<w:body>'));

/** Gives the file when its text has become another one; it says that text, and its other parts are the same to the byte. */
async function rewritten(file: Uint8Array, change: (text: string) => string): Promise<Uint8Array> {
  const was = await read(file);
  const next = change(was.text);
  const written = rewriteWord(file, was, project(was, next));
  if (written === undefined) throw new Error('It can not be written in place.');
  expect((await read(written)).text).toBe(next);
  const [before, after] = [unzipSync(file), unzipSync(written)];
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const name of Object.keys(before)) if (!/document|notes/u.test(name)) expect(after[name]).toEqual(before[name]);
  return written;
}

describe('a Word document with a rewritten sentence keeps everything else', () => {
  test('the reader leaves out the numbers of notes, puts the notes at the end, and reads a box once', async () => {
    expect((await read(wordFile(whole))).text).toBe(
      'Notes\n\nThe committee decided to postpone the meeting until next week.\n\nOne\n\nIt rained all day.' +
        '\n\nTwo\n\nx\n\nAbove the box.\n\nText in a box.\n\n' +
        'A link and a no\u2011break, and\na new line.\n\nNobody objected.\n\n1. A note.',
    );
  });

  test('only the runs of the words that changed are others; picture, note, bookmark, colours and table stay', async () => {
    const file = wordFile(whole);
    const written = await rewritten(file, (text) => text.replace('decided to postpone', 'chose to put off'));
    const expected = partOf(file, 'word/document.xml').replace('> decided to <', '> chose to <').replace('>postpone<', '>put off<');
    expect(bodyOf(partOf(written, 'word/document.xml'))).toBe(bodyOf(expected));
  });

  test.each([
    ['a word over several runs', 'The committee decided', 'The board decided', /<w:b\/><\/w:rPr><w:t xml:space="preserve">board<\/w:t>/u],
    ['a word at the beginning', 'Nobody', 'No one', /No one objected/u],
    ['a word before a note', 'the meeting until', 'the talk until', /the talk<\/w:t><\/w:r><w:r><w:footnoteReference/u],
    ['all of a sentence', 'The committee decided to postpone the meeting until next week.', 'Delay it.', /<w:drawing>/u],
    [
      'a cell',
      'It rained all day.',
      'Rain fell all day long.',
      /<w:shd w:fill="FF0000"\/><\/w:tcPr><w:p><w:r><w:t xml:space="preserve">Rain fell all day long\./u,
    ],
    ['a text box, in both its forms', 'Text in a box.', 'Words in a box.', /mc:Choice.*Words in a box.*mc:Fallback.*Words in a box/u],
    ['a link', 'A link and', 'One link and', /<w:hyperlink r:id="p1">.*One link<\/w:t><\/w:r><\/w:hyperlink>/u],
    ['a hyphen', 'no\u2011break', 'unbroken line', /unbroken line/u],
    ['a paragraph that went', 'Nobody objected.\n\n', '', /a new line\.<\/w:t><\/w:r><\/w:p>/u],
    [
      'a paragraph that came',
      'Nobody objected.',
      'Nobody objected.\n\nWe were glad.',
      /Nobody objected\.<\/w:t><\/w:r><\/w:p><w:p><w:r><w:t xml:space="preserve">We were glad\./u,
    ],
    ['words added and left out', 'Above the box.', 'Far above the.', /Far above the\./u],
    ['signs that XML has a meaning for', 'Nobody', 'R&D <all>', /R&amp;D &lt;all&gt;/u],
  ] as const)('%s', async (_, was, is, xml) => {
    const written = await rewritten(wordFile(whole), (text) => text.replace(was, is));
    expect(partOf(written, 'word/document.xml')).toMatch(xml);
    for (const kept of ['w:drawing', 'w:tbl', 'w:footnoteReference', 'w:sectPr', 'w:bookmarkStart']) {
      expect(partOf(written, 'word/document.xml')).toContain(`<${kept}`);
    }
  });

  test('a footnote is rewritten in its own part', async () => {
    const written = await rewritten(wordFile(whole), (text) => text.replace('A note.', 'One note.'));
    expect(partOf(written, 'word/footnotes.xml')).toContain('One note.');
  });

  test('a text that can not be written into the file is refused, and so is a file that is none', async () => {
    const was = await read(wordFile(table));
    expect(rewriteWord(wordFile(table), was, project(was, was.text.replace('Two', 'New\n\nTwo')))).toBeUndefined();
    expect(() => rewriteWord(new Uint8Array([1, 2]), was, plain('x'))).toThrow();
  });
});

test('changes of a review count as accepted: what was put in stays, what was struck or moved is gone, paragraphs join', async () => {
  const change = 'w:id="9" w:author="A" w:date="2026-01-01T00:00:00Z"';
  const body =
    p(
      `${r('We ')}<w:del ${change}><w:r><w:delText>might </w:delText></w:r></w:del><w:ins ${change}>${r('will ')}</w:ins>` +
      r('go.', `<w:rPrChange ${change}><w:rPr><w:b/></w:rPr></w:rPrChange>`),
    ) +
    p(`<w:moveFrom ${change}>${r('Moved away.')}</w:moveFrom>`, `<w:rPr><w:moveFrom ${change}/></w:rPr>`) +
    p(r('Joined'), `<w:rPr><w:del ${change}/></w:rPr>`) + p(r(' here.')) +
    p(`<w:moveTo ${change}>${r('Moved away.')}</w:moveTo>`) +
    `<w:tbl><w:tr><w:trPr><w:del ${change}/></w:trPr>${cell('struck')}</w:tr>` +
    `<w:tr><w:trPr><w:ins ${change}/></w:trPr>${cell('kept')}</w:tr></w:tbl>` +
    p(`<w:ins ${change}><w:del ${change}><w:r><w:delText>never</w:delText></w:r></w:del></w:ins>${r('Last.')}`);
  const was = await read(wordFile(body));
  expect([was.text, was.marks]).toEqual(['We will go.\n\nJoined here.\n\nMoved away.\n\nkept\n\nLast.', []]);
  const written = await rewritten(wordFile(body), (text) => text.replace('will go', 'go now').replace('Last', 'Final'));
  expect(partOf(written, 'word/document.xml')).toContain('<w:delText>might </w:delText>');
});

test('a break of a page or a column parts words', async () => {
  const body = p(r('one') + '<w:r><w:br w:type="page"/></w:r>' + r('two') + '<w:r><w:br w:type="column"/></w:r>' + r('three'));
  expect((await read(wordFile(body))).text).toBe('one\ntwo\nthree');
  await rewritten(wordFile(body), (text) => text.replace('two', 'too'));
});

test.each(['\ufffe', '\uffff', '\u0000', '\u0001', '\u000b', '\u001f', '\ud800', '\udfff', '\u{1fffe}'])(
  'a character that XML forbids (%j) never makes a .docx that can not be read',
  async (sign) => {
    const own = plain(`Before ${sign}after, between${sign}words.`);
    const made = new Uint8Array(await (await toDocx(own, `A ${sign} title`)).arrayBuffer());
    const kept = wordFile(p('Before after, between words.'));
    const edited = rewriteWord(kept, await read(kept), own);
    for (const bytes of [made, edited]) {
      for (const [name, part] of Object.entries(unzipSync(bytes ?? new Uint8Array()))) {
        if (!/\.(?:xml|rels)$/u.test(name)) continue;
        expect(new DOMParser().parseFromString(strFromU8(part), 'application/xml').querySelector('parsererror')).toBeNull();
        if (sign.length === 1) expect(strFromU8(part)).not.toContain(sign);
      }
      expect((await read(bytes ?? new Uint8Array())).text).toMatch(/^Before .?after, between.?words\.$/su);
    }
  },
);
