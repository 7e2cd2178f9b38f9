import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { passing } from '../../src/app/platform/database.ts';
import type { AppState } from '../../src/app/state/app.svelte.ts';
import { FakeClient } from './fake-client.ts';
import { mountApp, sample, unmountApp } from './mount-app.ts';
import { drawing, p, partOf, r, table, wordFile } from './word-files.ts';

beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  await unmountApp();
  vi.restoreAllMocks();
});

const rewrite = 'The committee chose to put off the meeting until next week.';
const markdown = `---\nname: a_b\n---\n\n* [x] ${sample}\n\n![](p_q.png)\n\nSee https://example.com/a_b.\n`;
const word = wordFile(p(r(sample) + drawing) + table);

/** Gives the files that the page saves from now on. */
function savedFiles(): Blob[] {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return saved;
}

async function rewriteFirst(app: AppState): Promise<void> {
  await app.load();
  const at = app.document.sentences.findIndex(({ text }) => text.includes(sample));
  app.document.replace(at, (app.document.sentences[at]?.text ?? '').replace(sample, rewrite));
}

/** Saves in a format, checks that the page tells of it, and gives the bytes of the file. */
async function saveAs(app: AppState, format: 'md' | 'docx'): Promise<Uint8Array> {
  const saved = savedFiles();
  await app.exchange.saveAs(format);
  expect(saved.length).toBe(1);
  return new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer());
}

describe('a file that is saved in its own format keeps what the page does not show', () => {
  test('Markdown keeps all but the line of the rewritten sentence, also after a reload and through a session file', async () => {
    const store = { ...passing(), lasting: true };
    let { app } = await mountApp('', new FakeClient(), store);
    const expected = markdown.replace(sample, rewrite);
    for (const [name, mark] of [['a.md', ''], ['b.markdown', '\ufeff']] as const) {
      expect(await app.exchange.openFile(new File([mark + markdown], name))).toBe(true);
      await rewriteFirst(app);
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saveAs(app, 'md'))).toBe(mark + expected);
    }
    await app.desk.saveNow();
    ({ app } = await mountApp('', new FakeClient(), store));
    expect(new TextDecoder().decode(await saveAs(app, 'md'))).toBe(expected);
    const saved = savedFiles();
    await app.exchange.saveSession();
    expect(await app.exchange.openFile(new File(saved, 'x.otherwise'))).toBe(true);
    expect(new TextDecoder().decode(await saveAs(app, 'md'))).toBe(expected);
  });

  test('Word keeps pictures and tables, also after a reload, and when the document was deleted and brought back', async () => {
    const store = { ...passing(), lasting: true };
    let { app } = await mountApp('', new FakeClient(), store);
    const check = async (): Promise<void> => {
      const xml = partOf(await saveAs(app, 'docx'), 'word/document.xml');
      expect([xml.includes(rewrite), xml.includes('<w:drawing>'), xml.includes('<w:tbl>')]).toEqual([true, true, true]);
    };
    expect(await app.exchange.openFile(new File([word], 'a.docx'))).toBe(true);
    await rewriteFirst(app);
    await check();
    await app.desk.saveNow();
    ({ app } = await mountApp('', new FakeClient(), store));
    await check();
    const { id } = app.desk.library.current;
    await app.desk.removeDocument(id);
    expect(await store.documents.original(id)).toBeUndefined();
    await app.desk.restoreDocument();
    await check();
  });

  test('where a text can not be written into its file, it is saved in a new one, and the page says so', async () => {
    const { app } = await mountApp('');
    await app.exchange.openFile(new File([word], 'a.docx'));
    app.replaceText(app.document.text.replace('Two', 'Two\n\nA new row'));
    const bytes = await saveAs(app, 'docx');
    await expect.element(page.getByText('Your text is saved in a new file').first()).toBeInTheDocument();
    expect(partOf(bytes, 'word/document.xml')).toContain('A new row');
  });

  test('a text that is emptied has no file any more, and undo brings it back', async () => {
    const { app } = await mountApp('');
    await app.exchange.openFile(new File([markdown], 'a.md'));
    app.type('', 0);
    expect(app.document.snapshot.original).toBeUndefined();
    app.undo();
    expect(new TextDecoder().decode(await saveAs(app, 'md'))).toBe(markdown);
  });

  test('a document that another tab changed too goes to a copy with its file', async () => {
    const store = { ...passing(), lasting: true };
    const { app } = await mountApp('', new FakeClient(), store);
    await app.exchange.openFile(new File([word], 'a.docx'));
    await app.desk.saveNow();
    const { current } = app.desk.library;
    await store.documents.write({ ...current, revision: current.revision + 1 }, app.document.snapshot);
    await rewriteFirst(app);
    await app.desk.saveNow();
    expect(app.desk.library.current.id).not.toBe(current.id);
    expect(partOf(await saveAs(app, 'docx'), 'word/document.xml')).toContain('<w:tbl>');
  });
});

/** A text in an encoding that the browser can't write. */
function wide(text: string, little: boolean, marked: boolean): Uint8Array<ArrayBuffer> {
  const whole = (marked ? '\ufeff' : '') + text;
  const units = Array.from({ length: whole.length }, (_, at) => whole.charCodeAt(at));
  return new Uint8Array(units.flatMap((unit) => (little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
}
const typographic = 'Caf\u00e9 \u2014 \u201cdon\u2019t\u201d cost \u20ac5, \u00bd of it.';
const windows = new Uint8Array([
  0x43, 0x61, 0x66, 0xe9, 0x20, 0x97, 0x20, 0x93, 0x64, 0x6f, 0x6e, 0x92, 0x74, 0x94, 0x20,
  0x63, 0x6f, 0x73, 0x74, 0x20, 0x80, 0x35, 0x2c, 0x20, 0xbd, 0x20, 0x6f, 0x66, 0x20, 0x69, 0x74, 0x2e,
]);

describe('a text is read in whatever encoding it was saved', () => {
  test.each([
    ['UTF-8', new TextEncoder().encode(typographic)],
    ['UTF-8 with its mark', new TextEncoder().encode(`\ufeff${typographic}`)],
    ['UTF-16, little end first, with its mark', wide(typographic, true, true)],
    ['UTF-16, big end first, with its mark', wide(typographic, false, true)],
    ['UTF-16, little end first', wide(typographic, true, false)],
    ['UTF-16, big end first', wide(typographic, false, false)],
    ['Windows-1252', windows],
  ])('%s', async (_, bytes) => {
    const { app } = await mountApp('');
    for (const name of ['a.txt', 'a.md', 'a']) {
      expect(await app.exchange.openFile(new File([bytes as BlobPart], name))).toBe(true);
      expect(app.document.text).toBe(typographic);
    }
  });

  test.each([
    ['a text in UTF-8 that was damaged', new Uint8Array([...new TextEncoder().encode(typographic), 0xe2, 0x80])],
    ['a picture', new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])],
    ['half a letter of UTF-16', new Uint8Array([0xff, 0xfe, 0x41, 0, 0x42])],
  ])('%s is refused, and the page says how to save it', async (_, bytes) => {
    const { app } = await mountApp('');
    expect(await app.exchange.openFile(new File([bytes], 'a.txt'))).toBe(false);
    await expect.element(page.getByRole('alert')).toHaveTextContent('Save it as plain text in UTF-8');
  });
});
