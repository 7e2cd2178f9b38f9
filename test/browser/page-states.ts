import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { OtherwiseError } from '../../src/core/errors.ts';
import { passing } from '../../src/app/platform/database.ts';
import type { AppState } from '../../src/app/state/app.svelte.ts';
import { chosen, finished, forgetCorpora } from './corpus-pane.ts';
import { openSheet, pairSheet } from './sheet-files.ts';
import { FakeClient } from './fake-client.ts';
import { forResearch, mountApp, mountClosed, sample } from './mount-app.ts';

/** Waits until nothing is decoded and what came of it is shown. */
export async function settled(app: AppState): Promise<void> {
  await expect.poll(() => app.rewriting.running || app.rewriting.pending).toBe(false);
  await expect.poll(() => document.querySelector('#rewrites')?.getAttribute('aria-busy') ?? 'false').toBe('false');
}

/** An engine that does not load. */
export function failing(
  code: ConstructorParameters<typeof OtherwiseError>[0] = 'model-download',
  message = 'weights.00.bin could not be loaded.',
): FakeClient {
  const client = new FakeClient();
  client.failLoad = new OtherwiseError(code, message);
  return client;
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** A page on which the first rewrite of the second of three sentences was taken. */
async function replaced(): Promise<AppState> {
  const { app } = await mountApp(`First one. ${sample} Last one.`);
  app.settings.change({ ahead: false });
  app.goTo(1);
  await button('Use this: rewrite 1').click();
  await expect.poll(() => app.document.isRewritten(app.document.current?.text ?? '')).toBe(true);
  return app;
}

/** Each state of the page by name, and how to bring it about. */
export const states: Readonly<Record<string, () => Promise<unknown>>> = {
  empty: () => mountApp(''),
  'the model is loading': async () => {
    const client = new FakeClient();
    client.pause = 60_000;
    const { app } = await mountClosed(client);
    await app.open({ ...passing(), lasting: true });
    void app.load();
    app.replaceText(sample);
    await expect.element(page.getByText('25.0 MB of 100.0 MB')).toBeVisible();
  },
  'loading was stopped': async () => {
    await mountApp(sample, failing('aborted', 'The load was stopped.'));
    await expect.element(page.getByRole('heading', { name: 'Loading stopped' })).toBeVisible();
  },
  'failed to load': () => mountApp(sample, failing()),
  consent: async () => {
    const { app } = await mountApp(sample);
    app.engine.askFirst(86e6);
  },
  rewrites: async () => {
    const { app } = await mountApp();
    await settled(app);
  },
  'demands, conflict, unmet, details': async () => {
    const { app } = await mountApp();
    app.wishes.set('postpone', 'avoid');
    app.wishes.set('to postpone', 'require');
    app.wishes.set('zebra', 'require');
    await settled(app);
    await button('Details of rewrite 1').click();
    await button('Use this: rewrite 1').click();
  },
  'a locked card that breaks a ban, phrases lit': async () => {
    const { app } = await mountApp();
    await settled(app);
    await button('Lock rewrite 3').click();
    await button('More different from rewrite 3').click();
    await settled(app);
    const chip = page.getByRole('button', { name: 'postpone: free' }).element() as HTMLElement;
    // What moves under the resting mouse is pointed at too, and then the chip no more.
    await expect.poll(() => {
      chip.blur();
      chip.focus();
      return document.querySelectorAll('#rewrites .lit').length;
    }).toBeGreaterThan(0);
  },
  'a system is chosen, what was asked and drawn is open, a rewrite of one’s own': async () => {
    const { app } = await mountApp();
    app.vary({ approach: 34 });
    await settled(app);
    await app.rewriting.scoreOwn('In ten weeks the committee will meet instead.');
    await button('Details of rewrite 6').click();
    for (const summary of document.querySelectorAll<HTMLElement>('#rewrites summary')) summary.click();
    await expect.element(page.getByText(/^40 sampled/u)).toBeVisible();
  },
  'something to check, something left out, doubtful ones': async () => {
    const client = new FakeClient();
    client.right = (index) => 0.9 - 0.3 * (index % 2);
    client.doubtful = ['The panel wept.', 'The committee decided to postpone until next week.'];
    const { app } = await mountApp(sample, client);
    app.wishes.set('committee', 'avoid');
    await settled(app);
    await button('Show 2 less certain rewrites').click();
    await expect.element(page.getByText('Less certain').first()).toBeVisible();
  },
  'the panel of a word': async () => {
    await mountApp();
    await button('postpone: free').click();
    await expect.element(page.getByRole('region', { name: 'About “postpone”' })).toBeVisible();
  },
  'running with older rewrites': async () => {
    const client = new FakeClient();
    const { app } = await mountApp(sample, client);
    await settled(app);
    client.pause = 60_000;
    app.wishes.set('week', 'avoid');
    await expect.poll(() => app.rewriting.running).toBe(true);
  },
  'failed for want of memory': async () => {
    const client = new FakeClient();
    client.failNext = new OtherwiseError('out-of-memory', 'The device has too little memory.');
    await mountApp(sample, client);
    await expect.element(button('Draw fewer samples')).toBeVisible();
  },
  'on the processor, little memory, storage full, a preset': async () => {
    const { app } = await mountApp(sample);
    app.rewriting.littleMemory = true;
    app.desk.library.failure = { code: 'no-storage', message: 'full' };
    app.choosePreset('structure');
    await settled(app);
  },
  'offline, nothing kept, a new version': async () => {
    const { app } = await mountApp(sample);
    app.online = false;
    app.lasting = false;
    app.update = () => undefined;
    await expect.element(page.getByText('You are offline.')).toBeVisible();
  },
  'careful after several deaths, to be installed, a file that is no text': async () => {
    const { app } = await mountApp(sample);
    app.trust = () => undefined;
    app.installable = true;
    app.rewriting.accepted = true;
    await app.exchange.openFile(new File([new Uint8Array([137, 80, 78, 71, 0, 255, 254])], 'a picture with a long name.png'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByText('Install Otherwise as an app')).toBeVisible();
  },
  'a file over the page': async () => {
    await mountApp();
    const files = new DataTransfer();
    files.items.add(new File(['A text.'], 'a.txt'));
    window.dispatchEvent(new DragEvent('dragenter', { dataTransfer: files, bubbles: true }));
    await expect.element(page.getByText('Drop')).toBeVisible();
  },
  'the engine’s card': async () => {
    await mountApp();
    await button(/^The model:/u).click();
    await expect.element(page.getByText('Loaded in')).toBeVisible();
  },
  documents: async () => {
    const app = await replaced();
    await app.desk.saveNow();
    await button(/^Documents/u).click();
    await expect.element(button('Open a file')).toBeVisible();
  },
  'review, empty': async () => {
    await mountApp();
    await button('Review and export').click();
    await expect.element(page.getByRole('heading', { name: 'Nothing to review yet' })).toBeVisible();
  },
  'review, filled': async () => {
    await replaced();
    await button('Review and export').click();
    await page.getByText('Whole text', { exact: true }).click();
    await expect.element(button('Restore the original of sentence 2')).toBeVisible();
  },
  measure: async () => {
    await replaced();
    await forResearch('Measure and rate');
    await expect.element(page.getByRole('dialog', { name: 'Measure' }).getByRole('table').first()).toBeVisible();
  },
  'measure, a sheet of pairs': async () => {
    await openSheet('pairs.tsv', pairSheet);
    await expect.element(page.getByRole('heading', { name: /pairs/ })).toBeVisible();
  },
  'many sentences, nothing there': async () => {
    await forgetCorpora();
    await mountApp('');
    await forResearch('Work on many sentences');
    await expect.element(page.getByRole('dialog', { name: 'Many sentences' })).toBeVisible();
  },
  'many sentences, how a file is read': async () => {
    await chosen();
    for (const heading of ['Numbered systems of ParaBank', 'Keep only some of the rewrites']) await page.getByText(heading).click();
  },
  'many sentences, a row that is looked at': async () => {
    await finished();
    await page.getByText('Limits', { exact: true }).click();
    await page.getByText('1 line gave nothing').click();
    await page.getByRole('gridcell').first().click();
    await expect.element(page.getByRole('heading', { name: 'Line 2, rewrite 1' })).toBeVisible();
  },
  'many sentences, statistics': async () => {
    await finished();
    await page.getByText('Statistics', { exact: true }).click();
    await expect.element(button('Save as .json')).toBeVisible();
  },
  settings: async () => {
    const { app } = await mountApp();
    for (const word of ['recieve', 'definately']) app.settings.learn(word);
    await button('Settings').click();
    await expect.element(page.getByRole('heading', { name: 'Storage' })).toBeVisible();
  },
  'for research': async () => {
    const { app } = await mountApp();
    app.settings.change({ approach: 34 });
    await button('For research').click();
    await expect.element(page.getByLabelText('Threshold')).toBeVisible();
  },
  shortcuts: async () => {
    await mountApp();
    await button('Keyboard shortcuts').click();
    await expect.element(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
};
