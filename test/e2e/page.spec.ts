import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { noticeOf, returning, sample, setOffline, test } from './page-object.ts';
import { stored } from './stored.ts';

test('by keyboard alone: sample, ban, require, use, undo', async ({ page, otherwise }) => {
  // axe looks at colours: they are to be at rest, not half faded.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await otherwise.open();
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
  await expect(otherwise.chip('committee', 'avoided')).toBeFocused();
  await expect.poll(async () => {
    const texts = await otherwise.rewrites();
    return texts.length > 0 && !texts.some((text) => /committee/iu.test(text));
  }).toBe(true);

  await page.keyboard.press('End');
  await page.keyboard.press('+');
  await expect(otherwise.chip('week', 'required')).toBeFocused();
  await expect
    .poll(async () => {
      const texts = await otherwise.rewrites();
      const unmet = await page.getByText('“week”:').count();
      return unmet > 0 || (texts.length > 0 && texts.every((text) => /\bweek\b/iu.test(text)));
    })
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
});

returning('a banned word shows its forms, which can be allowed, and what to say instead', async ({ page, otherwise }) => {
  await otherwise.openSample();
  await otherwise.chip('postpone', 'free').click();
  await page.getByRole('button', { name: 'postponed: avoided' }).click();
  await expect(page.getByRole('button', { name: 'postponed: allowed' })).toBeVisible();
  await page.getByRole('button', { name: 'Avoid “postpone” and require “delay”' }).click();
  await expect(page.getByRole('button', { name: 'delay: required' })).toBeVisible();
  await expect
    .poll(async () => {
      const texts = await otherwise.rewrites();
      return (
        (await page.getByText('“delay”:').count()) > 0 ||
        (texts.length > 0 && texts.every((text) => /\bdelay\b/iu.test(text) && !/\bpostpon(?:e|es|ing)\b/iu.test(text)))
      );
    })
    .toBe(true);
});

returning('offline after the first load: reload, text kept, rewriting goes on', async ({ page, otherwise }) => {
  await otherwise.openSample();
  await stored(page, sample);

  await setOffline(page, true);
  await page.reload();
  await expect(noticeOf(page, 'You are offline')).toBeVisible();
  await expect.poll(() => otherwise.text()).toBe(sample);
  expect((await otherwise.rewrites()).length).toBeGreaterThan(0);
  await otherwise.chip('postpone', 'free').click();
  await expect.poll(async () => (await otherwise.rewrites()).some((text) => /postpon/iu.test(text))).toBe(false);
  await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
  expect(await otherwise.text()).not.toBe(sample);
});
