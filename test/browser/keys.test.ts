import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const list = (): ReturnType<typeof page.getByRole> => page.getByRole('heading', { name: 'Keyboard shortcuts' });

/** Expects that the key before brought no list: its code is here, and another dialog opens, which nothing does under an open one. */
async function expectNoList(): Promise<void> {
  await import('../../src/app/ui/chrome/Shortcuts.svelte');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(list().query()).toBeNull();
  expect(document.querySelectorAll('dialog[open]').length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelectorAll('dialog[open]').length).toBe(0);
}

test.each([false, true])('a question mark lists the keys (with Shift: %s), but not while a text is typed', async (shiftKey) => {
  await mountApp();
  (page.getByRole('button', { name: 'Settings' }).element() as HTMLElement).focus();
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '?', code: 'Slash', shiftKey, bubbles: true }));
  await expect.element(list()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(list()).not.toBeInTheDocument();

  const field = page.getByRole('textbox', { name: 'Your text' }).element() as HTMLElement;
  field.focus();
  field.dispatchEvent(new KeyboardEvent('keydown', { key: '?', code: 'Slash', shiftKey, bubbles: true }));
  await expectNoList();
});

test('the question mark can be switched off: then no single character does anything, and it is not offered', async () => {
  const { app } = await mountApp();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: 'A question mark lists the keyboard shortcuts' }).click();
  await userEvent.keyboard('{Escape}');
  expect(app.settings.values.questionMark).toBe(false);
  (page.getByRole('button', { name: 'Settings' }).element() as HTMLElement).focus();
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '?', code: 'Slash', bubbles: true }));
  await expectNoList();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect.element(list()).toBeVisible();
  expect([...document.querySelectorAll('dialog kbd')].map((key) => key.textContent)).not.toContain('?');
});
