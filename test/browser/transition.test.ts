import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { emulate } from './emulate.ts';
import { mountApp, sample, unmountApp } from './mount-app.ts';
import { settled } from './page-states.ts';

beforeEach(() => emulate({ 'prefers-reduced-motion': 'no-preference' }));
afterEach(async () => {
  vi.restoreAllMocks();
  await unmountApp();
  await emulate();
});

const use = (index: number) => page.getByRole('button', { name: `Use this: rewrite ${index}` });

/** A browser that has not taken its picture yet: the change waits until it is let go. */
function held(): { readonly count: () => number; readonly letGo: () => Promise<void> } {
  const updates: (() => unknown)[] = [];
  vi.spyOn(document, 'startViewTransition').mockImplementation((update) => {
    updates.push(typeof update === 'function' ? update : () => undefined);
    return {
      ready: Promise.reject(new DOMException('Skipped.', 'AbortError')),
      finished: Promise.resolve(),
      updateCallbackDone: Promise.resolve(),
    } as unknown as ViewTransition;
  });
  return {
    count: () => updates.length,
    letGo: async () => {
      for (const update of updates) await update();
    },
  };
}

test('a rewrite that is used fades in, once', async () => {
  const { app } = await mountApp();
  await settled(app);
  const picture = held();
  await use(1).click();
  expect([picture.count(), app.document.text]).toEqual([1, sample]);
  await picture.letGo();
  expect(app.document.text).toContain('put off');
  app.undo();
  await picture.letGo();
  expect(app.document.text).toBe(sample);
});

test('whatever the user does next finds the change made: undo by the next key takes it back', async () => {
  const { app } = await mountApp();
  await settled(app);
  held();
  await userEvent.keyboard('{Alt>}1{/Alt}');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect([app.document.text, app.history.canRedo]).toEqual([sample, true]);
});

test('the browser’s own transition does the same, and another document comes with one', async () => {
  const { app } = await mountApp();
  await settled(app);
  const started = vi.spyOn(document, 'startViewTransition');
  await use(2).click();
  await expect.poll(() => app.document.text).toContain('It was decided');
  await app.desk.saveNow();
  await page.getByRole('button', { name: /^Documents/u }).click();
  await page.getByRole('button', { name: 'New document' }).click();
  await expect.poll(() => app.document.text).toBe('');
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  expect(started).toHaveBeenCalledTimes(2);
});

test('who wants less motion gets none, and so does a browser without transitions', async () => {
  await emulate();
  const { app } = await mountApp();
  await settled(app);
  const started = vi.spyOn(document, 'startViewTransition');
  await use(1).click();
  expect(app.document.text).toContain('put off');
  expect(started).not.toHaveBeenCalled();
});
