import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import { mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const status = (): string => document.querySelector('[role="status"]')?.textContent ?? '';

test('an update waits until the text is stored, and says why', async () => {
  const store: PageStore = { ...passing(), lasting: true };
  const refusing = vi.spyOn(store.documents, 'write').mockRejectedValue(new DOMException('No space.', 'QuotaExceededError'));
  const { app } = await mountApp(undefined, undefined, store);
  const apply = vi.fn();
  app.update = apply;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(status).toBe('Not yet: the document in front of you could not be stored.');
  expect(apply).not.toHaveBeenCalled();

  refusing.mockRestore();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => apply.mock.calls.length).toBe(1);
});

test('where nothing is kept, an update does not throw the text away', async () => {
  const { app } = await mountApp(undefined, undefined, passing());
  const apply = vi.fn();
  app.update = apply;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(status).toBe('Not yet: the document in front of you could not be stored.');
  expect(apply).not.toHaveBeenCalled();
  app.replaceText('');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => apply.mock.calls.length).toBe(1);
});
