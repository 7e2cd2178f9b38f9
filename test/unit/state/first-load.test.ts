import { expect, test } from 'vitest';
import { firstLoad } from '../../../src/app/state/engine/first-load.ts';
import { engine } from '../../../src/app/ui/messages/en/engine.ts';

const [SMALL, BASE] = [27e6, 84e6];

test.each([
  [undefined, 0, false, 'both'], [undefined, SMALL, false, 'both'], [undefined, BASE, false, 'base'], [undefined, SMALL, true, 'small'],
  ['small', 0, false, 'small'], ['base', 0, true, 'base'], ['tiny', SMALL, false, undefined], ['hub://a/b', BASE, false, undefined],
] as const)('of %s, with %i bytes coming (sparing: %s), the first visit is said to load %s', (wanted, total, sparing, models) => {
  expect(firstLoad(wanted, total, sparing)).toBe(models);
});

test('both sizes are told before the first of them is known, and none for a model that is not bundled', () => {
  expect(engine.firstTime('both')).toMatch(/27 MB.*84 MB/u);
  expect(engine.firstTime(undefined)).not.toMatch(/27|84/u);
});
