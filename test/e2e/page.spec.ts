import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { OtherwisePage, sample } from './page-object.ts';

test('by keyboard alone: sample, ban, require, use, undo', async ({ page, context, baseURL }) => {
  const base = baseURL ?? '';
  const otherwise = new OtherwisePage(page, context, new URL(base).origin);
  await otherwise.open(base);
  await otherwise.lowerTheBar();
  await page.getByRole('button', { name: 'Try it with a sample sentence' }).focus();
  await page.keyboard.press('Enter');

  const first = await otherwise.rewrites();
  expect(first.length).toBeGreaterThan(0);
  expect(new Set([...first, sample]).size).toBe(first.length + 1);
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);

  await otherwise.chip('The', 'free').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('-');
  await expect(otherwise.chip('committee', 'banned')).toBeFocused();
  await expect.poll(async () => (await otherwise.rewrites()).some((text) => /committee/iu.test(text)), { timeout: 60_000 }).toBe(false);

  await page.keyboard.press('End');
  await page.keyboard.press('+');
  await expect(otherwise.chip('week', 'required')).toBeFocused();
  await expect
    .poll(async () => {
      const texts = await otherwise.rewrites();
      const unmet = await page.getByText('“week”:').count();
      return unmet > 0 || (texts.length > 0 && texts.every((text) => /\bweek\b/iu.test(text)));
    }, { timeout: 60_000 })
    .toBe(true);

  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(otherwise.chip('committee', 'free')).toBeVisible();
  const shown = await otherwise.rewrites();
  await page.keyboard.press('Alt+Digit1');
  await expect.poll(() => otherwise.text()).toBe(shown[0]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => otherwise.text()).toBe(sample);

  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(otherwise.errors).toEqual([]);
  expect(otherwise.foreign).toEqual([]);
});

test('a banned word shows its forms, which can be allowed, and what to say instead', async ({ page, context, baseURL }) => {
  const base = baseURL ?? '';
  const otherwise = new OtherwisePage(page, context, new URL(base).origin);
  await otherwise.open(base);
  await otherwise.lowerTheBar();
  await otherwise.trySample();
  await otherwise.rewrites();
  await otherwise.chip('postpone', 'free').click();
  await page.getByRole('button', { name: 'postponed: banned' }).click();
  await expect(page.getByRole('button', { name: 'postponed: allowed' })).toBeVisible();
  await page.getByRole('button', { name: 'Ban “postpone” and require “delay”' }).click();
  await expect(page.getByRole('button', { name: 'delay: required' })).toBeVisible();
  await expect
    .poll(async () => {
      const texts = await otherwise.rewrites();
      return (await page.getByText('“delay”:').count()) > 0 || (texts.length > 0 && texts.every((text) => /\bdelay\b/iu.test(text) && !/\bpostpon(?:e|es|ing)\b/iu.test(text)));
    }, { timeout: 60_000 })
    .toBe(true);
});

test('offline after the first load: reload, text kept, rewriting goes on', async ({ page, context, baseURL }) => {
  const base = baseURL ?? '';
  const otherwise = new OtherwisePage(page, context, new URL(base).origin);
  await otherwise.open(base);
  await otherwise.lowerTheBar();
  await otherwise.trySample();
  await otherwise.rewrites();
  // The text is kept a moment after it was written.
  await page.waitForTimeout(600);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('You are offline')).toBeVisible();
  await expect.poll(() => otherwise.text()).toBe(sample);
  expect((await otherwise.rewrites()).length).toBeGreaterThan(0);
  await otherwise.chip('postpone', 'free').click();
  await expect.poll(async () => (await otherwise.rewrites()).some((text) => /postpon/iu.test(text)), { timeout: 60_000 }).toBe(false);
  await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
  expect(await otherwise.text()).not.toBe(sample);
  expect(otherwise.foreign).toEqual([]);
});
