import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { OtherwiseError } from '../../src/core/errors.ts';
import { FakeClient } from './fake-client.ts';
import { button, eachAlone, opened, savedFiles } from './measure-pane.ts';
import { axeFindings, forResearch, mountApp, sample } from './mount-app.ts';

eachAlone();

/** A row of the table of measures: its cells. */
const row = (name: string): string[] => [...document.querySelectorAll('[aria-label^="Table of measures"] tbody tr')]
  .filter((line) => line.querySelector('th')?.firstChild?.textContent === name)
  .flatMap((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent.trim()));

describe('numbers', () => {
  test('the table has the measures of each rank, of all and of the text, and its plots say the same in words', async () => {
    const app = await opened();
    await expect.poll(() => row('Meaning').every((cell) => /^\d/u.test(cell))).toBe(true);
    const count = app.rewriting.session.kept.find(({ request }) => request.text === sample)?.result.rewrites.length ?? 0;
    expect(count).toBe(5);
    const heads = [...document.querySelectorAll('[aria-label^="Table of measures"] thead th')].map((cell) => cell.textContent);
    expect(heads).toEqual(['Measure', 'No. 1', 'No. 2', 'No. 3', 'No. 4', 'No. 5', 'All', 'In your text']);
    const firsts = app.rewriting.session.kept.filter(({ result }) => result.rewrites.length > 0).length;
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
    expect(document.getElementById(drawing?.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      new RegExp(`^${5 * firsts} rewrites\\. Difference from \\d`, 'u'),
    );
    await page.getByText('As a table').first().click();
    expect(document.querySelectorAll('figure tbody tr').length).toBe(5 * firsts);
  });

  test('sentences without rewrites are rewritten on demand, in the background, until cancelled', async () => {
    const client = new FakeClient();
    const app = await opened(client);
    const before = app.rewriting.session.kept.length;
    await page.getByLabelText('Rewrites by').selectOptions('21 2');
    await expect.element(page.getByText('Rewrites of 0 of 3 sentences')).toBeVisible();
    await button('Rewrite the 3 missing sentences').click();
    await expect.element(page.getByText('Rewrites of 3 of 3 sentences')).toBeVisible();
    expect(app.rewriting.session.kept.length).toBe(before + 3);
    expect(client.requests.slice(-3).map(({ text: source, options }) => [source, options.system])).toEqual([
      ['First one.', 21],
      [sample, 21],
      ['Last one.', 21],
    ]);

    client.pause = 60_000;
    await page.getByLabelText('Rewrites by').selectOptions('34 2');
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
    await page.getByLabelText('Rewrites by').selectOptions('7 2');
    const rewrite = client.rewrite.bind(client);
    vi.spyOn(client, 'rewrite').mockImplementation((source, ...rest) =>
      source === 'First one.' ? Promise.reject(new OtherwiseError('nothing-to-rewrite', 'x')) : rewrite(source, ...rest),
    );
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
    expect(taken.map((fields) => [fields[0], fields[1], fields[3], fields[5]])).toEqual([['2', 'otherwise', '2', sample]]);
  });

  test('without a text there is nothing to measure', async () => {
    await mountApp('');
    await forResearch('Measure and rate');
    await expect.element(page.getByRole('heading', { name: 'Nothing to measure yet' })).toBeVisible();
    await page.getByText('Rate', { exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'There are no rewrites to rate yet' })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
});

describe.each(['light', 'dark'])('axe finds nothing in %s', (theme) => {
  test.each([
    [1280, 'numbers'],
    [320, 'numbers'],
    [1280, 'sliders'],
    [320, 'sliders'],
    [1280, 'result'],
    [320, 'result'],
  ] as const)('at %i pixels: %s; and nothing runs out of the pane', async (width, what) => {
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
    expect(await axeFindings()).toEqual([]);
    const dialog = document.querySelector('dialog[open]');
    const outside = [...(dialog?.querySelectorAll('*') ?? [])].filter(
      (element) => element.getBoundingClientRect().right > width && element.closest('.visually-hidden, [role=region], svg') === null,
    );
    expect(outside.map((element) => element.outerHTML.slice(0, 120))).toEqual([]);
    expect(dialog?.scrollWidth).toBeLessThanOrEqual(dialog?.clientWidth ?? 0);
  });
});
