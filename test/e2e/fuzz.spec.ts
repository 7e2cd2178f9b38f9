import process from 'node:process';
import { expect } from '@playwright/test';
import { visibleText } from '../../src/core/text/clean.ts';
import { fuzzTexts } from '../oracle/random-texts.ts';
import { returning as test, sample } from './page-object.ts';

/** Texts written in one go, and of how many one goes through the engine and onto the cards too. */
const AT_ONCE = 15;

/** Gives what there is to see of a text: a field has one kind of line break. */
const shownOf = (text: string): string => visibleText(text.replace(/\r\n?/gu, '\n'));

/** All 500 with `FUZZ=500`. */
test('random texts into the page: what can be seen is shown, nothing breaks, no markup is carried out, the last outlives a reload', async ({
  page,
  otherwise,
}) => {
  const texts = fuzzTexts(process.env['FUZZ']);
  test.setTimeout(300_000 + texts.length * 10_000);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  // Markup that got into the page would be stopped by the policy: that it got so far is told here.
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    addEventListener('securitypolicyviolation', (event) => violations.push(`${event.violatedDirective}: ${event.sample}`), true);
  });
  await otherwise.open();
  await otherwise.takeWhatComes();
  /** Finds what is seen when the page has rewritten the sentence in focus, or has said why it does not. */
  const resting = page.locator('#rewrites[aria-busy=false] :is(.empty, .failure, [aria-label="More rewrites of this sentence"])');

  for (let start = 0; start < texts.length; start += AT_ONCE) {
    // As JSON: halves of surrogate pairs would not survive the way otherwise.
    const wrong = await page.evaluate(
      async (json) => {
        const field = document.querySelector('textarea');
        if (field === null) return ['There is no field.'];
        const found: string[] = [];
        for (const { text, shown } of JSON.parse(json) as { text: string; shown: string }[]) {
          field.focus();
          field.value = text;
          field.setSelectionRange(text.length >> 1, text.length >> 1);
          field.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }));
          await new Promise((resolve) => {
            requestAnimationFrame(() => setTimeout(resolve));
          });
          const of = JSON.stringify(text).slice(0, 200);
          if (field.value !== shown) found.push(`another text in the field: ${of}`);
          // A pile of a thousand marks on one letter is not shown a second time: the browser takes too long over it.
          const under = /\p{M}{1000}/u.test(text) ? '' : `${field.value}\u200b`;
          if (document.querySelector('.mirror')?.textContent !== under) found.push(`another text under the field: ${of}`);
          if (document.querySelector('main :is(img, script, iframe, base, style, [srcdoc]), [onerror], [onload], [ontoggle]') !== null)
            found.push(`markup: ${of}`);
        }
        return found;
      },
      JSON.stringify(texts.slice(start, start + AT_ONCE).map((text) => ({ text, shown: shownOf(text) }))),
    );
    expect(wrong).toEqual([]);
    // The last of them is rewritten, unless it is too long for that or has no letters, and then the page says so.
    await expect(resting.first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'That did not work' })).toHaveCount(0);
    expect(await page.locator('#rewrites :is(img, script, iframe, base, style, [srcdoc])').count()).toBe(0);
  }

  const violations = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
  expect(await violations()).toEqual([]);
  expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
  const last = await page.evaluate(() => JSON.stringify(document.querySelector('textarea')?.value));
  await page.reload();
  await expect.poll(() => page.evaluate(() => JSON.stringify(document.querySelector('textarea')?.value))).toBe(last);
  expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
  expect(await violations()).toEqual([]);
  await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
  await otherwise.rewritesOrNone();
  expect(dialogs).toEqual([]);
});
