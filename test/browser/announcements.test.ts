import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Announcer } from '../../src/app/state/announcer.svelte.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import { FakeClient } from './fake-client.ts';
import { mountApp, sample, unmountApp } from './mount-app.ts';
import { failing, settled } from './page-states.ts';

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await unmountApp();
});

const line = (): string => document.querySelector('.status [role=status]')?.textContent ?? '';

/** An engine on a graphics device: no notice of a processor comes between. */
function quick(): FakeClient {
  const client = new FakeClient();
  client.info = { ...client.info, device: 'webgpu', deviceName: 'a device' };
  return client;
}

test('screen readers hear that the model is ready, then that the rewrites are', async () => {
  await mountApp('', quick());
  await expect.poll(line).toBe('The model is ready.');
  await page.getByRole('button', { name: 'Try it with a sample sentence' }).click();
  await expect.poll(line).toBe('5 rewrites ready.');
});

test('screen readers hear of a load that failed, and of one that was stopped', async () => {
  await mountApp(sample, failing());
  await expect.poll(line).toBe('The model could not be downloaded');
  await mountApp(sample, failing('aborted', 'Stopped.'));
  await expect.poll(line).toBe('Loading stopped.');
});

test('screen readers hear that WebAssembly is off', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  await mountApp(sample);
  vi.unstubAllGlobals();
  await expect.poll(line).toBe('The model does not run here');
});

test('screen readers hear when the page goes offline and comes back', async () => {
  const { app } = await mountApp('', quick());
  app.listen();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await expect.poll(line).toBe('You are offline. Everything goes on working.');
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.poll(line).toBe('You are online again.');
});

test.each([
  ['update', 'A new version is ready.'],
  ['trust', 'The page broke off in the middle of its work more than once. It now draws few samples, on the processor.'],
] as const)('screen readers hear a notice (%s) when it appears', async (what, words) => {
  const { app } = await mountApp('', quick());
  app[what] = () => undefined;
  await expect.poll(line).toBe(words);
});

test('screen readers hear the offer to install and the notice of fewer samples, also when both appear at once', async () => {
  const { app } = await mountApp('', quick());
  const heard: string[] = [];
  const watch = new MutationObserver(() => heard.push(line()));
  watch.observe(document.querySelector('.status') as Element, { childList: true, characterData: true, subtree: true });
  app.installable = true;
  app.rewriting.accepted = true;
  app.rewriting.littleMemory = true;
  await expect.poll(() => heard).toEqual([
    'Install Otherwise as an app: it works offline.',
    'This machine has little memory, so fewer samples are drawn. The settings say how many.',
  ]);
  watch.disconnect();
});

test('screen readers hear what a remedy did', async () => {
  const client = failing('device-lost', 'Gone.');
  const { app } = await mountApp(sample, client);
  await expect.poll(line).toBe('The graphics device was lost');
  client.failLoad = undefined;
  await app.remedy('fewer-samples');
  await settled(app);
  await expect.poll(line).toBe('5 rewrites ready.');
});

test('screen readers hear of a failed rewriting', async () => {
  const client = quick();
  client.failNext = new OtherwiseError('out-of-memory', 'Too little.');
  await mountApp(sample, client);
  await expect.poll(line).toBe('There is not enough memory');
});

test('screen readers hear the result of an action at once, then the notice that it cut short, unless that is gone', () => {
  vi.useFakeTimers();
  let now = 0;
  const announcer = new Announcer(() => now);
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    vi.advanceTimersByTime(milliseconds);
  };
  announcer.say({ kind: 'notice', notice: 'offline' });
  expect(announcer.said).toEqual({ kind: 'notice', notice: 'offline' });
  pass(100);
  announcer.say({ kind: 'copied' });
  announcer.say({ kind: 'notice', notice: 'update' });
  announcer.say({ kind: 'notice', notice: 'install' });
  announcer.forget('update');
  expect(announcer.said).toEqual({ kind: 'copied' });
  pass(3900);
  expect(announcer.said).toEqual({ kind: 'copied' });
  pass(200);
  expect(announcer.said).toEqual({ kind: 'notice', notice: 'offline' });
  pass(1100);
  expect(announcer.said).toEqual({ kind: 'notice', notice: 'install' });
  announcer.say({ kind: 'undone' });
  pass(60_000);
  // Cut short once more, and told in the end.
  expect(announcer.said).toEqual({ kind: 'notice', notice: 'install' });
});

test('a dialog over the page announces in place of the page, without moving anything', async () => {
  const { app } = await mountApp('', quick());
  await page.getByRole('button', { name: 'Settings' }).click();
  const status = page.getByRole('dialog').getByRole('status');
  await expect.element(status).toBeInTheDocument();
  const top = (): number | undefined => document.querySelector('dialog[open] fieldset')?.getBoundingClientRect().top;
  const before = top();
  await app.changeEngine({ device: 'wasm' });
  await expect.element(status).toHaveTextContent('The model is ready.');
  expect(top()).toBe(before);
});
