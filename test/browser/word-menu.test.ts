import { tick } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import type { TextPair } from '../../src/core/protocol.ts';
import { FakeClient } from './fake-client.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';

afterEach(async () => {
  vi.useRealTimers();
  await unmountApp();
});

const menu = page.getByRole('menu');
const item = (name: string) => menu.getByRole('menuitem', { name, exact: true });
const choice = (name: string) => menu.getByRole('menuitemcheckbox', { name });
const word = (name: string) => page.getByRole('button', { name, exact: true });
const field = (): HTMLTextAreaElement => page.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;

/** Marks a word of the text as a double click does. */
async function mark(phrase: string): Promise<void> {
  field().focus();
  field().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  const start = field().value.indexOf(phrase);
  field().setSelectionRange(start, start + phrase.length);
}

test('a tap on a word of a rewrite opens its menu and changes nothing', async () => {
  const { app } = await mountApp();
  await word('chose, changed').click();
  await expect.element(menu).toBeVisible();
  expect(app.document.wishes).toEqual({ avoid: [], require: [] });
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => menu.elements().length).toBe(0);
  expect(document.activeElement?.textContent).toBe('chose');
});

test('the menu offers what the source and the other rewrites have there, and one click puts it in', async () => {
  const { app, client } = await mountApp();
  await word('put, changed').click();
  await expect.element(item('postpone')).toBeVisible();
  await item('postpone').click();
  expect(app.document.wishes).toEqual({ avoid: ['put off'], require: ['postpone'] });
  await expect.poll(() => client.requests.at(-1)?.options).toMatchObject({ avoid: ['put off'], require: ['postpone'] });
  await expect.poll(() => menu.elements().length).toBe(0);
});

/** Finds that one word fits in the place of another, and no other does; answers when it may. */
class ChoosyClient extends FakeClient {
  readonly scored: TextPair[] = [];
  mayScore: Promise<void> = Promise.resolve();
  constructor(public fitting: string) {
    super();
  }
  override async score(pairs: readonly TextPair[]): ReturnType<FakeClient['score']> {
    this.scored.push(...pairs);
    await this.mayScore;
    const scores = await super.score(pairs);
    return scores.map((one, i) => ({ ...one, right: pairs[i]?.[1].includes(this.fitting) === true ? 0.98 : 0.02 }));
  }
}
const offered = (): string[] => menu.getByRole('menuitem').elements().map((element) => element.textContent);

/** A text whose sentences nobody rewrites. */
async function mountQuiet(text: string, client: FakeClient): ReturnType<typeof mountApp> {
  const mounted = await mountApp('', client);
  mounted.app.settings.change({ automatic: false });
  mounted.app.replaceText(text);
  await expect.poll(() => field().value).toBe(text);
  return mounted;
}

test('at most four words are offered in the order of the lexicon, until the model has read them in the sentence', async () => {
  const client = new ChoosyClient('reschedule');
  let answer = (): void => undefined;
  client.mayScore = new Promise((resolve) => {
    answer = resolve;
  });
  const { app } = await mountQuiet(`${sample} It rained.`, client);
  await mark('postpone');
  await expect.element(menu).toBeVisible();
  await expect.poll(offered).toEqual(['defer', 'delay', 'adjourn', 'remit']);
  answer();
  await expect.poll(offered).toEqual(['reschedule']);
  expect(client.scored).toContainEqual([sample, sample.replace('postpone', 'reschedule')]);
  await item('reschedule').click();
  expect(app.document.wishes).toEqual({ avoid: ['postpone'], require: ['reschedule'] });
});

test('when another model answers, the scores of the one before no longer count', async () => {
  const client = new ChoosyClient('delay');
  const { app } = await mountQuiet(`${sample} It rained.`, client);
  await mark('postpone');
  await expect.poll(offered).toEqual(['delay']);
  client.fitting = 'reschedule';
  client.info = { ...client.info, modelHash: '77d0a4e1b256' };
  await app.load();
  await expect.poll(offered).toEqual(['reschedule']);
});

test('without a model the order of the lexicon stays, and the article before a word fits in what the model reads', async () => {
  const client = new ChoosyClient('error');
  client.failScore = new OtherwiseError('runtime', 'Not loaded.');
  await mountQuiet('It was a mistake of mine. It rained.', client);
  await mark('mistake');
  await expect.element(menu).toBeVisible();
  const four = ['error', 'fault', 'misunderstanding', 'wrong'];
  await expect.poll(offered).toEqual(four);
  await expect.poll(() => client.scored.length).toBeGreaterThan(3);
  const before = client.scored.length;
  await userEvent.keyboard('{Escape}');
  await expect.poll(offered).toEqual([]);
  field().setSelectionRange(0, 0);
  await mark('mistake');
  // The page asks for the same scores again only when the first refusal has reached it.
  await expect.poll(() => client.scored.length).toBeGreaterThan(before);
  expect(offered()).toEqual(four);
  expect(client.scored).toContainEqual(['It was a mistake of mine.', 'It was an error of mine.']);
});

test('beside a ban the same words stand as in the menu', async () => {
  const client = new ChoosyClient('delay');
  const { app } = await mountApp(sample, client);
  const chip = page.getByRole('button', { name: /^postpone: / });
  await chip.click();
  const panel = page.getByRole('region', { name: 'About “postpone”' });
  const words = panel.getByRole('button', { name: /^Avoid “postpone” and require/ });
  await expect.poll(() => words.elements().map((one) => one.textContent.trim())).toEqual(['delay']);
  expect(app.document.wishes.avoid).toEqual(['postpone']);
});

test('a word is banned or required here, and let go again', async () => {
  const { app, client } = await mountApp();
  await word('chose, changed').click();
  await choice('Require here').click();
  expect(app.document.wishes).toEqual({ avoid: [], require: ['chose'] });
  // A menu closes when new cards take the place of its own.
  await expect.poll(() => client.requests.length).toBe(2);
  await expect.poll(() => app.rewriting.pending || app.rewriting.running).toBe(false);
  await word('chose, changed').first().click();
  await expect.element(choice('Require here')).toHaveAttribute('aria-checked', 'true');
  await choice('Require here').click();
  expect(app.document.wishes).toEqual({ avoid: [], require: [] });
});

test('Enter opens the menu with the focus in it, arrows move, Enter chooses', async () => {
  const { app } = await mountApp();
  await expect.element(word('chose, changed')).toBeVisible();
  (word('chose, changed').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{End}{Enter}');
  expect(app.document.throughout).toEqual({ avoid: ['chose'], require: [] });
});

test('the menu of a second word replaces that of the first', async () => {
  await mountApp();
  await word('chose, changed').click();
  await expect.element(menu).toBeVisible();
  await word('put, changed').click();
  await expect.element(page.getByRole('menu', { name: 'What to do with “put”' })).toBeVisible();
  expect(menu.elements().length).toBe(1);
});

test('only a word that the sentence has can be kept in the whole text', async () => {
  await mountApp();
  await word('chose, changed').click();
  await expect.element(choice('Avoid in the whole text')).toBeVisible();
  expect(choice('Keep in the whole text').elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await word('committee').first().click();
  await expect.element(choice('Keep in the whole text')).toBeVisible();
});

test('a word marked in the text by pointer has the menu too, the field keeps the focus; by keyboard it has none', async () => {
  const { app } = await mountApp(`${sample} It rained.`);
  await mark('postpone');
  await expect.element(menu).toBeVisible();
  expect(document.activeElement).toBe(field());
  expect(app.review.selection).toBeUndefined();
  const [menuBox, fieldBox] = [menu.element().getBoundingClientRect(), field().getBoundingClientRect()];
  expect(menuBox.top).toBeGreaterThan(fieldBox.top);
  expect(menuBox.left).toBeGreaterThan(fieldBox.left);
  await choice('Avoid here').click();
  expect(app.document.wishes.avoid).toEqual(['postpone']);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  /** Lets the browser tell of what `change` marks, and everything come that waits for a time. */
  const marked = async (change: () => unknown): Promise<void> => {
    const told = new Promise((resolve) => { document.addEventListener('selectionchange', resolve, { once: true }); });
    await change();
    await told;
    vi.advanceTimersByTime(600_000);
    await tick();
  };
  field().focus();
  await marked(() => userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}'));
  await marked(() => field().setSelectionRange(4, 13));
  expect(menu.elements()).toEqual([]);
  // The same wait brings the menu where it is due.
  await marked(() => mark('decided'));
  await expect.element(page.getByRole('menu', { name: 'What to do with “decided”' })).toBeVisible();
  expect(menu.elements().length).toBe(1);
});

test('the menu lies within the page at 320 pixels, and its rows are no smaller than a finger', async () => {
  await mountApp();
  await page.viewport(320, 640);
  await word('put, changed').click();
  await expect.element(item('postpone')).toBeVisible();
  const box = menu.element().getBoundingClientRect();
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(document.documentElement.clientWidth);
  const heights = [...menu.element().querySelectorAll('button')].map((button) => button.getBoundingClientRect().height);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
});

test('constraints on the whole text hold in every sentence, are listed, outlive a reload and are undone', async () => {
  const store: PageStore = { ...passing(), lasting: true };
  const { app, client } = await mountApp(`${sample} The report of Ms Okafor took 3 days.`, undefined, store);
  app.goTo(1);
  await app.desk.saveNow();
  await page.getByText('Words for the whole text').click();
  const wanted = page.getByRole('textbox', { name: 'Word or phrase for the whole text' });
  await wanted.fill('report');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await wanted.fill('choose');
  await userEvent.keyboard('{Enter}');
  expect(app.document.throughout).toEqual({ avoid: ['choose'], require: ['report'] });
  await expect.element(page.getByText('Words for the whole text (2)')).toBeVisible();
  expect(app.announcement).toEqual({ kind: 'wish-throughout', phrase: 'choose', wish: 'avoid' });
  await expect.poll(() => client.requests.at(-1)?.options).toMatchObject({ avoid: ['choose'], require: ['report'] });
  await expect.poll(() => app.words.kept(app.document.source)).toEqual(['Okafor', '3']);
  await expect.element(page.getByText('Kept here by themselves: Okafor and 3.')).toBeVisible();
  await expect.element(word('report: required')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await app.desk.saveNow();
  const again = await mountApp('', undefined, store);
  expect(again.app.document.throughout).toEqual({ avoid: ['choose'], require: ['report'] });
  again.app.undo();
  expect(again.app.document.throughout).toEqual({ avoid: [], require: ['report'] });
});

test('a constraint on a sentence goes before one on the whole text', async () => {
  const { app, client } = await mountApp();
  app.wishes.setThroughout('meeting', 'avoid');
  await expect.element(word('meeting: avoided')).toBeVisible();
  await word('meeting: avoided').click();
  expect(app.document.wishes).toEqual({ avoid: [], require: ['meeting'] });
  await expect.poll(() => client.requests.at(-1)?.options).toMatchObject({ avoid: [], require: ['meeting'] });
});
