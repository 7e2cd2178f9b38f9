import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const list = page.getByRole('list', { name: 'Spelling' });
const text = 'It was fine. We will recieve the report.';

test('a misspelt word of the sentence in focus is offered its corrections; taking one is a step that can be undone', async () => {
  const { app } = await mountApp(text);
  app.goTo(1);
  await expect.element(list).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await list.getByRole('button', { name: 'receive', exact: true }).click();
  expect(app.document.text).toBe('It was fine. We will receive the report.');
  await expect.poll(() => list.elements().length).toBe(0);
  app.undo();
  expect(app.document.text).toBe(text);
});

test('all misspelt words of a sentence are corrected in one step', async () => {
  const misspelt = 'It was fine. We recieve teh report tommorow.';
  const { app } = await mountApp(misspelt);
  app.goTo(1);
  await page.getByRole('button', { name: 'Correct all 3' }).click();
  expect(app.document.text).toBe('It was fine. We receive the report tomorrow.');
  await expect.poll(() => list.elements().length).toBe(0);
  app.undo();
  expect(app.document.text).toBe(misspelt);
});

test('a word that is right is not asked about again', async () => {
  const { app } = await mountApp(text);
  app.goTo(1);
  await expect.element(list).toBeVisible();
  await list.getByRole('button', { name: 'Add to dictionary' }).click();
  await expect.poll(() => list.elements().length).toBe(0);
  expect(app.settings.values.knownWords).toEqual(['recieve']);
});

test('the words called right are in the settings, each once; taken off, one by one or all, they are asked about again', async () => {
  const { app } = await mountApp(text);
  app.goTo(1);
  await expect.element(list).toBeVisible();
  for (const word of ['wierd', 'recieve', 'definately', 'recieve']) app.settings.learn(word);
  await expect.poll(() => list.elements().length).toBe(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  const words = page.getByRole('list', { name: 'Your dictionary' });
  await expect.poll(() => words.getByRole('listitem').elements().map((item) => item.textContent.trim())).toEqual([
    'wierd', 'recieve', 'definately',
  ]);
  const removal = page.getByRole('button', { name: 'Take “recieve” off the list' });
  const { width, height } = removal.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  await removal.click();
  expect(app.settings.values.knownWords).toEqual(['wierd', 'definately']);
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Take “definately” off the list');
  expect(list.elements().length).toBe(1);

  await page.getByRole('button', { name: 'Take all off the list' }).click();
  expect(app.settings.values.knownWords).toEqual([]);
  await expect.poll(() => words.elements().length).toBe(0);
  await expect.poll(() => document.activeElement?.closest('dialog')).not.toBe(null);
});

test('a single word called right has no button for all, and without any the settings say nothing of them', async () => {
  const { app } = await mountApp(text);
  app.settings.learn('recieve');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.element(page.getByRole('button', { name: 'Take “recieve” off the list' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Take all off the list' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Take “recieve” off the list' }).click();
  await expect.poll(() => page.getByText('Your dictionary').elements().length).toBe(0);
});

test('invisible characters do not come into the text when it is typed, pasted or opened', async () => {
  const { app } = await mountApp('The com\u200bmittee\u00ad met.\r\n');
  expect(app.document.text).toBe('The committee met.\n');
  const field = page.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;
  field.value = 'The com\u200bmittee\u00ad has\u0007 met.\n';
  field.setSelectionRange(18, 18);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  expect([app.document.text, field.value, field.selectionStart]).toEqual(['The committee has met.\n', 'The committee has met.\n', 16]);
});
