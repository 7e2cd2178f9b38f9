import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageFor, rememberedLanguage } from '../../src/app/platform/language.ts';
import { messages, speak } from '../../src/app/ui/messages.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';

beforeEach(() => localStorage.setItem('otherwise-language', 'de'));

afterEach(async () => {
  await unmountApp();
  localStorage.clear();
  await speak('en');
});

const rewritten = (): Promise<unknown> => expect.element(page.getByRole('heading', { name: 'Umformulierung 1:' })).toBeInTheDocument();

test('the page comes in the language that was chosen, with its window and for screen readers', async () => {
  await mountApp();
  await expect.element(page.getByRole('heading', { name: 'Ihr Text' })).toBeVisible();
  await rewritten();
  expect(document.documentElement.lang).toBe('de');
  expect(document.title).toBe('Otherwise – anders gesagt');
  // What is rewritten is English whatever the page speaks.
  expect(page.getByRole('textbox', { name: 'Ihr Text' }).element().closest('[lang]')?.getAttribute('lang')).toBe('en');
});

test('another language is taken at once: the text, the open dialog and the focus stay, the choice is kept', async () => {
  const { app } = await mountApp();
  await rewritten();
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await expect.element(page.getByRole('radio', { name: 'English' })).toBeVisible();
  const english = page.getByRole('radio', { name: 'English' }).element() as HTMLElement;
  english.focus();
  english.click();
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(document.documentElement.lang).toBe('en');
  expect(document.activeElement).toBe(page.getByRole('radio', { name: 'English' }).element());
  expect(rememberedLanguage()).toBe('en');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('textbox', { name: 'Your text' })).toHaveValue(sample);
  expect(app.settings.values.language).toBe('en');
  app.settings.reset();
  expect(app.settings.values.language).toBe('en');
});

test('the last one of two changes of the language holds', async () => {
  const first = speak('de');
  await Promise.all([first, speak('en')]);
  expect(messages.app.tagline).toBe('Say it another way');
});

test('the Measure pane speaks it too, and the next one when the page does', async () => {
  const { app } = await mountApp();
  await rewritten();
  await page.getByRole('button', { name: 'Für die Forschung' }).click();
  await page.getByRole('button', { name: 'Messen und bewerten' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Nr. 1' })).toBeVisible();
  app.settings.change({ language: 'en' });
  await expect.element(page.getByRole('columnheader', { name: 'No. 1' })).toBeVisible();
});

describe('German', () => {
  test.each(['Einstellungen', 'Tastenkürzel', /^Dokumente/u, 'Prüfen und sichern', 'Für die Forschung'])(
    'axe finds nothing in %s',
    async (name) => {
      await mountApp();
      await rewritten();
      await page.getByRole('button', { name }).first().click();
      await expect.element(page.getByRole('dialog')).toBeVisible();
      expect(await axeFindings()).toEqual([]);
    },
  );

  test.each([
    [320, '100%'],
    [320, '200%'],
    [390, '100%'],
    [820, '100%'],
    [1024, '100%'],
  ])('fits into %i pixels at %s', async (width, size) => {
    const { app } = await mountApp();
    await page.viewport(width, 800);
    document.documentElement.style.fontSize = size;
    await rewritten();
    app.wishes.set('postpone', 'avoid');
    app.choosePreset('structure');
    await tick();
    const wide = [...document.querySelectorAll('main *, header *')].filter(
      (element) => element.getBoundingClientRect().right > width && !element.closest('.visually-hidden, .scroll > *'),
    );
    document.documentElement.style.fontSize = '';
    expect(wide.map((element) => element.outerHTML.slice(0, 120))).toEqual([]);
  });
});

test.each([320, 390])('in the header of %i pixels no button lies over another, and each shows its word', async (width) => {
  await mountApp();
  await page.viewport(width, 800);
  await rewritten();
  const buttons = [...document.querySelectorAll<HTMLElement>('header button')].filter((one) => one.checkVisibility());
  const boxes = buttons.map((one) => one.getBoundingClientRect());
  const meet = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const covered = buttons.filter((_, at) => boxes.slice(0, at).some((other) => meet(other, boxes[at] as DOMRect)));
  expect(covered.map(({ innerText }) => innerText)).toEqual([]);
  expect(buttons.filter((one) => one.scrollWidth > one.clientWidth).map(({ innerText }) => innerText)).toEqual([]);
  // Documents have no line of their own: there are the line of the name and the line of the actions.
  const [name, documents] = ['h1', '.documents'].map((one) => document.querySelector(`header ${one}`)?.getBoundingClientRect());
  expect(documents?.top).toBeLessThan(name?.bottom ?? 0);
});

test('the page takes the first of the browser’s languages that it speaks', () => {
  expect(languageFor('system', ['fr-CA', 'de-AT', 'en'])).toBe('de');
  expect(languageFor('system', ['en-GB', 'de'])).toBe('en');
  expect(languageFor('system', ['DE'])).toBe('de');
  expect(languageFor('system', ['den', 'cs'])).toBe('en');
  expect(languageFor('system', [])).toBe('en');
  expect(languageFor('en', ['de'])).toBe('en');
  localStorage.setItem('otherwise-language', 'tlh');
  expect(rememberedLanguage()).toBe('system');
});
