import { afterEach, expect, test } from 'vitest';
import { emulate } from './emulate.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';

afterEach(async () => {
  await emulate();
  await unmountApp();
});

const mirror = (): Element => {
  const found = document.querySelector('.mirror');
  if (found === null) throw new Error('There is no layer under the field.');
  return found;
};

/** The colour of text, where the system gives the colours. */
function ink(): string {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'CanvasText';
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

test('avoided phrases are struck out in the text and required ones underlined, in forced colours too', async () => {
  const { app } = await mountApp(`${sample} The meeting was long.`);
  const parts = (wish: string): string[] => [...mirror().querySelectorAll(`.${wish}`)].map((part) => part.textContent);
  const height = mirror().getBoundingClientRect().height;
  expect([parts('avoid'), parts('require')]).toEqual([[], []]);
  app.wishes.set('Postpone the', 'avoid');
  app.wishes.set('week', 'require');
  app.wishes.setThroughout('meeting', 'require');
  await expect.poll(() => [parts('avoid'), parts('require')]).toEqual([['postpone the'], ['meeting', 'week']]);
  const style = (wish: string): CSSStyleDeclaration => getComputedStyle(mirror().querySelector(`.${wish}`) ?? mirror());
  expect([style('avoid').textDecorationLine, style('require').textDecorationLine]).toEqual(['line-through', 'underline']);
  expect(mirror().textContent).toBe(`${app.document.text}\u200b`);
  expect(mirror().getBoundingClientRect().height).toBe(height);
  expect(await axeFindings()).toEqual([]);
  await emulate({ 'forced-colors': 'active' });
  expect([style('avoid').textDecorationStyle, style('require').textDecorationStyle]).toEqual(['solid', 'double']);
  expect([style('avoid').textDecorationColor, style('require').textDecorationColor]).toEqual([ink(), ink()]);
  const field = document.querySelector('textarea');
  // A ground that the browser lays under the text of the field would hide all of it.
  expect(field && getComputedStyle(field).forcedColorAdjust).toBe('none');
  app.goTo(1);
  await expect.poll(() => [parts('avoid'), parts('require')]).toEqual([[], ['meeting']]);
});
