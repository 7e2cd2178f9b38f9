import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { returning as test } from './page-object.ts';
import { stored } from './stored.ts';

const sentences = [
  'The committee decided to postpone the meeting until next week.', 'Nobody was surprised by that.', 'The hall was too small.',
  'Many people had asked for seats.', 'Some of them came from far away.', 'The trains were late on that day.',
  'Two speakers had fallen ill.', 'Their notes were lost as well.', 'A third one offered to help.', 'She had never spoken there before.',
  'The city wanted a better place.', 'The old theatre stood empty.', 'Its roof had been repaired in spring.',
  'Everyone agreed in the end.', 'The date was set at once.',
];
const items = sentences.slice(10);
const essay = `<h1>A delay</h1><p>${sentences.slice(0, 5).join(' ').replace('surprised', '<strong>surprised</strong>')}</p>` +
  `<p>${sentences.slice(5, 10).join(' ').replace('never', '<em>never</em>')}</p>` +
  `<ul>${items.map((sentence) => `<li>${sentence.replace('theatre', '<span style="font-weight:700">theatre</span>')}</li>`).join('')}</ul>`;

const textOf = (page: Page): Promise<string> => page.getByRole('textbox', { name: 'Your text' }).inputValue();

/** Puts HTML on the clipboard, as another program does. */
async function putOnClipboard(page: Page, html: string): Promise<void> {
  await page.evaluate(async (content) => {
    const blob = (type: string): Blob => new Blob([content], { type });
    await navigator.clipboard.write([new ClipboardItem({ 'text/html': blob('text/html'), 'text/plain': blob('text/plain') })]);
  }, html);
}

/** The HTML on the clipboard; none while the page is writing there, which makes a read fail. */
const clipboardHtml = (page: Page): Promise<string> =>
  page
    .evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return item?.types.includes('text/html') ? (await item.getType('text/html')).text() : '';
    })
    .catch(() => '');

/** The HTML that *Copy text* leaves on the clipboard, which is emptied before. */
async function copied(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Copy text' }).first().click();
  await expect.poll(() => clipboardHtml(page)).not.toBe('');
  return clipboardHtml(page);
}

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function openFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: /^Documents/u }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
}

test('an essay of 15 sentences: pasted, a sentence rewritten, saved as .docx and .txt, reloaded, and opened again from its file', async ({
  page,
  context,
  otherwise,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await otherwise.open();
  await otherwise.takeWhatComes();
  await putOnClipboard(page, essay);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/u.test(message.text())) refused.push(message.text());
  });
  await page.getByRole('textbox', { name: 'Your text' }).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect.poll(() => textOf(page)).toContain('A delay\n\nThe committee');
  await expect(page.getByRole('heading', { name: /^Sentence \d+ of 16$/u })).toBeVisible();
  expect(await textOf(page)).toContain('• The city wanted a better place.\n• The old theatre stood empty.');

  // The first sentence below the heading has the focus.
  await otherwise.rewrites();
  await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
  const rewritten = await textOf(page);
  expect(rewritten).not.toContain(sentences[0]);

  await page.getByRole('button', { name: 'Review and export' }).click();
  const plain = await saved(page, 'Save as .txt');
  expect(plain.bytes.toString('utf8')).toBe(rewritten);
  const word = await saved(page, 'Save as .docx');
  expect(word.name).toMatch(/\.docx$/u);
  await page.keyboard.press('Escape');

  await stored(page, rewritten);
  await page.reload();
  await expect.poll(() => textOf(page)).toBe(rewritten);
  const html = await copied(page);
  expect(html).toContain('<strong>theatre</strong>');
  expect(html).toMatch(/^<h1>A delay<\/h1><p>.*<strong>surprised<\/strong>.*<\/p><p>.*<em>never<\/em>.*<\/p><ul>/u);
  expect(html).toMatch(/<\/p><ul>(?:<li>[^/]*(?:<strong>theatre<\/strong>[^/]*)?<\/li>){5}<\/ul>$/u);

  await openFile(page, 'again.docx', word.bytes);
  await expect.poll(() => copied(page)).toBe(html);
  expect(await textOf(page)).toBe(rewritten);
  await page.getByRole('button', { name: /^Documents/u }).click();
  await expect(page.getByRole('list', { name: 'Your documents' }).getByRole('listitem')).toHaveCount(2);
  expect(refused).toEqual([]);
});

test('a Word document that is broken is refused in words, and what is on the desk stays', async ({ page, otherwise }) => {
  await otherwise.open();
  await page.getByRole('textbox', { name: 'Your text' }).fill('What is here stays here.');
  await openFile(page, 'broken.docx', Buffer.from('no document'));
  await expect(page.getByRole('dialog').getByText('“broken.docx” is damaged or not a Word document')).toBeVisible();
  expect(await textOf(page)).toBe('What is here stays here.');
});
