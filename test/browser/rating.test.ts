import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import { FakeClient } from './fake-client.ts';
import { button, eachAlone, opened, savedFiles } from './measure-pane.ts';
import { forResearch, mountApp, mountClosed, sample, unmountApp } from './mount-app.ts';

eachAlone();

const sliders = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('dialog input[type=range]')];
/** The scores on the first page of what was stored. */
const scoresIn = (stored: unknown): unknown => (stored as { scores: unknown[] }).scores[0];
const begin = async (): Promise<void> => {
  await page.getByText('Rate', { exact: true }).click();
  await page.getByLabelText('Sentences to rate').fill('1');
  await button('Begin').click();
};

test('the keyboard alone rates all pages to the result, and the makers stay hidden until the end', async () => {
  const saved = savedFiles();
  const app = await opened();
  app.document.restore({ ...app.document.snapshot, text: app.document.text.replace(/^First one\. | Last one\.$/gu, '') });
  await begin();
  await expect.element(page.getByRole('heading', { name: 'Sentence 1 of 1' })).toHaveFocus();
  expect(document.querySelector('dialog blockquote')?.textContent).toContain(sample);
  const shown = [...document.querySelectorAll('dialog li p')].map((line) => line.textContent);
  // Five rewrites and one identical copy, and nothing that tells them apart.
  expect(shown.length).toBe(6);
  expect(shown.filter((line) => line === sample).length).toBe(1);
  expect(document.querySelector('dialog')?.textContent).not.toMatch(/ParaBank|No\. \d|Predicted/u);
  expect(sliders().map((slider) => slider.getAttribute('aria-valuetext'))).toEqual(Array.from({ length: 6 }, () => 'not rated yet'));

  sliders()[0]?.focus();
  for (const line of shown) {
    await userEvent.keyboard(line === sample ? '{End}{Enter}' : '{ArrowRight}{PageUp}{Enter}');
  }
  await expect.element(button('Finish')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: /^Ratings of/u })).toHaveFocus();
  await expect.element(page.getByText('6 of 6 rated. Identical copies: 1 of 1 rated 90 or more.')).toBeVisible();
  const table = [...document.querySelectorAll('dialog tbody tr')].map((line) =>
    [...line.querySelectorAll('td')].map((cell) => cell.textContent),
  );
  expect(table.map((cells) => cells[0])).toEqual(['1', '2', '3', '4', '5']);
  expect(new Set(table.map((cells) => cells[2]))).toEqual(new Set(['61.0']));

  await button('Save ratings').click();
  await button('Save for “evaluate”').click();
  const [ratings, evaluate] = await Promise.all(
    saved.map(async (file) =>
      (await file.text)
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')),
    ),
  );
  expect(ratings?.slice(1).map((fields) => [fields[4], fields[7]])).toEqual(shown.map((line) => [line, line === sample ? '100' : '61']));
  expect(evaluate?.[0]?.slice(0, 4)).toEqual(['id', 'reference', 'otherwise-d2-1', 'human:otherwise-d2-1']);
  expect(evaluate?.[1]?.[3]).toBe('61');
});

test('a press on the middle of a slider rates it 50; what is left is said', async () => {
  await opened();
  await begin();
  await expect.poll(() => sliders().length).toBeGreaterThan(4);
  const left = sliders().length;
  await expect.element(page.getByText(`${left} sliders on this page not set yet.`)).toBeVisible();
  sliders()[0]?.click();
  await expect.poll(() => sliders()[0]?.getAttribute('aria-valuetext')).toBe('50 of 100');
  await expect.element(page.getByText(`${left - 1} sliders on this page not set yet.`)).toBeVisible();
});

test('a further round shows what is least certain again, without what was given; all rounds count', async () => {
  const saved = savedFiles();
  const { app } = await mountApp(sample);
  await expect.poll(() => app.rewriting.result?.rewrites.length).toBe(5);
  await forResearch('Measure and rate');
  await begin();
  await expect.poll(() => sliders().length).toBe(6);
  // Without a rating there is nothing to be uncertain about.
  expect(document.querySelector('dialog')?.textContent).not.toContain('Another round');
  for (const slider of sliders()) slider.click();
  await button('Another round').click();
  await expect.element(page.getByRole('heading', { name: 'Round 2, sentence 1 of 1' })).toHaveFocus();
  await expect.element(page.getByText('0 of 6 rated')).toBeVisible();
  await expect.element(button('Back')).toBeDisabled();
  expect(sliders().map((slider) => slider.getAttribute('aria-valuetext'))).toEqual(Array.from({ length: 6 }, () => 'not rated yet'));
  expect([...document.querySelectorAll('dialog li p')].filter((line) => line.textContent === sample).length).toBe(1);
  for (const slider of sliders()) {
    slider.focus();
    await userEvent.keyboard('{End}');
  }
  await button('Finish').click();
  await expect.element(page.getByText('2 rounds. 12 of 12 rated. Identical copies: 1 of 2 rated 90 or more.')).toBeVisible();
  const table = [...document.querySelectorAll('dialog tbody tr')].map((line) =>
    [...line.querySelectorAll('td')].map((cell) => cell.textContent),
  );
  // Beta(2.5, 1.5) has the variance 3.75 / (16 · 5); 196 times its root is 42.4.
  expect(table.map((cells) => cells.slice(1, 4))).toEqual(Array.from({ length: 5 }, () => ['1', '75.0', '± 42.4']));
  await button('Save ratings').click();
  const lines = ((await saved[0]?.text) ?? '').trimEnd().split('\n').map((line) => line.split('\t'));
  expect(lines[0]?.slice(11)).toEqual(['round', 'ratings', 'mean', 'low', 'high', 'flagged']);
  expect(lines.slice(1).map((fields) => [fields[7], fields[11], fields[12], fields[13]])).toEqual([
    ...Array.from({ length: 6 }, () => ['50', '1', '2', '75']),
    ...Array.from({ length: 6 }, () => ['100', '2', '2', '75']),
  ]);
});

test('a rating stored by a build that knew one round goes on, with rounds', async () => {
  const store = { ...passing(), lasting: true };
  const item = (text: string, control: boolean) => ({
    text,
    control,
    predicted: null,
    origins: control ? [] : [{ system: 'parabank2', rank: 1, distance: 1, seed: 7, model: 'base' }],
  });
  await store.values.set('rating', {
    version: 1,
    title: 'Old',
    pages: [{ sentence: 0, source: sample, items: [item('One.', false), item(sample, true)] }],
    scores: [[null, 97]],
    page: 0,
    finished: false,
  });
  await mountApp('', new FakeClient(), store);
  await forResearch('Measure and rate');
  await page.getByText('Rate', { exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Sentence 1 of 1' })).toBeVisible();
  expect(sliders().map((slider) => slider.getAttribute('aria-valuetext'))).toEqual(['not rated yet', '97 of 100']);
  await button('Another round').click();
  await expect.element(page.getByRole('heading', { name: 'Round 2, sentence 1 of 1' })).toBeVisible();
  await expect
    .poll(async () => ((await store.values.get('rating')) as { pages: { round: number }[] }).pages.map(({ round }) => round))
    .toEqual([0, 1]);
  // What that build called ParaBank 2 was our own mode.
  const origins = JSON.stringify(await store.values.get('rating')).match(/"system":"[^"]*"/gu);
  expect(new Set(origins)).toEqual(new Set(['"system":"otherwise"']));
});

test('ratings outlive the visit, and are gone when discarded', async () => {
  const store = { ...passing(), lasting: true };
  const { app } = await mountApp(sample, new FakeClient(), store);
  await expect.poll(() => app.rewriting.result?.rewrites.length).toBe(5);
  await forResearch('Measure and rate');
  await begin();
  const order = [...document.querySelectorAll('dialog li p')].map((line) => line.textContent);
  sliders()[1]?.focus();
  await userEvent.keyboard('{End}');
  await button('Close').click();

  await mountApp('Another text altogether.', new FakeClient(), store);
  await forResearch('Measure and rate');
  await page.getByText('Rate', { exact: true }).click();
  await expect.poll(() => sliders()[1]?.getAttribute('aria-valuetext')).toBe('100 of 100');
  expect([...document.querySelectorAll('dialog li p')].map((line) => line.textContent)).toEqual(order);
  await expect.element(page.getByText('1 of 6 rated')).toBeVisible();
  await button('Discard these ratings').click();
  await expect.element(button('Cancel')).toHaveFocus();
  await button('Discard').click();
  await expect.poll(() => store.values.get('rating')).toBeUndefined();
  expect(sliders()).toEqual([]);
});

/** A store with a rating of which the second slider is at its end. */
const storeWithRating = async (): Promise<PageStore> => {
  const store = { ...passing(), lasting: true };
  const { app } = await mountApp(sample, new FakeClient(), store);
  await expect.poll(() => app.rewriting.result?.rewrites.length).toBe(5);
  await forResearch('Measure and rate');
  await begin();
  sliders()[1]?.focus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByText('1 of 6 rated')).toBeVisible();
  await unmountApp();
  return store;
};

test('a pane that is opened before the page has its store waits for the ratings in it', async () => {
  const store = await storeWithRating();
  const { app } = await mountClosed();
  await forResearch('Measure and rate');
  await page.getByText('Rate', { exact: true }).click();
  await expect.element(page.getByText('Reading your ratings …')).toBeVisible();
  expect(document.querySelector('dialog')?.textContent).not.toContain('There are no rewrites to rate yet');
  await app.open(store);
  await expect.poll(() => sliders()[1]?.getAttribute('aria-valuetext')).toBe('100 of 100');
  sliders()[0]?.focus();
  await userEvent.keyboard('{Home}');
  await expect.poll(async () => scoresIn(await store.values.get('rating'))).toEqual([0, 100, null, null, null, null]);
});

test('what is rated while the store writes is written next, and once', async () => {
  const store = passing();
  const written: unknown[] = [];
  let answer: () => void = () => undefined;
  const set = (name: string, value: unknown): Promise<void> => {
    if (name !== 'rating') return store.values.set(name, value);
    written.push(value);
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  const { app } = await mountApp(sample, new FakeClient(), { ...store, lasting: true, values: { ...store.values, set } });
  await expect.poll(() => app.rewriting.result?.rewrites.length).toBe(5);
  await forResearch('Measure and rate');
  await begin();
  await expect.poll(() => sliders().length).toBe(6);
  sliders()[0]?.focus();
  await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}');
  expect(written.length).toBe(1);
  answer();
  await expect.poll(() => written.length).toBe(2);
  answer();
  // Were anything written once more, it would come before what is rated next.
  await userEvent.keyboard('{ArrowLeft}');
  const scores = [[null, null, null, null, null, null], [98, null, null, null, null, null], [97, null, null, null, null, null]];
  await expect.poll(() => written.map(scoresIn)).toEqual(scores);
});

test.each(['pagehide', 'visibilitychange', 'the end of the pane'])(
  'a rating the store has not taken yet is there again after %s',
  async (way) => {
    const store = await storeWithRating();
    const stuck = {
      ...store,
      values: {
        ...store.values,
        set: (name: string, value: unknown) => (name === 'rating' ? new Promise<void>(() => undefined) : store.values.set(name, value)),
      },
    };
    await mountApp('', new FakeClient(), stuck);
    await forResearch('Measure and rate');
    await page.getByText('Rate', { exact: true }).click();
    await expect.poll(() => sliders().length).toBe(6);
    sliders()[3]?.focus();
    await userEvent.keyboard('{Home}');
    if (way === 'pagehide') window.dispatchEvent(new Event(way));
    if (way === 'visibilitychange') {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      document.dispatchEvent(new Event(way));
      vi.restoreAllMocks();
    }
    await unmountApp();

    await mountApp('', new FakeClient(), store);
    await forResearch('Measure and rate');
    await page.getByText('Rate', { exact: true }).click();
    await expect
      .poll(() => sliders().map((slider) => slider.getAttribute('aria-valuetext')))
      .toEqual(['not rated yet', '100 of 100', 'not rated yet', '0 of 100', 'not rated yet', 'not rated yet']);
    await expect.poll(async () => scoresIn(await store.values.get('rating'))).toEqual([null, 100, null, 0, null, null]);
    expect(Object.keys(localStorage).filter((key) => key.includes('rating'))).toEqual([]);
  },
);

test('what another tab rated is seen when this one is looked at again', async () => {
  const store = await storeWithRating();
  await mountApp('', new FakeClient(), store);
  await forResearch('Measure and rate');
  await page.getByText('Rate', { exact: true }).click();
  await expect.poll(() => sliders().length).toBe(6);
  const sheet = (await store.values.get('rating')) as { scores: (number | null)[][] };
  await store.values.set('rating', { ...sheet, scores: [[7, 100, null, null, null, null]] });
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => sliders()[0]?.getAttribute('aria-valuetext')).toBe('7 of 100');
});

test.each([
  ['nonsense', 'x'],
  ['another version', { version: 4 }],
  [
    'scores that fit no page',
    { version: 1, title: '', pages: [{ sentence: 0, source: 'a', items: [] }], scores: [[5]], page: 0, finished: false },
  ],
])('what is stored is checked: %s', async (_name, stored) => {
  const store = { ...passing(), lasting: true };
  await store.values.set('rating', stored);
  const { app } = await mountApp(sample, new FakeClient(), store);
  await expect.poll(() => app.rewriting.result?.rewrites.length).toBe(5);
  await forResearch('Measure and rate');
  await page.getByText('Rate', { exact: true }).click();
  await expect.element(button('Begin')).toBeVisible();
});

test('the pane says that the storage is full', async () => {
  const store = passing();
  const { app } = await mountApp(sample, new FakeClient(), {
    ...store,
    lasting: true,
    values: {
      ...store.values,
      set: (name, value) => (name === 'rating' ? Promise.reject(new Error('full')) : store.values.set(name, value)),
    },
  });
  await expect.poll(() => app.rewriting.result?.rewrites.length).toBe(5);
  await forResearch('Measure and rate');
  await begin();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The last ratings could not be stored.');
});
