import axe from 'axe-core';
import { mount, unmount } from 'svelte';
import { page } from 'vitest/browser';
import '../../src/app/ui/styles/base.css';
import '../../src/app/ui/styles/tokens.css';
import '../../src/app/ui/styles/controls.css';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import { AppState } from '../../src/app/state/app.svelte.ts';
import App from '../../src/app/ui/App.svelte';
import { FakeClient } from './fake-client.ts';

export const sample = 'The committee decided to postpone the meeting until next week.';

let mounted: Record<string, unknown> | undefined;

/** The page before it has its store; the one before it is taken away. */
export async function mountClosed(client = new FakeClient()): Promise<{ app: AppState; client: FakeClient }> {
  await unmountApp();
  await page.viewport(1280, 900);
  // What comes beside the page is there, as after a second.
  await Promise.all([
    import('../../src/app/ui/rewrites/ResultList.svelte'), import('../../src/app/ui/compose/Spelling.svelte'),
    import('../../src/app/ui/common/WordMenu.svelte'), import('../../src/app/ui/compose/WordPanel.svelte'),
  ]);
  const app = new AppState(client, 'base', () => performance.now());
  mounted = mount(App, { target: document.body, props: { app } });
  return { app, client };
}

/** The whole page on a double of the engine. */
export async function mountApp(
  text = sample,
  client = new FakeClient(),
  store: PageStore = { ...passing(), lasting: true },
): Promise<{ app: AppState; client: FakeClient }> {
  const { app } = await mountClosed(client);
  await app.open(store);
  await app.load();
  if (text !== '') app.replaceText(text);
  return { app, client };
}

/** Opens a pane from the entry for research. */
export async function forResearch(pane: 'Measure and rate' | 'Work on many sentences'): Promise<void> {
  await page.getByRole('button', { name: 'For research' }).click();
  await page.getByRole('button', { name: pane }).click();
}

export async function unmountApp(): Promise<void> {
  if (mounted) await unmount(mounted);
  mounted = undefined;
}

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Gives axe's complaints about the page as text; [] when it has none. `rules`: these alone. */
export async function axeFindings(rules?: readonly string[]): Promise<string[]> {
  await atRest();
  const which =
    rules === undefined
      ? { runOnly: everything, rules: { 'page-has-heading-one': { enabled: true } } }
      : { runOnly: { type: 'rule' as const, values: [...rules] } };
  const { violations } = await axe.run(document.body, which);
  return violations.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`).join(' | ')}`,
  );
}

/** Waits for whatever fades or moves and comes to an end: halfway, colours are none of ours. */
async function atRest(): Promise<void> {
  const isMoving = ({ playState, effect }: Animation): boolean =>
    playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime));
  const frame = (): Promise<unknown> => new Promise((resolve) => { requestAnimationFrame(resolve); });
  // An animation that a change starts is there by the second frame.
  await frame();
  await frame();
  // One that is changed on the way (the system asks for less motion) may never tell of its end.
  while (document.getAnimations().some(isMoving)) await frame();
}
