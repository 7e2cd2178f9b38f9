import { afterEach, expect, test } from 'vitest';
import { showTheme } from '../../src/app/platform/theme.ts';
import { emulate } from './emulate.ts';

afterEach(async () => {
  showTheme('system');
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.remove();
  await emulate();
});

/** The colour that the browser's own bar would take: of the first that applies, as the standard says. */
const bar = (): string | undefined =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
    (meta) => meta.media === '' || matchMedia(meta.media).matches,
  )?.content;

test.each(['light', 'dark'] as const)('the browser’s bar follows the theme that was chosen, on a system that is %s', async (system) => {
  for (const [scheme, colour] of [['light', '#f6f4ef'], ['dark', '#131418']]) {
    const meta = Object.assign(document.createElement('meta'), {
      name: 'theme-color',
      media: `(prefers-color-scheme: ${scheme ?? ''})`,
      content: colour,
    });
    document.head.append(meta);
  }
  await emulate({ 'prefers-color-scheme': system });
  const own = { light: '#f6f4ef', dark: '#131418' };
  showTheme('dark');
  expect(bar()).toBe(own.dark);
  showTheme('light');
  expect(bar()).toBe(own.light);
  showTheme('system');
  expect(bar()).toBe(own[system]);
  showTheme('dark');
  expect(bar()).toBe(own.dark);
});
