import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toDocx } from '../../src/rich/formats/docx/write.ts';
import { passing } from '../../src/app/platform/database.ts';
import { parseSnapshot } from '../../src/app/state/documents/stored.ts';
import type { AppState } from '../../src/app/state/app.svelte.ts';
import { FakeClient } from './fake-client.ts';
import { rich } from '../oracle/rich-texts.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';

beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  await unmountApp();
  vi.restoreAllMocks();
});

const article =
  '<h2>Notes</h2><p>The <b>committee</b> decided to <i>postpone</i> the meeting.</p>' +
  '<ul><li>Tell <strong>everyone</strong>.</li><li>Book a room.</li></ul>';
const plainArticle = 'Notes\n\nThe committee decided to postpone the meeting.\n\n• Tell everyone.\n• Book a room.';

function field(): HTMLTextAreaElement {
  const found = document.querySelector('textarea');
  if (found === null) throw new Error('There is no field.');
  return found;
}

/** Pastes as the browser does, as far as the page sees it. @returns whether the page did it itself */
function paste(data: Record<string, string>, start = field().value.length, end = start): boolean {
  const clipboardData = new DataTransfer();
  for (const [type, content] of Object.entries(data)) clipboardData.setData(type, content);
  field().focus();
  field().setSelectionRange(start, end);
  return !field().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** Gives the clipboard for a selection, by type, as the page fills it; undefined where it leaves that to the browser. */
function taken(kind: 'copy' | 'cut', start: number, end: number): Record<string, string> | undefined {
  const clipboardData = new DataTransfer();
  field().focus();
  field().setSelectionRange(start, end);
  if (field().dispatchEvent(new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true }))) return undefined;
  return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') };
}

/** The page, once it knows formatting. */
async function mountReady(text = ''): Promise<AppState> {
  const { app } = await mountApp(text);
  await expect.poll(() => app.exchange.pasted('<b>x</b>', 0, 0)).toBeDefined();
  return app;
}

/** Gives the text that *Copy text* puts on the clipboard. */
async function copiedWhole(app: AppState): Promise<string> {
  const written = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  await app.exchange.copyAll();
  const item = written.mock.calls.at(-1)?.[0][0];
  return (await item?.getType('text/html'))?.text() ?? '';
}

test('rich text keeps paragraphs, lists and emphasis from paste to copy, also where sentences are rewritten', async () => {
  const app = await mountReady();
  expect(paste({ 'text/html': article, 'text/plain': 'other' })).toBe(true);
  expect([field().value, app.document.text]).toEqual([plainArticle, plainArticle]);
  // The first sentence below the heading is the one to rewrite.
  expect(field().selectionStart).toBe(plainArticle.indexOf('The committee'));
  app.document.replace(1, 'The committee chose to put off the meeting.');
  expect(await copiedWhole(app)).toBe(
    '<h2>Notes</h2><p>The <strong>committee</strong> chose to put off the meeting.</p>' +
      '<ul><li>Tell <strong>everyone</strong>.</li><li>Book a room.</li></ul>',
  );
  app.document.replace(1, 'The committee decided to postpone the meeting.');
  expect(await copiedWhole(app)).toContain('<em>postpone</em>');
});

test('a part that is copied or cut keeps its formatting where it is pasted', async () => {
  const app = await mountReady();
  paste({ 'text/html': article });
  const at = plainArticle.indexOf('committee');
  expect(taken('copy', at - 4, at + 9)).toEqual({ text: 'The committee', html: 'The <strong>committee</strong>' });
  expect(taken('copy', at, at)).toBeUndefined();
  const list = taken('cut', plainArticle.indexOf('• Tell'), plainArticle.length);
  expect(list?.['html']).toBe('<ul><li>Tell <strong>everyone</strong>.</li><li>Book a room.</li></ul>');
  expect(app.document.text).toBe(plainArticle.slice(0, plainArticle.indexOf('• Tell')));
  app.undo();
  expect(app.document.text).toBe(plainArticle);
  await expect.poll(() => field().value).toBe(plainArticle);
  paste({ 'text/html': list?.['html'] ?? '' }, 0);
  expect(app.document.text).toBe(`• Tell everyone.\n• Book a room.\n${plainArticle}`);
  expect(await copiedWhole(app)).toBe(
    '<ul><li>Tell <strong>everyone</strong>.</li><li>Book a room.</li></ul><h2>Notes</h2>' +
      '<p>The <strong>committee</strong> decided to <em>postpone</em> the meeting.</p>' +
      '<ul><li>Tell <strong>everyone</strong>.</li><li>Book a room.</li></ul>',
  );
});

test('the caret is behind rich words that were pasted into a plain sentence, and undo takes them back', async () => {
  const app = await mountReady(sample);
  const at = sample.indexOf('decided');
  expect(paste({ 'text/html': '<i>finally</i> ' }, at, at + 'decided'.length)).toBe(true);
  expect(app.document.text).toBe(sample.replace('decided', 'finally'));
  expect(field().selectionStart).toBe(at + 'finally'.length);
  expect(await copiedWhole(app)).toBe(sample.replace('decided', '<em>finally</em>'));
  app.undo();
  expect([app.document.text, app.document.snapshot.formatting]).toEqual([sample, undefined]);
});

test('plain text, and HTML without formatting, are left to the browser', async () => {
  const app = await mountReady(sample);
  expect(paste({ 'text/plain': 'words' })).toBe(false);
  expect(paste({ 'text/plain': 'words', 'text/html': '<meta charset="utf-8"><span style="color:red">words</span>' })).toBe(false);
  expect(taken('copy', 0, 5)).toBeUndefined();
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await app.exchange.copyAll();
  expect(written).toHaveBeenCalledWith(sample);
});

test('formatting outlives the page, a text that is emptied has none, and what is stored wrong costs no text', async () => {
  const store = { ...passing(), lasting: true };
  const { app } = await mountApp('', new FakeClient(), store);
  await expect.poll(() => app.exchange.pasted('<b>x</b>', 0, 0)).toBeDefined();
  paste({ 'text/html': article });
  await app.desk.saveNow();
  const { app: next } = await mountApp('', new FakeClient(), store);
  expect(next.document.text).toBe(plainArticle);
  expect(await copiedWhole(next)).toContain('<em>postpone</em>');
  const { snapshot } = next.document;
  const wrong = { ...snapshot, formatting: { ...snapshot.formatting, marks: [{ start: 5, end: 99_999, kind: 'em' }] } };
  expect(parseSnapshot(snapshot)).toEqual(snapshot);
  expect(parseSnapshot(wrong)).toEqual({ ...snapshot, formatting: undefined });
  next.replaceText('');
  expect(next.document.snapshot.formatting).toBeUndefined();
});

test('Word and Markdown files are opened with their formatting, and saved with it', async () => {
  const app = await mountReady(sample);
  const essay = rich('<h1>On [em:Moby-Dick]\n\nThe [strong:old] captain.\n\n<li>• Rope');
  expect(await app.exchange.openFile(new File([await toDocx(essay, '')], 'Whale.docx'))).toBe(true);
  expect([app.document.text, app.document.snapshot.formatting, app.desk.library.current.name]).toEqual([essay.text, essay, 'Whale']);
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:0';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await page.getByRole('button', { name: 'Review and export' }).click();
  expect(await axeFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Save as .md' }).click();
  await expect.poll(() => names).toEqual(['Whale.md']);
  await page.getByRole('button', { name: 'Save as .docx' }).click();
  await expect.poll(() => names).toEqual(['Whale.md', 'Whale.docx']);
  const markdown = await saved[0]?.text();
  expect(markdown).toBe('# On _Moby-Dick_\n\nThe **old** captain.\n\n- Rope\n');
  for (const file of [new File([saved[1] ?? ''], 'again.docx'), new File([markdown ?? ''], 'again.markdown')]) {
    expect(await app.exchange.openFile(file)).toBe(true);
    expect(app.document.snapshot.formatting).toEqual(essay);
  }
});

test('a session file carries the formatting', async () => {
  const app = await mountReady();
  paste({ 'text/html': article });
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await app.exchange.saveSession();
  const { formatting } = app.document.snapshot;
  expect(await app.exchange.openFile(new File(saved, 'x.otherwise'))).toBe(true);
  expect(formatting?.marks.length).toBe(3);
  expect(app.document.snapshot.formatting).toEqual(formatting);
});

test.each([
  ['broken.docx', ['PK\u0003\u0004 and no more'], /“broken.docx” is damaged or not a Word document/u],
  ['secret.docx', [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], /“secret.docx” has a password or is in Word’s old format/u],
  ['huge.docx', [new Uint8Array(50e6)], /“huge.docx” is too large: at most 40.0 MB/u],
  ['empty.docx', [], /“empty.docx” is damaged or not a Word document/u],
  ['empty.txt', [], /There is no text in “empty.txt”/u],
  ['blank.md', ['<script>alert(1)</script>\n\n'], /There is no text in “blank.md”/u],
])('%s is refused, says why and changes nothing', async (name, content, words) => {
  const app = await mountReady(sample);
  expect(await app.exchange.openFile(new File(content, name))).toBe(false);
  await expect.element(page.getByRole('alert')).toHaveTextContent(words);
  expect(app.document.text).toBe(sample);
});

test('a Word document without words is told apart from a broken one', async () => {
  const app = await mountReady(sample);
  expect(await app.exchange.openFile(new File([await toDocx(rich(''), '')], 'blank.docx'))).toBe(false);
  expect(app.exchange.problem).toEqual({ name: 'blank.docx', problem: { kind: 'empty' } });
});

test('Markdown with HTML inside gives its words and marks, and no element in the page', async () => {
  const app = await mountReady(sample);
  const source = '---\ntitle: x\n---\n\nSee <b>this</b> <img src=x onerror="document.title=1"> and\n\n<div onclick="x()">that</div>';
  expect(await app.exchange.openFile(new File([source], 'a.md'))).toBe(true);
  expect(app.document.snapshot.formatting).toEqual(rich('See [strong:this] and\n\nthat'));
  expect(document.querySelector('main img')).toBeNull();
});
