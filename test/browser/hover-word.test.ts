import { tick } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rangeOf } from '../../src/app/ui/compose/mirror.ts';
import { FakeClient } from './fake-client.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';

afterEach(async () => {
  vi.useRealTimers();
  // Out of the way of the next test.
  await page.getByRole('heading', { level: 1 }).hover();
  await unmountApp();
});

const text = page.getByRole('textbox', { name: 'Your text' });
const field = (): HTMLTextAreaElement => text.element() as HTMLTextAreaElement;
const menu = page.getByRole('menu');
const opener = (word: string) => page.getByRole('button', { name: `What to do with “${word}”` });
const anyOpener = page.getByRole('button', { name: /^What to do with/u });
const mirror = (): Element => {
  const found = document.querySelector('.mirror');
  if (found === null) throw new Error('There is no layer under the field.');
  return found;
};
const rectOf = (phrase: string): DOMRect =>
  rangeOf(mirror(), field().value.indexOf(phrase), phrase.length).getBoundingClientRect();
/** Lets everything come that waits for a time, however long. */
async function wait(): Promise<void> {
  vi.advanceTimersByTime(600_000);
  await tick();
}
const fakeTimers = (): unknown => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Moves the mouse onto a word, and stays there. */
async function rest(phrase: string): Promise<void> {
  const [box, { left, top, width, height }] = [field().getBoundingClientRect(), rectOf(phrase)];
  const [x, y] = [left - box.left + width / 2, top - box.top + height / 2];
  await text.hover({ position: { x: x - 2, y } });
  await text.hover({ position: { x, y } });
}

/** The page, with the code for the mouse there. */
async function mountReady(...args: Parameters<typeof mountApp>): ReturnType<typeof mountApp> {
  const mounted = await mountApp(...args);
  // The first movement brings the code; the page asked for it before this does.
  await rest('meeting');
  await import('../../src/app/ui/compose/HoverWord.svelte');
  await tick();
  await rest('committee');
  await expect.element(opener('committee')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(() => anyOpener.elements()).toEqual([]);
  return mounted;
}

test('a word the mouse rests on is marked and has a button beside it, which opens its menu; the focus and the text stay', async () => {
  const { app } = await mountReady();
  field().focus();
  field().setSelectionRange(3, 3);
  const before = field().getBoundingClientRect();
  await rest('postpone');
  await expect.element(opener('postpone')).toBeVisible();
  const marked = [...(CSS.highlights.get('hovered') ?? [])].map((range) => range.toString());
  expect(marked).toEqual(['postpone']);
  expect(await axeFindings()).toEqual([]);
  expect(document.activeElement).toBe(field());
  await opener('postpone').click();
  await expect.element(page.getByRole('menu', { name: 'What to do with “postpone”' })).toBeVisible();
  expect(anyOpener.elements()).toEqual([]);
  expect(document.activeElement).toBe(field());
  expect([field().selectionStart, field().selectionEnd]).toEqual([3, 3]);
  expect(field().getBoundingClientRect()).toEqual(before);
  await menu.getByRole('menuitemcheckbox', { name: 'Avoid here' }).click();
  expect(app.document.wishes.avoid).toEqual(['postpone']);
});

test('the button is at least 24 pixels wide and high, covers neither the word nor the caret, and lies within the page', async () => {
  await mountReady(`${sample} ${sample.replace('The', 'Then the')}`);
  await page.viewport(320, 640);
  for (const [phrase, caret] of [['committee', 'meeting'], ['next', 'committee'], ['next', 'meeting'], ['postpone', 'decided']] as const) {
    field().focus();
    const at = field().value.indexOf(caret) + 2;
    field().setSelectionRange(at, at);
    await rest(phrase);
    await expect.element(opener(phrase)).toBeVisible();
    const [box, word] = [opener(phrase).element().getBoundingClientRect(), rectOf(phrase)];
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    expect(box.bottom <= word.top || box.top >= word.bottom).toBe(true);
    const line = rangeOf(mirror(), at, 1).getBoundingClientRect();
    expect(box.right < line.left || box.left > line.left || box.bottom <= line.top || box.top >= line.bottom).toBe(true);
    expect([box.left >= 0, box.right <= 320]).toEqual([true, true]);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(() => anyOpener.elements()).toEqual([]);
  }
});

test('typing, Escape and moving away hide the button, but not the way to it', async () => {
  const client = new FakeClient();
  const { app } = await mountReady(sample, client);
  field().focus();
  await rest('decided');
  await expect.element(opener('decided')).toBeVisible();
  await userEvent.keyboard('x');
  expect(anyOpener.elements()).toEqual([]);
  expect(CSS.highlights.has('hovered')).toBe(false);

  client.pause = 60_000;
  await rest('postpone');
  await expect.element(opener('postpone')).toBeVisible();
  await expect.poll(() => app.rewriting.running).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(anyOpener.elements()).toEqual([]);
  expect(app.rewriting.running).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(app.rewriting.running).toBe(false);

  await rest('until');
  await expect.element(opener('until')).toBeVisible();
  fakeTimers();
  await opener('until').hover();
  await wait();
  await expect.element(opener('until')).toBeVisible();
  vi.useRealTimers();
  await rest('week');
  await expect.poll(() => opener('until').elements()).toEqual([]);
  await expect.element(opener('week')).toBeVisible();
});

test('no button comes for a finger, beside words, in other sentences, with a selection or with a button pressed', async () => {
  const { app } = await mountReady(`${sample} It rained all day.`);
  fakeTimers();
  const quiet = async (): Promise<void> => {
    await wait();
    expect(anyOpener.elements()).toEqual([]);
  };
  await rest('rained');
  await quiet();
  const box = field().getBoundingClientRect();
  await text.hover({ position: { x: box.width - 5, y: box.height - 5 } });
  await quiet();
  field().focus();
  field().setSelectionRange(0, 13);
  await rest('meeting');
  await quiet();
  field().setSelectionRange(0, 0);
  const { left, top, height } = rectOf('meeting');
  const at = { bubbles: true, clientX: left + 5, clientY: top + height / 2 };
  field().dispatchEvent(new PointerEvent('pointermove', { ...at, pointerType: 'touch' }));
  await quiet();
  field().dispatchEvent(new PointerEvent('pointermove', { ...at, pointerType: 'mouse', buttons: 1 }));
  await quiet();
  // The same wait brings the button where it is due.
  field().dispatchEvent(new PointerEvent('pointermove', { ...at, pointerType: 'mouse' }));
  await wait();
  expect(opener('meeting').elements()).toHaveLength(1);
  expect(app.document.wishes).toEqual({ avoid: [], require: [] });
});
