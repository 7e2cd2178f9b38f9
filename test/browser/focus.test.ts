import type { Rewrite } from '../../src/core/protocol.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { passing } from '../../src/app/platform/database.ts';
import { turn } from '../../src/app/platform/turn.ts';
import { FakeClient } from './fake-client.ts';
import { mountApp, mountClosed, sample, unmountApp } from './mount-app.ts';
import { failing, settled } from './page-states.ts';

afterEach(unmountApp);

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Gives the name of the element that has the focus. */
const focused = (): string => {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'the body';
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : element;
  return (element.getAttribute('aria-label') ?? label?.textContent ?? '').trim();
};

/** Puts the focus on a button as the Tab key would, and presses it. */
async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible();
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

test('the focus is never lost when a control vanishes under the key', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(`First one. ${sample} Last one.`, client);
  app.settings.change({ ahead: false });
  app.goTo(1);
  await settled(app);

  await press('Use this: rewrite 1');
  await expect.poll(focused).toBe('In your text: rewrite 1');
  await press('Understood');
  await expect.element(button('Understood')).not.toBeInTheDocument();
  expect(focused()).not.toBe('the body');

  client.pause = 60_000;
  await press('More rewrites of this sentence');
  await expect.poll(focused).toBe('Cancel');
  client.pause = 0;
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('Rewrite');
  await userEvent.keyboard('{Enter}');
  await settled(app);
  await expect.poll(focused).toBe('More rewrites of this sentence');

  app.installable = true;
  app.rewriting.accepted = true;
  await press('Dismiss');
  await expect.element(button('Dismiss')).not.toBeInTheDocument();
  expect(focused()).not.toBe('the body');

  await page.getByLabelText('Other words or phrases').fill('put off');
  await press('Require');
  await expect.poll(focused).toBe('Other words or phrases');
  await press('Remove “put off”');
  expect(focused()).not.toBe('the body');
  await press('Next sentence');
  await expect.element(button('Next sentence')).toBeDisabled();
  await expect.poll(focused).toBe('Previous sentence');
  while (app.history.canUndo) app.undo();
  app.redo();
  await press('Undo');
  await expect.poll(focused).toBe('Redo');
});

test('restoring in the review leads to the next row, from the last one to what is left of the dialog', async () => {
  const { app } = await mountApp(`${sample} ${sample.replace('committee', 'panel')} Last one.`);
  app.settings.change({ ahead: false });
  for (const index of [0, 1]) {
    app.goTo(index);
    await settled(app);
    const rewrite = app.rewriting.shown[index];
    if (rewrite) app.accept(rewrite);
  }
  await press('Review and export');
  await press('Restore the original of sentence 1');
  await expect.poll(focused).toBe('Restore the original of sentence 2');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Nothing to review yet' })).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('dialog[open]') !== null).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.poll(focused).toBe('Review and export');
});

test('what is restored in the review is offered again, and the focus stays at its row', async () => {
  const { app } = await mountApp();
  app.review.rewriteAll();
  await settled(app);
  app.accept(app.rewriting.shown[0] as Rewrite);
  await press('Review and export');
  await press('Restore the original of sentence 1');
  await expect.poll(focused).toBe('Use the rewrite of sentence 1');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('Restore the original of sentence 1');
});

test('the focus goes from button to button through cancel, load and try again', async () => {
  const client = failing();
  const { app } = await mountClosed(client);
  await app.open({ ...passing(), lasting: true });
  await app.load();
  client.pause = 60_000;
  await press('Try again');
  await expect.poll(focused).toBe('Cancel');
  // The engine has this status once a load is stopped.
  client.failLoad = undefined;
  app.engine.status = 'stopped';
  await expect.poll(focused).toBe('Load the model');
  client.pause = 0;
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.engine.status).toBe('ready');
  await expect.poll(focused).not.toBe('the body');
});

test('a click beside everything is no loss: the focus is not brought back', async () => {
  const { app } = await mountApp();
  await settled(app);
  await expect.element(button('Use this: rewrite 2')).toBeVisible();
  (button('Use this: rewrite 2').element() as HTMLElement).focus();
  (document.activeElement as HTMLElement).blur();
  // The page looks where the focus went in a turn of its own, which comes before this one.
  await turn();
  app.replaceText('');
  await expect.element(button('Use this: rewrite 2')).not.toBeInTheDocument();
  expect(focused()).toBe('the body');
});
