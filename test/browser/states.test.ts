import fc from 'fast-check';
import { flushSync } from 'svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OtherwiseError } from '../../src/errors.ts';
import type { AppState } from '../../src/state/app.svelte.ts';
import { FakeClient } from './fake-client.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';

afterEach(async () => {
  await unmountApp();
  delete document.documentElement.dataset['theme'];
});

async function settled(app: AppState): Promise<void> {
  await expect.poll(() => app.running || app.pending).toBe(false);
}

const failing = (): FakeClient => {
  const client = new FakeClient();
  client.failLoad = new OtherwiseError('model-download', 'weights.00.bin could not be loaded.');
  return client;
};

/** Each state of the page by name, and how to bring it about. */
const states: Record<string, () => Promise<unknown>> = {
  empty: () => mountApp(''),
  rewrites: async () => {
    const { app } = await mountApp();
    await settled(app);
  },
  'demands, conflict, unmet, details': async () => {
    const { app } = await mountApp();
    app.wish('postpone', 'avoid');
    app.wish('to postpone', 'require');
    app.wish('zebra', 'require');
    await settled(app);
    await page.getByRole('button', { name: 'Details of rewrite 1' }).click();
    await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
  },
  'running with older rewrites': async () => {
    const client = new FakeClient();
    const { app } = await mountApp(sample, client);
    await settled(app);
    client.pause = 60_000;
    app.wish('week', 'avoid');
    await expect.poll(() => app.running).toBe(true);
  },
  'failed to load': () => mountApp(sample, failing()),
  consent: async () => {
    const { app } = await mountApp(sample);
    app.engine.askFirst();
  },
  offline: async () => {
    const { app } = await mountApp(sample);
    app.online = false;
    app.lasting = false;
    app.update = () => undefined;
  },
  settings: async () => {
    await mountApp();
    await page.getByRole('button', { name: 'Settings' }).click();
  },
  shortcuts: async () => {
    await mountApp();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  },
};

describe.each(['light', 'dark'])('axe finds nothing in %s', (theme) => {
  test.each(Object.keys(states))('%s', async (name) => {
    await states[name]?.();
    document.documentElement.dataset['theme'] = theme;
    // Colours must have settled: axe reads them in the middle of a transition otherwise.
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(await axeFindings()).toEqual([]);
  });
});

test('at 320 pixels and 200 % text nothing runs out of the page', async () => {
  const { app } = await mountApp();
  await page.viewport(320, 700);
  document.documentElement.style.fontSize = '200%';
  await settled(app);
  app.wish('postpone', 'avoid');
  const wide = [...document.querySelectorAll('main *, header *')].filter((element) => element.getBoundingClientRect().right > 320 && !element.closest('.visually-hidden'));
  document.documentElement.style.fontSize = '';
  expect(wide.map((element) => element.outerHTML.slice(0, 120))).toEqual([]);
});

test('a model that fails to load says so, and loading can be tried again', async () => {
  const client = failing();
  await mountApp(sample, client);
  await expect.element(page.getByRole('heading', { name: 'The model could not be downloaded' })).toBeVisible();
  client.failLoad = undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
});

test('the sample sentence needs one click', async () => {
  await mountApp('');
  await page.getByRole('button', { name: 'Try it with a sample sentence' }).click();
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 5' })).toBeVisible();
});

test('any text is shown as it is and breaks nothing', async () => {
  const { app } = await mountApp();
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 300 })), fc.nat(300), (text, offset) => {
      app.replaceText(text);
      app.moveTo(Math.min(offset, text.length));
      flushSync();
      // A text area has one kind of line break.
      expect(document.querySelector('textarea')?.value).toBe(text.replace(/\r\n?/gu, '\n'));
    }),
    { numRuns: 300, examples: [['valueOf', 0], ['constructor', 3], ['__proto__ toString', 0]] },
  );
  app.replaceText(`${'A word\u202e <b> '.repeat(6000)}.`);
  flushSync();
  expect(document.querySelector('main b')).toBeNull();
});
