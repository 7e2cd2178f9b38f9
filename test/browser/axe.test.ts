import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { emulate } from './emulate.ts';
import { axeFindings, unmountApp } from './mount-app.ts';
import { states } from './page-states.ts';

afterEach(async () => {
  await unmountApp();
  await atHome();
});

/** The page as these tests find it and leave it. */
async function atHome(): Promise<void> {
  delete document.documentElement.dataset['theme'];
  document.documentElement.style.fontSize = '';
  await emulate();
}

const theme = (name: string): void => {
  document.documentElement.dataset['theme'] = name;
};

/** Ways to look at a state, one after the other, and the rules that can tell something new there; undefined: all of them. */
const views: Readonly<Record<string, { readonly look: () => Promise<unknown>; readonly rules?: readonly string[] }>> = {
  light: {
    look: async () => {
      theme('light');
      await emulate({ 'prefers-reduced-motion': 'no-preference' });
    },
  },
  'dark, reduced motion': { look: async () => theme('dark') },
  'forced colours, 320 pixels': {
    look: async () => {
      await emulate({ 'forced-colors': 'active' });
      await page.viewport(320, 700);
    },
  },
  '320 pixels, text at 200 %': {
    look: async () => {
      document.documentElement.style.fontSize = '200%';
      await page.viewport(320, 700);
    },
    rules: ['target-size', 'scrollable-region-focusable', 'meta-viewport', 'page-has-heading-one'],
  },
};

/** Finds elements that are cut off or reach out of the page or their dialog; what scrolls by itself may be as wide as it likes. */
function tooWide(): string[] {
  const seen = [...document.querySelectorAll<HTMLElement>('.page *, .status *, dialog[open] *, :popover-open, :popover-open *')]
    .filter((element) => element.closest('.visually-hidden, .scroll > *, [hidden]') === null && element.checkVisibility());
  const out = seen.filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    const frame = element.closest('dialog')?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
    return width > 0 && (right > frame.right + 0.5 || left < frame.left - 0.5);
  });
  const scrolling = [document.documentElement, ...document.querySelectorAll('dialog[open]')].filter(
    (box) => box.scrollWidth > box.clientWidth,
  );
  return [...out, ...scrolling].map((element) => element.outerHTML.slice(0, 160));
}

test.each(Object.keys(states))('%s: axe finds nothing and nothing runs out, however it is looked at', async (name) => {
  const found: Record<string, readonly string[]> = {};
  await states[name]?.();
  for (const [view, { look, rules }] of Object.entries(views)) {
    await atHome();
    await page.viewport(1280, 900);
    await look();
    found[view] = [...(await axeFindings(rules)), ...tooWide()];
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(views).map((view) => [view, []])));
});

test('the search for what runs out sees it', async () => {
  await states['rewrites']?.();
  await page.viewport(320, 700);
  document.querySelector<HTMLElement>('#rewrites li')?.style.setProperty('inline-size', '25rem');
  expect(tooWide().length).toBeGreaterThan(0);
});

test('the preferences of the system reach the page', async () => {
  const seen = (): boolean[] => [matchMedia('(forced-colors: active)').matches, matchMedia('(prefers-reduced-motion: reduce)').matches];
  expect(seen()).toEqual([false, true]);
  await emulate({ 'forced-colors': 'active', 'prefers-reduced-motion': 'no-preference' });
  expect(seen()).toEqual([true, false]);
  await emulate();
  expect(seen()).toEqual([false, true]);
});
