import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import { mountApp, sample, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const notice = () => page.getByText('Install Otherwise as an app: it works offline.');

const use = () => page.getByRole('button', { name: 'Use this: rewrite 1' });

/** Acts as a browser that would install the page. @returns its dialog's mock, and an event that tells whether its banner was held back */
function offer(outcome: 'accepted' | 'dismissed' = 'accepted'): { readonly prompt: ReturnType<typeof vi.fn>; readonly event: Event } {
  const prompt = vi.fn(() => Promise.resolve({ outcome }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  dispatchEvent(event);
  return { prompt, event };
}

test('an offer before a rewrite is used waits for that', async () => {
  const { app } = await mountApp('');
  app.listen();
  const { event } = offer();
  expect(event.defaultPrevented).toBe(true);
  await expect.element(page.getByRole('textbox', { name: 'Your text' })).toBeVisible();
  expect(notice().elements()).toEqual([]);
  app.replaceText(sample);
  await expect.element(use()).toBeVisible();
  expect(notice().elements()).toEqual([]);
  await use().click();
  await expect.element(notice()).toBeVisible();
});

test('an offer after a rewrite was used is shown at once, and accepting it ends it', async () => {
  const { app } = await mountApp();
  app.listen();
  await use().click();
  expect(notice().elements()).toEqual([]);
  const { prompt } = offer();
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  expect(prompt).toHaveBeenCalledOnce();
  await expect.poll(() => notice().elements()).toEqual([]);
  expect(app.settings.values.knowsInstall).toBe(false);
});

test('a dismissed notice does not come again on the next visit, and the settings keep the offer', async () => {
  const store: PageStore = { ...passing(), lasting: true };
  const first = await mountApp(undefined, undefined, store);
  first.app.listen();
  await use().click();
  offer();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => notice().elements()).toEqual([]);

  const { app } = await mountApp(undefined, undefined, store);
  app.listen();
  await use().click();
  await page.getByRole('button', { name: 'Settings' }).click();
  const entry = page.getByRole('region', { name: 'As an app' });
  expect(entry.elements()).toEqual([]);
  const { prompt } = offer('dismissed');
  await entry.getByRole('button', { name: 'Install' }).click();
  expect(prompt).toHaveBeenCalledOnce();
  await expect.poll(() => entry.elements()).toEqual([]);
  expect(notice().elements()).toEqual([]);
});

test('the browser’s own dialog dismissed counts as dismissed, and an app installed elsewhere ends the offer', async () => {
  const { app } = await mountApp();
  app.listen();
  await use().click();
  offer('dismissed');
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await expect.poll(() => app.settings.values.knowsInstall).toBe(true);
  offer();
  expect(app.installable).toBe(true);
  expect(notice().elements()).toEqual([]);
  dispatchEvent(new Event('appinstalled'));
  expect(app.installable).toBe(false);
});
