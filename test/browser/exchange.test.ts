import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { linkWith, takeLinked } from '../../src/app/platform/link.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';

beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  await unmountApp();
  vi.restoreAllMocks();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const rewrite = 'The committee chose to put off the meeting until next week.';

/** Gives the files that the page saves from now on; nothing reaches the disk. */
function savedFiles(): { name: string; text: Promise<string> }[] {
  const saved: { name: string; text: Promise<string> }[] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set(`blob:${blobs.size}`, blob as Blob);
    return `blob:${blobs.size - 1}`;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs.get(this.href)?.text() ?? Promise.resolve('') });
  });
  return saved;
}

test('the review shows changes side by side and the whole text, restores sentences, and is saved', async () => {
  const saved = savedFiles();
  const { app } = await mountApp(`First one. ${sample}`);
  app.goTo(1);
  await button('Use this: rewrite 1').click();
  await button('Review and export').click();
  await expect.element(page.getByText('1 of 2 sentences replaced')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Review and export' }).element();
  expect([...dialog.querySelectorAll('del')].map((word) => word.textContent)).toEqual(['decided', 'postpone']);
  expect([...dialog.querySelectorAll('ins')].map((word) => word.textContent)).toEqual(['chose', 'put', ' ', 'off']);
  expect(dialog.querySelectorAll('li').length).toBe(1);
  await page.getByText('Whole text', { exact: true }).click();
  expect(dialog.querySelectorAll('li').length).toBe(2);
  expect(await axeFindings()).toEqual([]);

  await button('Save as .txt').click();
  await button('Save list of changes').click();
  await button('Save session file').click();
  await expect.poll(() => saved.map(({ name }) => name)).toEqual([
    'First one The committee chose to put off the.txt',
    'First one The committee chose to put off the.tsv',
    'First one The committee chose to put off the.otherwise',
  ]);
  expect(await saved[0]?.text).toBe(`First one. ${rewrite}`);
  expect(await saved[1]?.text).toBe(`Sentence\tBefore\tNow\n2\t${sample}\t${rewrite}\n`);

  await button('Restore the original of sentence 2').click();
  expect(app.document.text).toBe(`First one. ${sample}`);
  await expect.element(page.getByRole('heading', { name: 'Nothing to review yet' })).toBeVisible();
  app.undo();
  expect(app.document.text).toBe(`First one. ${rewrite}`);

  // The saved session is another document, the same in everything, with its settings.
  app.wishes.set('week', 'avoid');
  app.settings.change({ distance: 3 });
  const session = new File([(await saved[2]?.text) ?? ''], 'x.otherwise');
  expect(await app.exchange.openFile(session)).toBe(true);
  expect(app.document.text).toBe(`First one. ${rewrite}`);
  expect([app.document.wishes.avoid, app.document.source, app.settings.values.distance]).toEqual([[], sample, 2]);
  expect(app.desk.library.entries.length).toBeGreaterThan(0);
});

describe('files from outside', () => {
  test.each([
    ['notes.txt', 'Plain text.\r\nTwo lines.', 'Plain text.\nTwo lines.'],
    ['bom.txt', '\ufeffWith a mark.', 'With a mark.'],
    ['wide.txt', new Uint8Array([0xff, 0xfe, 0x48, 0, 0x69, 0, 0x2e, 0]), 'Hi.'],
    ['json.txt', '{"format":"otherwise-session"}', '{"format":"otherwise-session"}'],
    ['readme', '<img src=x onerror="document.title=1">', '<img src=x onerror="document.title=1">'],
  ])('%s becomes a document of its own', async (name, content, text) => {
    const { app } = await mountApp(sample);
    expect(await app.exchange.openFile(new File([content], name))).toBe(true);
    expect([app.document.text, app.desk.library.current.name]).toEqual([text, name.replace('.txt', '')]);
    expect(app.desk.library.entries.map((entry) => entry.opening)).toContain(sample);
    expect(document.querySelector('main img')).toBeNull();
  });

  test.each([
    ['broken.otherwise', '{"format":"otherwise-session","version":1,"text":"a', /“broken.otherwise” is damaged: it breaks off/u],
    ['other.json', '{"hello": 1}', /is not a session file of this app/u],
    ['newer.otherwise', '{"format":"otherwise-session","version":9}', /was written by a newer version/u],
    [
      'field.otherwise',
      '{"format":"otherwise-session","version":1,"name":"","text":"a","focus":0,"demands":{},"sources":{"b":2},"how":{}}',
      /is damaged at “sources.b”/u,
    ],
    ['photo.txt', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /can’t be read as text/u],
    ['zeros.txt', 'a\0b', /can’t be read as text/u],
    ['huge.txt', 'x'.repeat(2_000_001), /is too long: at most 2,000,000 characters/u],
  ])('%s is refused, says why and changes nothing', async (name, content, words) => {
    const { app } = await mountApp(sample);
    expect(await app.exchange.openFile(new File([content], name))).toBe(false);
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    expect(app.document.text).toBe(sample);
    expect(await axeFindings()).toEqual([]);
    await button('Dismiss').click();
    await expect.poll(() => document.querySelector('[role=alert]')).toBeNull();
  });

  test('a file of any bytes is opened as a text or refused, and the page goes on', async () => {
    const { app } = await mountApp(sample);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 200 }), fc.json()),
        fc.constantFrom('a.txt', 'a.otherwise', 'a', '.json', '\u202etxt.exe'),
        async (content, name) => {
          const opened = await app.exchange.openFile(new File([content as BlobPart], name));
          expect(opened).toBe(app.exchange.problem === undefined);
        },
      ),
      { numRuns: 150 },
    );
    expect(document.querySelector('main')).not.toBeNull();
  });

  test('a file that is dropped on the page is opened', async () => {
    const { app } = await mountApp(sample);
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Dropped.'], 'dropped.txt'));
    const fire = (type: string): boolean =>
      window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    fire('dragenter');
    await expect.element(page.getByText('Drop it to open it as a new document')).toBeVisible();
    expect(fire('dragover')).toBe(false);
    fire('drop');
    await expect.poll(() => app.document.text).toBe('Dropped.');
  });
});

describe('links', () => {
  afterEach(() => history.replaceState(undefined, '', location.pathname + location.search));
  const go = (fragment: string): void => history.replaceState(undefined, '', `${location.pathname}${location.search}#${fragment}`);

  test('a link carries the document, is taken out of the address, and takes no text’s place', async () => {
    const { app } = await mountApp(`Naïve “quotes” – and 😀. ${sample}`);
    app.wishes.set('naïve', 'avoid');
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await app.exchange.copyLink();
    expect(app.announcement?.kind).toBe('link-copied');
    const link = copied.mock.calls[0]?.[0] ?? '';
    expect(new URL(link).hash).toMatch(/^#session=[\w-]+$/u);
    await app.desk.beginDocument();
    app.replaceText('In between.');
    go(new URL(link).hash.slice(1));
    await app.exchange.openLink();
    expect(app.document.text).toBe(`Naïve “quotes” – and 😀. ${sample}`);
    expect([app.document.wishes.avoid, location.hash]).toEqual([['naïve'], '']);
    expect(app.desk.library.entries.map((entry) => entry.opening)).toContain('In between.');
  });

  test('a text that is too long for a link is told', async () => {
    const { app } = await mountApp(Array.from({ length: 6000 }, (_, i) => `w${(i * 7919) % 10007}`).join(' '));
    await app.exchange.copyLink();
    expect(app.announcement?.kind).toBe('too-long-for-link');
  });

  test.each(['session=', 'session=%%%', 'session=AAAA', 'session=7b7d', `session=${'A'.repeat(200)}`])(
    '%s is refused and nothing is lost',
    async (fragment) => {
      const { app } = await mountApp(sample);
      go(fragment);
      await app.exchange.openLink();
      expect([app.document.text, location.hash]).toEqual([sample, '']);
      await expect.element(page.getByRole('alert')).toHaveTextContent(/“The link” is/u);
    },
  );

  test('whatever a link carries, nothing is thrown', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
      go(`session=${text}`);
      expect(typeof (await takeLinked(1000))).toBe('string');
    }));
  });

  test('a small link that inflates to a huge text is stopped on the way', async () => {
    const link = await linkWith('0'.repeat(5_000_000), 1e6);
    go(new URL(link ?? '').hash.slice(1));
    expect(await takeLinked(1_000_000)).toBe('');
    go(new URL(link ?? '').hash.slice(1));
    expect((await takeLinked(6_000_000))?.length).toBe(5_000_000);
    expect(await takeLinked(1)).toBeUndefined();
  });

  test('an address without a session is left alone', async () => {
    const { app } = await mountApp(sample);
    go('rewrites');
    await app.exchange.openLink();
    expect([location.hash, app.exchange.problem]).toEqual(['#rewrites', undefined]);
  });
});
