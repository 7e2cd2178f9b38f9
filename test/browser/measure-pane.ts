import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AppState } from '../../src/app/state/app.svelte.ts';
import { FakeClient } from './fake-client.ts';
import { forResearch, mountApp, sample, unmountApp } from './mount-app.ts';

/** Lets every test begin with nothing kept and end with nothing left. */
export function eachAlone(): void {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  afterEach(async () => {
    await unmountApp();
    vi.restoreAllMocks();
    delete document.documentElement.dataset['theme'];
  });
}

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const text = `First one. ${sample} Last one.`;

/** Gives the files that the page saves from now on. */
export function savedFiles(): { name: string; text: Promise<string> }[] {
  const saved: { name: string; text: Promise<string> }[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob) - 1}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs[Number(this.href.slice(5))]?.text() ?? Promise.resolve('') });
  });
  return saved;
}

/** A page with the second of three sentences rewritten and one rewrite taken; the pane is open. */
export async function opened(client = new FakeClient()): Promise<AppState> {
  const { app } = await mountApp(text, client);
  app.settings.change({ ahead: false });
  app.goTo(1);
  await button('Use this: rewrite 2').click();
  await forResearch('Measure and rate');
  await expect.element(page.getByRole('dialog', { name: 'Measure' })).toBeVisible();
  return app;
}
