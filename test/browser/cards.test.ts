import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OtherwiseError } from '../../src/core/errors.ts';
import type { Rewrite } from '../../src/core/protocol.ts';
import { FakeClient, gate } from './fake-client.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const use = (index: number) => page.getByRole('button', { name: `Use this: rewrite ${index}` });

test('five cards appear, with the words that differ from the source marked', async () => {
  await mountApp();
  await expect.element(use(5)).toBeVisible();
  const first = document.querySelector('#rewrites li');
  expect([...(first?.querySelectorAll('button.changed') ?? [])].map((word) => word.textContent)).toEqual(['chose', 'put', 'off']);
  await expect.element(page.getByText('3 of 11 words changed')).toBeVisible();
});

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#rewrites li.card')];
/** Gives the verdict that a card shows on its rewrite. */
const verdict = (index: number): string => cards()[index]?.querySelector('.same, .check, .doubtful')?.textContent?.trim() ?? '';

test('words left out are struck out in their place, counted, read aloud, and not copied with the rewrite', async () => {
  const { app } = await mountApp();
  await expect.element(use(5)).toBeVisible();
  await app.rewriting.scoreOwn('The committee decided to postpone the meeting until week.');
  await expect.element(use(6)).toBeVisible();
  const words = cards()[5]?.querySelector('.words');
  const struck = words?.querySelector('del') as HTMLElement;
  expect(struck.textContent).toBe('Left out: next');
  expect(getComputedStyle(struck).textDecorationLine).toBe('line-through');
  expect(getComputedStyle(struck).userSelect).toBe('none');
  expect([...(words?.querySelectorAll('ins') ?? [])]).toEqual([]);
  expect(cards()[5]?.textContent).toContain('1 of 10 words changed');
  getSelection()?.selectAllChildren(words as Node);
  expect(getSelection()?.toString()).toBe('The committee decided to postpone the meeting until week.');
  getSelection()?.removeAllRanges();
  expect([...(cards()[0]?.querySelectorAll('ins') ?? [])].map((word) => word.textContent)).toEqual(['chose', 'put', 'off']);
  expect(await axeFindings()).toEqual([]);
});

test('at no width does a line of a rewrite begin with a closing mark or end with an opening one', async () => {
  const { app } = await mountApp();
  await expect.element(use(5)).toBeVisible();
  await app.rewriting.scoreOwn('The committee, in short, decided to “postpone” the meeting (until next week).');
  await expect.element(use(6)).toBeVisible();
  const words = cards()[5]?.querySelector<HTMLElement>('.words') as HTMLElement;
  const marks = [...words.querySelectorAll('span > span')].filter(({ textContent }) => /^[,).”“(]+$/u.test(textContent));
  expect(marks.map(({ textContent }) => textContent)).toEqual([',', ',', '“', '”', '(', ').']);
  const neighbour = (mark: Element): Element | null =>
    /[“(]/u.test(mark.textContent) ? mark.nextElementSibling : mark.previousElementSibling;
  const middle = (element: Element | null): number => {
    const { top = 0, bottom = 0 } = element?.getClientRects()[0] ?? {};
    return (top + bottom) / 2;
  };
  for (let width = 120; width < 400; width += 1) {
    words.style.width = `${width}px`;
    for (const mark of marks) expect(Math.abs(middle(mark) - middle(neighbour(mark))), `${mark.textContent} at ${width}`).toBeLessThan(8);
    expect(words.scrollWidth).toBeLessThanOrEqual(width);
  }
});

test('a card has at most one plain word, with the reason where it is to be checked, and no figure', async () => {
  const client = new FakeClient();
  client.right = (index) => [0.9, 0.9, 0.45, 0.6, 0.9][index] ?? 0.9;
  client.said = { meaning: 91, doubted: { kind: 'detail', lost: ['committee'] } };
  await mountApp(sample, client);
  await expect.element(use(5)).toBeVisible();
  expect([0, 1, 2, 3].map(verdict)).toEqual([
    'Same meaning', 'Same meaning', 'Check: “committee decided” became “panel agreed”', '',
  ]);
  expect(page.getByText('91').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Details of rewrite 1' }).click();
  await expect.element(page.getByText('91 of 100')).toBeVisible();
});

test('a card with a finding never says that the meaning is the same', async () => {
  const client = new FakeClient();
  client.right = () => 0.99;
  client.said = { findings: [{ kind: 'detail', lost: ['next'] }] };
  await mountApp(sample, client);
  await expect.element(use(5)).toBeVisible();
  expect([0, 1, 2, 3, 4].map(verdict)).not.toContain('Same meaning');
});

test('the best one stands first and says so, the others below it from close to bold', async () => {
  const client = new FakeClient();
  client.right = (index) => [0.6, 0.7, 0.95, 0.5, 0.8][index] ?? 0.5;
  const { app } = await mountApp(sample, client);
  await expect.element(use(5)).toBeVisible();
  const made = app.rewriting.result?.rewrites ?? [];
  const best = made.find(({ right }) => right === 0.95)?.text ?? '';
  expect(app.rewriting.shown.map(({ text }) => text)).toEqual([best, ...made.map(({ text }) => text).filter((text) => text !== best)]);
  const cards = page.getByRole('listitem').elements().filter((card) => card.matches('.card'));
  expect(cards.map((card) => card.textContent.includes('Best'))).toEqual([true, false, false, false, false]);
  await expect.element(page.getByRole('list', { name: 'Other rewrites, from close to bold' })).toBeVisible();
  expect(client.requests.at(-1)?.options.order).toBe('best');
});

test('without an estimator a card has no word that needs one', async () => {
  const client = new FakeClient();
  client.said = { right: undefined } as unknown as Partial<Rewrite>;
  await mountApp(sample, client);
  await expect.element(use(5)).toBeVisible();
  expect(verdict(0)).toBe('');
});

test('every card says how close or bold it is', async () => {
  await mountApp();
  await expect.element(use(5)).toBeVisible();
  const standing = (card: HTMLElement): string => card.querySelector('.standing')?.textContent?.replace(/\s+/gu, ' ').trim() ?? '';
  expect(cards().map(standing)).toEqual(
    ['Close', 'In between', 'In between', 'Bold', 'Bold'].map((word) => `How different: ${word}`),
  );
  expect(cards().map((card) => card.querySelectorAll('.standing .reached').length)).toEqual([1, 2, 2, 3, 3]);
});

describe('doubtful rewrites', () => {
  const asked = ['The panel wept.', 'Next week decided it.'];

  test('are shown to those who ask, marked, counted by the keys, and hidden again', async () => {
    const client = new FakeClient();
    client.doubtful = asked;
    const { app } = await mountApp(sample, client);
    app.wishes.set('committee', 'avoid');
    await expect.element(page.getByText('Only three: ')).toBeVisible();
    expect(cards().length).toBe(3);
    await page.getByRole('button', { name: 'Show 2 less certain rewrites' }).click();
    await expect.element(page.getByRole('list', { name: 'Less certain rewrites' })).toBeVisible();
    expect(cards().length).toBe(5);
    expect([3, 4].map(verdict).every((word) => word.startsWith('Less certain'))).toBe(true);
    expect(await axeFindings()).toEqual([]);
    await userEvent.keyboard('{Alt>}4{/Alt}');
    expect(app.document.text).toBe(asked[0]);
    await page.getByRole('button', { name: 'Hide the less certain ones' }).click();
    await expect.poll(() => cards().length).toBe(3);
  });

  test('are hidden again for another request', async () => {
    const client = new FakeClient();
    client.doubtful = asked;
    const { app } = await mountApp(sample, client);
    await page.getByRole('button', { name: 'Show 2 less certain rewrites' }).click();
    app.rewriting.another();
    await expect.element(page.getByRole('button', { name: 'Show 2 less certain rewrites' })).toHaveAttribute('aria-expanded', 'false');
  });

  test('are announced by the page where there is nothing else', async () => {
    const client = new FakeClient();
    client.right = () => 0.1;
    await mountApp(sample, client);
    await expect.element(page.getByRole('heading', { name: 'No safe rewrite found' })).toBeVisible();
    expect(cards()).toEqual([]);
    await page.getByRole('button', { name: 'Show 5 less certain rewrites' }).click();
    await expect.element(use(5)).toBeVisible();
    expect(verdict(4)).toMatch(/^Less certain/u);
  });

  test('where there is no rewrite, one press drops an avoided phrase, and the advice names only what is set', async () => {
    const client = new FakeClient();
    client.right = () => 0.1;
    const { app } = await mountApp(sample, client);
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(page.getByRole('button', { name: /^Allow|^Do not require|^Leave the style/u }).elements()).toEqual([]);
    app.wishes.set('postpone', 'avoid');
    await page.getByRole('button', { name: 'Allow “postpone” again' }).click();
    expect(app.document.wishes.avoid).toEqual([]);
  });

  test('are asked for in our own mode', async () => {
    const { app, client } = await mountApp();
    await expect.element(use(5)).toBeVisible();
    expect(client.requests.at(-1)?.options.doubts).toBe(true);
    app.vary({ approach: 7 });
    await expect.poll(() => client.requests.at(-1)?.options.mode).toBe('parabank');
    expect(client.requests.at(-1)?.options.doubts).toBeUndefined();
  });
});

test('using a rewrite replaces the sentence, marks the card, keeps the demands of the original; undo brings it back', async () => {
  const { app } = await mountApp(`First one. ${sample}`);
  app.goTo(1);
  app.wishes.set('gathering', 'avoid');
  await expect.poll(() => app.rewriting.running || app.rewriting.pending).toBe(false);
  await use(1).click();
  expect(app.document.text).toBe('First one. The committee chose to put off the meeting until next week.');
  expect(app.document.source).toBe(sample);
  expect(app.document.wishes.avoid).toEqual(['gathering']);
  await expect.element(page.getByText('In your text')).toBeVisible();
  await use(2).click();
  expect(app.document.text).toContain('It was decided by the committee');
  app.undo();
  app.undo();
  expect(app.document.text).toBe(`First one. ${sample}`);
});

test('a word of a rewrite is banned in its menu, and no rewrite holds it any more', async () => {
  const { app, client } = await mountApp();
  await expect.element(use(1)).toBeVisible();
  await page.getByRole('button', { name: 'chose, changed' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Avoid here' }).click();
  expect(app.document.wishes.avoid).toEqual(['chose']);
  await expect.poll(() => client.requests.at(-1)?.options.avoid).toEqual(['chose']);
  await expect.poll(() => page.getByRole('heading', { name: /chose/ }).elements().length).toBe(0);
});

test('scores are shown on demand', async () => {
  await mountApp();
  await page.getByRole('button', { name: 'Details of rewrite 2' }).click();
  await expect.element(page.getByText('Source given rewrite')).toBeVisible();
});

test('an unmet demand is shown with its reason', async () => {
  const { app } = await mountApp();
  app.wishes.set('zebra', 'require');
  await expect.element(page.getByText('“zebra”: not reached within 24 tokens')).toBeVisible();
});

test('the newest request wins, and what the older one answers is not shown', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(sample, client);
  await expect.element(use(1)).toBeVisible();
  const older = gate();
  client.mayAnswer = (request) => (request === 2 ? older.opened : undefined);
  app.wishes.set('chose', 'avoid');
  await expect.poll(() => client.requests.length).toBe(2);
  app.wishes.set('decided', 'avoid');
  const asked = [{ avoid: ['chose', 'decided'], require: [] }];
  await expect.poll(() => app.rewriting.result?.constraints).toEqual(asked);
  older.open();
  // The older answer comes before this one.
  await client.measure([]);
  expect(app.rewriting.result?.constraints).toEqual(asked);
  expect(app.rewriting.failure).toBeUndefined();
});

test('cancel stops a request and nothing is lost', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(sample, client);
  await expect.element(use(1)).toBeVisible();
  client.pause = 60_000;
  app.wishes.set('week', 'avoid');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(app.rewriting.running).toBe(false);
  expect(app.document.text).toBe(sample);
});

test('a failure says what to do and can be tried again', async () => {
  const client = new FakeClient();
  client.failNext = new OtherwiseError('out-of-memory', 'The device has too little memory.');
  await mountApp(sample, client);
  await expect.element(page.getByRole('heading', { name: 'There is not enough memory' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(use(1)).toBeVisible();
});

test('markup in a text stays text', async () => {
  await mountApp('<img src=x onerror="document.title=1"> She said <b>no</b> to it.');
  await expect.element(page.getByRole('toolbar', { name: 'Words of the sentence' })).toBeVisible();
  expect(document.querySelector('main img, main b')).toBeNull();
});
