import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OtherwiseError } from '../../src/errors.ts';
import { passing, type PageStore } from '../../src/platform/database.ts';
import type { AppState } from '../../src/state/app.svelte.ts';
import { FakeClient } from './fake-client.ts';
import { axeFindings, mountApp, mountClosed, sample, unmountApp } from './mount-app.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(async () => {
  await unmountApp();
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const text = `First one. ${sample} Last one.`;

function savedFiles(): { name: string; text: Promise<string> }[] {
  const saved: { name: string; text: Promise<string> }[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob) - 1}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs[Number(this.href.slice(5))]?.text() ?? Promise.resolve('') });
  });
  return saved;
}

/** A page with the second of three sentences rewritten and one rewrite taken; the pane is open. */
async function opened(client = new FakeClient()): Promise<AppState> {
  const { app } = await mountApp(text, client);
  app.settings.change({ ahead: false });
  app.goTo(1);
  await button('Use this: rewrite 2').click();
  await button('Measure and rate').click();
  await expect.element(page.getByRole('dialog', { name: 'Measure' })).toBeVisible();
  return app;
}

/** A row of the table of measures: its cells. */
const row = (name: string): string[] => [...document.querySelectorAll('[aria-label^="Table of measures"] tbody tr')]
  .filter((line) => line.querySelector('th')?.firstChild?.textContent === name)
  .flatMap((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent.trim()));

describe('numbers', () => {
  test('the table has the measures of each rank, of all and of the text, and its plots say the same in words', async () => {
    const app = await opened();
    await expect.poll(() => row('Meaning').every((cell) => /^\d/u.test(cell))).toBe(true);
    const count = app.session.kept.find(({ request }) => request.text === sample)?.result.rewrites.length ?? 0;
    expect(count).toBe(5);
    const heads = [...document.querySelectorAll('[aria-label^="Table of measures"] thead th')].map((cell) => cell.textContent);
    expect(heads).toEqual(['Measure', 'No. 1', 'No. 2', 'No. 3', 'No. 4', 'No. 5', 'All', 'In your text']);
    const firsts = app.session.kept.filter(({ result }) => result.rewrites.length > 0).length;
    expect(row('Rewrites')).toEqual([...Array.from({ length: 5 }, () => String(firsts)), String(5 * firsts), '1']);
    // The double knows no other measures than those of its own making.
    const second = 'It was decided by the committee that the meeting would wait until the following week.';
    expect(row('Tree edits').at(-1)).toBe((second.length % 7).toFixed(2));
    expect(row('Character edits').at(-1)).toBe((second.length - sample.length).toFixed(1));
    expect(row('Length ratio').at(-1)).toBe((15 / 10).toFixed(2));
    await expect.element(page.getByRole('img', { name: 'Faithfulness against difference' })).toBeVisible();
    const drawing = document.querySelector('svg[role=img]');
    expect(drawing?.querySelectorAll('path.marked').length).toBe(1);
    expect(drawing?.querySelectorAll('circle').length).toBe(5 * firsts - 1);
    expect(document.getElementById(drawing?.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(new RegExp(`^${5 * firsts} rewrites\\. Difference from \\d`, 'u'));
    await page.getByText('As a table').first().click();
    expect(document.querySelectorAll('figure tbody tr').length).toBe(5 * firsts);
  });

  test('missing sentences are rewritten on demand, in the background, until cancelled', async () => {
    const client = new FakeClient();
    const app = await opened(client);
    const before = app.session.kept.length;
    await page.getByLabelText('Rewrites by').selectOptions('21 1');
    await expect.element(page.getByText('Rewrites of 0 of 3 sentences')).toBeVisible();
    await button('Rewrite the 3 missing sentences').click();
    await expect.element(page.getByText('Rewrites of 3 of 3 sentences')).toBeVisible();
    expect(app.session.kept.length).toBe(before + 3);
    expect(client.requests.slice(-3).map(({ text: source, options }) => [source, options.system])).toEqual([['First one.', 21], [sample, 21], ['Last one.', 21]]);

    client.pause = 60_000;
    await page.getByLabelText('Rewrites by').selectOptions('34 1');
    await button('Rewrite the 3 missing sentences').click();
    await expect.element(page.getByRole('progressbar')).toBeVisible();
    const cancels = client.cancels;
    await button('Cancel').click();
    expect(client.cancels).toBeGreaterThan(cancels);
    await expect.element(button('Rewrite the 3 missing sentences')).toBeVisible();
    expect(document.body.textContent).not.toContain('could not be rewritten');
  });

  test('a sentence that fails is counted, and the others are rewritten', async () => {
    const client = new FakeClient();
    await opened(client);
    await page.getByLabelText('Rewrites by').selectOptions('7 1');
    const paraphrase = client.paraphrase.bind(client);
    vi.spyOn(client, 'paraphrase').mockImplementation((source, ...rest) => (source === 'First one.' ? Promise.reject(new OtherwiseError('nothing-to-rewrite', 'x')) : paraphrase(source, ...rest)));
    await button('Rewrite the 3 missing sentences').click();
    await expect.element(page.getByText('Rewrites of 2 of 3 sentences')).toBeVisible();
    await expect.element(page.getByText('1 sentence could not be rewritten.')).toBeVisible();
  });

  test('an engine that cannot measure is told, and asked again on demand', async () => {
    const client = new FakeClient();
    client.failMeasure = new OtherwiseError('runtime', 'x');
    await opened(client);
    await expect.element(page.getByText('The engine could not measure.')).toBeVisible();
    // What needs no engine is there all the same.
    expect(row('Length ratio').at(-1)).toBe('1.50');
    expect(row('∩/∪').at(-1)).toBe('–');
    client.failMeasure = undefined;
    await button('Try again').click();
    await expect.poll(() => row('∩/∪').at(-1)).toMatch(/^\d/u);
    expect(document.body.textContent).not.toContain('The engine could not measure.');
  });

  test('the numbers are saved as a table with a line for each pair', async () => {
    const saved = savedFiles();
    await opened();
    await expect.poll(() => row('Meaning').every((cell) => /^\d/u.test(cell))).toBe(true);
    await button('Save the numbers').click();
    const lines = ((await saved[0]?.text) ?? '').trimEnd().split('\n').map((line) => line.split('\t'));
    expect(saved[0]?.name).toMatch(/-measures\.tsv$/u);
    expect(lines[0]?.slice(0, 6)).toEqual(['sentence', 'system', 'distance', 'rank', 'in_text', 'source']);
    expect(new Set(lines.map((fields) => fields.length))).toEqual(new Set([15]));
    const taken = lines.filter((fields) => fields[4] === '1');
    expect(taken.map((fields) => [fields[0], fields[1], fields[3], fields[5]])).toEqual([['2', 'parabank2', '2', sample]]);
  });

  test('without a text there is nothing to measure', async () => {
    await mountApp('');
    await button('Measure and rate').click();
    await expect.element(page.getByRole('heading', { name: 'Nothing to measure yet' })).toBeVisible();
    await page.getByText('Rate', { exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'There are no rewrites to rate yet' })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
});

describe('rating', () => {
  const sliders = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('dialog input[type=range]')];
  /** The scores on the first page of what was stored. */
  const scoresIn = (stored: unknown): unknown => (stored as { scores: unknown[] }).scores[0];
  const begin = async (): Promise<void> => {
    await page.getByText('Rate', { exact: true }).click();
    await page.getByLabelText('Sentences to rate').fill('1');
    await button('Begin').click();
  };

  test('from the keyboard alone: values, Enter, pages, result; blind until the end', async () => {
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
    const table = [...document.querySelectorAll('dialog tbody tr')].map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent));
    expect(table.map((cells) => cells[0])).toEqual(['1', '2', '3', '4', '5']);
    expect(new Set(table.map((cells) => cells[2]))).toEqual(new Set(['61.0']));

    await button('Save ratings').click();
    await button('Save for “evaluate”').click();
    const [ratings, evaluate] = await Promise.all(saved.map(async (file) => (await file.text).trimEnd().split('\n').map((line) => line.split('\t'))));
    expect(ratings?.slice(1).map((fields) => [fields[4], fields[7]])).toEqual(shown.map((line) => [line, line === sample ? '100' : '61']));
    expect(evaluate?.[0]?.slice(0, 4)).toEqual(['id', 'reference', 'parabank2-d1-1', 'human:parabank2-d1-1']);
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

  test('ratings outlive the visit, and are gone when discarded', async () => {
    const store = { ...passing(), lasting: true };
    const { app } = await mountApp(sample, new FakeClient(), store);
    await expect.poll(() => app.result?.rewrites.length).toBe(5);
    await button('Measure and rate').click();
    await begin();
    const order = [...document.querySelectorAll('dialog li p')].map((line) => line.textContent);
    sliders()[1]?.focus();
    await userEvent.keyboard('{End}');
    await button('Close').click();

    await mountApp('Another text altogether.', new FakeClient(), store);
    await button('Measure and rate').click();
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
    await expect.poll(() => app.result?.rewrites.length).toBe(5);
    await button('Measure and rate').click();
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
    await button('Measure and rate').click();
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
    await expect.poll(() => app.result?.rewrites.length).toBe(5);
    await button('Measure and rate').click();
    await begin();
    await expect.poll(() => sliders().length).toBe(6);
    sliders()[0]?.focus();
    await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}');
    expect(written.length).toBe(1);
    answer();
    await expect.poll(() => written.map(scoresIn)).toEqual([[null, null, null, null, null, null], [98, null, null, null, null, null]]);
    answer();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(written.length).toBe(2);
  });

  test.each(['pagehide', 'visibilitychange', 'the end of the pane'])('a rating the store has not taken yet is there again after %s', async (way) => {
    const store = await storeWithRating();
    const stuck = { ...store, values: { ...store.values, set: (name: string, value: unknown) => (name === 'rating' ? new Promise<void>(() => undefined) : store.values.set(name, value)) } };
    await mountApp('', new FakeClient(), stuck);
    await button('Measure and rate').click();
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
    await button('Measure and rate').click();
    await page.getByText('Rate', { exact: true }).click();
    await expect.poll(() => sliders().map((slider) => slider.getAttribute('aria-valuetext'))).toEqual(['not rated yet', '100 of 100', 'not rated yet', '0 of 100', 'not rated yet', 'not rated yet']);
    await expect.poll(async () => scoresIn(await store.values.get('rating'))).toEqual([null, 100, null, 0, null, null]);
    expect(Object.keys(localStorage).filter((key) => key.includes('rating'))).toEqual([]);
  });

  test('what another tab rated is seen when this one is looked at again', async () => {
    const store = await storeWithRating();
    await mountApp('', new FakeClient(), store);
    await button('Measure and rate').click();
    await page.getByText('Rate', { exact: true }).click();
    await expect.poll(() => sliders().length).toBe(6);
    const sheet = (await store.values.get('rating')) as { scores: (number | null)[][] };
    await store.values.set('rating', { ...sheet, scores: [[7, 100, null, null, null, null]] });
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => sliders()[0]?.getAttribute('aria-valuetext')).toBe('7 of 100');
  });

  test.each([['nonsense', 'x'], ['another version', { version: 2 }], ['scores that fit no page', { version: 1, title: '', pages: [{ sentence: 0, source: 'a', items: [] }], scores: [[5]], page: 0, finished: false }]])('what is stored is checked: %s', async (_name, stored) => {
    const store = { ...passing(), lasting: true };
    await store.values.set('rating', stored);
    const { app } = await mountApp(sample, new FakeClient(), store);
    await expect.poll(() => app.result?.rewrites.length).toBe(5);
    await button('Measure and rate').click();
    await page.getByText('Rate', { exact: true }).click();
    await expect.element(button('Begin')).toBeVisible();
  });

  test('a full storage is told', async () => {
    const store = passing();
    const { app } = await mountApp(sample, new FakeClient(), { ...store, lasting: true, values: { ...store.values, set: (name, value) => (name === 'rating' ? Promise.reject(new Error('full')) : store.values.set(name, value)) } });
    await expect.poll(() => app.result?.rewrites.length).toBe(5);
    await button('Measure and rate').click();
    await begin();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The last ratings could not be stored.');
  });
});

describe.each(['light', 'dark'])('axe finds nothing in %s', (theme) => {
  test.each([[1280, 'numbers'], [320, 'numbers'], [1280, 'sliders'], [320, 'sliders'], [1280, 'result'], [320, 'result']] as const)('at %i pixels: %s; and nothing runs out of the pane', async (width, what) => {
    await opened();
    await page.viewport(width, 800);
    document.documentElement.dataset['theme'] = theme;
    await expect.poll(() => row('Meaning').every((cell) => /^\d/u.test(cell))).toBe(true);
    if (what === 'numbers') {
      for (const details of document.querySelectorAll('dialog details')) (details as HTMLDetailsElement).open = true;
    } else {
      await page.getByText('Rate', { exact: true }).click();
      await button('Begin').click();
      for (const slider of document.querySelectorAll<HTMLInputElement>('dialog input[type=range]')) {
        slider.click();
      }
      while (what === 'result' && document.querySelector('#result-heading') === null) {
        for (const slider of document.querySelectorAll<HTMLInputElement>('dialog input[type=range]')) slider.click();
        await button(/^(?:Next|Finish)$/u).click();
      }
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(await axeFindings()).toEqual([]);
    const dialog = document.querySelector('dialog[open]');
    const outside = [...(dialog?.querySelectorAll('*') ?? [])].filter((element) => element.getBoundingClientRect().right > width && element.closest('.visually-hidden, [role=region], svg') === null);
    expect(outside.map((element) => element.outerHTML.slice(0, 120))).toEqual([]);
    expect(dialog?.scrollWidth).toBeLessThanOrEqual(dialog?.clientWidth ?? 0);
  });
});
