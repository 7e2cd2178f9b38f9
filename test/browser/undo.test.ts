import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import type { AppState } from '../../src/app/state/app.svelte.ts';
import { mountApp, sample, unmountApp } from './mount-app.ts';
import { settled } from './page-states.ts';

afterEach(unmountApp);

const how = (app: AppState): unknown => app.settings.variation;
const plain = { aim: 'any', distance: 2, spread: 2, approach: 'otherwise' };

test('distance, spread, preset and approach are steps: undo takes each back, redo brings it again', async () => {
  const { app } = await mountApp();
  await settled(app);
  const ends: unknown[] = [how(app)];
  const act = (change: () => void): void => {
    change();
    ends.push(how(app));
  };
  act(() => app.vary({ distance: 3 }, 'distance'));
  act(() => app.vary({ spread: 0 }, 'spread'));
  act(() => app.choosePreset('shorter'));
  act(() => app.vary({ approach: 34 }));
  expect(ends.at(-1)).toEqual({ aim: 'shorter', distance: 2, spread: 2, approach: 34 });
  for (const end of ends.slice(0, -1).toReversed()) {
    app.undo();
    expect(how(app)).toEqual(end);
  }
  // What is left is the text itself.
  expect([how(app), app.document.text]).toEqual([plain, sample]);
  for (const end of ends.slice(1)) {
    app.redo();
    expect(how(app)).toEqual(end);
  }
  expect(app.history.canRedo).toBe(false);
});

test('pulling a slider is one step, and a step of the text leaves the sliders where they are', async () => {
  const { app } = await mountApp();
  const slider = page.getByRole('slider', { name: 'How different' });
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(() => app.settings.values.distance).toBe(4);
  app.wishes.set('week', 'avoid');
  app.undo();
  expect([app.document.wishes.avoid, app.settings.values.distance]).toEqual([[], 4]);
  app.undo();
  expect(app.settings.values.distance).toBe(2);
  await expect.element(slider).toHaveValue('2');
});

test('a change that changes nothing is no step', async () => {
  const { app } = await mountApp();
  await settled(app);
  const [first] = app.rewriting.shown;
  if (first === undefined) throw new Error('There are no rewrites.');
  const steps = (): number => {
    let count = 0;
    while (app.history.canUndo) {
      app.undo();
      count += 1;
    }
    return count;
  };
  app.accept(first);
  app.accept(first);
  app.wishes.set('week', 'neutral');
  app.wishes.clear();
  app.vary({ distance: app.settings.values.distance }, 'distance');
  app.choosePreset(undefined);
  app.replaceText(app.document.text);
  app.restoreSource();
  app.restoreSource();
  app.startFromHere();
  // The text, the rewrite, the restoring.
  expect(steps()).toBe(3);
});

test('a document that is opened has its own steps; those of the other one do not move its sliders', async () => {
  const { app } = await mountApp();
  const first = app.desk.library.current.id;
  app.vary({ distance: 3 }, 'distance');
  await app.desk.beginDocument();
  expect(app.history.canUndo).toBe(false);
  app.vary({ distance: 0 }, 'distance');
  app.replaceText('Another text.');
  app.undo();
  expect([app.document.text, app.settings.values.distance]).toEqual(['', 0]);
  await app.desk.openDocument(first);
  app.undo();
  expect(app.settings.values.distance).toBe(2);
});

test('steps outlive the page, and go with their document', async () => {
  const store: PageStore = { ...passing(), lasting: true };
  const { app } = await mountApp('', undefined, store);
  app.replaceText('One.');
  app.replaceText('Two.');
  app.vary({ distance: 4 }, 'distance');
  app.undo();
  await app.desk.saveNow();
  const { app: again } = await mountApp('', undefined, store);
  expect([again.document.text, again.history.canRedo]).toEqual(['Two.', true]);
  again.undo();
  expect(again.document.text).toBe('One.');
  again.redo();
  again.redo();
  expect([again.document.text, again.settings.values.distance]).toEqual(['Two.', 4]);
  const { id } = again.desk.library.current;
  await again.desk.saveNow();
  expect(await store.cache.get(`steps/${id}`)).toBeDefined();
  await again.desk.removeDocument(id);
  expect(await store.cache.get(`steps/${id}`)).toBeUndefined();
});
