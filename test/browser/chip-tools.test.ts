import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const button = (name: string) => page.getByRole('button', { name, exact: true });
const chip = (name: string) => page.getByRole('toolbar', { name: 'Words of the sentence' }).getByRole('button', { name, exact: true });
const menu = () => page.getByRole('menu', { name: 'What to do with “postpone”' });

/** The page with its chips and what they offer, whose code comes later. */
async function mountChips(): ReturnType<typeof mountApp> {
  const mounted = await mountApp();
  await expect.element(chip('postpone: free')).toBeVisible();
  await expect.poll(() => document.querySelector('[data-tools]')).not.toBeNull();
  return mounted;
}

/** A press of a finger on a chip that lasts until `wait` is done. */
async function hold(element: Element, wait: () => Promise<unknown>): Promise<void> {
  const at = { bubbles: true, cancelable: true, pointerType: 'touch', clientX: 5, clientY: 5 };
  element.dispatchEvent(new PointerEvent('pointerdown', at));
  await wait();
  element.dispatchEvent(new PointerEvent('pointerup', at));
  (element as HTMLElement).click();
}

test('a mouse that rests on a chip gets avoid and require at once; Escape takes them away', async () => {
  const { app } = await mountChips();
  await chip('postpone: free').hover();
  await expect.element(button('Require “postpone”')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await button('Require “postpone”').click();
  expect(app.document.wishes).toEqual({ avoid: [], require: ['postpone'] });
  await button('Avoid “postpone”').click();
  expect(app.document.wishes).toEqual({ avoid: ['postpone'], require: [] });
  await button('Avoid “postpone”').click();
  expect(app.document.wishes).toEqual({ avoid: [], require: [] });
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => button('Avoid “postpone”').elements().length).toBe(0);
});

test('a chip that the keyboard is at shows them too, and the focus stays on it', async () => {
  await mountChips();
  await chip('decided: free').click();
  await userEvent.keyboard('0{ArrowRight}{ArrowRight}');
  await expect.element(button('Avoid “postpone”')).toBeVisible();
  await expect.element(chip('postpone: free')).toHaveFocus();
  await button('Avoid “postpone”').click();
  await expect.element(chip('postpone: avoided')).toHaveFocus();
});

test('the menu key opens the menu of the chip’s word, and closing it gives the focus back', async () => {
  const { app } = await mountChips();
  const element = chip('postpone: free').element() as HTMLElement;
  element.focus();
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  await expect.element(menu()).toBeVisible();
  await page.getByRole('menuitemcheckbox', { name: 'Require here' }).click();
  expect(app.document.wishes).toEqual({ avoid: [], require: ['postpone'] });
  await expect.element(chip('postpone: required')).toHaveFocus();
});

test('a finger that holds a chip opens the menu, and lifting it changes nothing', async () => {
  const { app } = await mountChips();
  await hold(chip('postpone: free').element(), () => expect.element(menu()).toBeVisible());
  expect(app.document.wishes).toEqual({ avoid: [], require: [] });
  await page.getByRole('menuitemcheckbox', { name: 'Avoid here' }).click();
  expect(app.document.wishes).toEqual({ avoid: ['postpone'], require: [] });
});

test.each([390, 320])('at %i pixels the chips are one line that scrolls, in the page, before the rewrites', async (width) => {
  const { app } = await mountChips();
  await page.viewport(width, 844);
  await expect.element(button('Use this: rewrite 1')).toBeVisible();
  // The row takes the place of the wide page's chips once the narrow page is drawn: it is asked for anew until it is there.
  const toolbar = (): Element => page.getByRole('toolbar', { name: 'Words of the sentence' }).element();
  await expect.poll(() => toolbar().scrollWidth - toolbar().clientWidth).toBeGreaterThan(0);
  const element = toolbar();
  expect(element.closest('[popover]')).toBeNull();
  const tops = new Set([...element.querySelectorAll('button')].map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(tops.size).toBe(1);
  const rewrites = document.querySelector('#rewrites')?.getBoundingClientRect();
  expect(element.getBoundingClientRect().bottom).toBeLessThanOrEqual(rewrites?.top ?? 0);
  await chip('committee: free').click();
  expect(app.document.wishes.avoid).toEqual(['committee']);
});
