import { beforeEach, expect, test } from 'vitest';
import { Supervisor } from '../../src/engine/client/supervisor.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import { CrashGuard } from '../../src/app/platform/crash-guard.ts';
import { FakeClient } from './fake-client.ts';

beforeEach(() => localStorage.clear());

const marks = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('otherwise-at-work-'));
async function openGuard(): Promise<CrashGuard> {
  const guard = new CrashGuard();
  await guard.open();
  return guard;
}

/** Leaves the traces of a page that died at work: its mark, and no lock. */
function die(): void {
  localStorage.setItem(`otherwise-at-work-${Math.random()}`, '1');
}

test('work is marked as long as it lasts, whatever comes of it', async () => {
  const client = new FakeClient();
  client.pause = 20;
  const guarded = new Supervisor({ create: () => client, marks: await openGuard() });
  const loading = guarded.load('base', 'auto');
  expect(marks().length).toBe(1);
  await loading;
  expect(marks()).toEqual([]);
  client.failNext = new OtherwiseError('text-too-long', 'x');
  const failing = guarded.rewrite('a', {});
  expect(marks().length).toBe(1);
  await expect(failing).rejects.toMatchObject({ code: 'text-too-long' });
  expect(marks()).toEqual([]);
});

// Before any other visit of this file did its work: all of them hear of `pagehide`.
test('a visit that did its work and ended well forgets a death; one that did nothing does not', async () => {
  die();
  const idle = await openGuard();
  dispatchEvent(new PageTransitionEvent('pagehide'));
  die();
  expect((await openGuard()).careful).toBe(true);
  localStorage.clear();
  die();
  const useful = await openGuard();
  useful.enter();
  useful.leave(true);
  dispatchEvent(new PageTransitionEvent('pagehide'));
  die();
  expect((await openGuard()).careful).toBe(false);
  expect(idle.careful).toBe(false);
});

test('a page that works is not taken for a dead one; two deaths in a row make the next ones careful', async () => {
  const working = await openGuard();
  working.enter();
  expect((await openGuard()).careful).toBe(false);
  working.leave(true);
  for (const careful of [false, true]) {
    die();
    expect((await openGuard()).careful).toBe(careful);
  }
  // Nothing died since: still careful, until the user says otherwise.
  const next = await openGuard();
  expect(next.careful).toBe(true);
  next.forgive();
  expect((await openGuard()).careful).toBe(false);
});

test('a careful client takes WASM where the user left the choice, and the small budget', async () => {
  die();
  await openGuard();
  die();
  const guard = await openGuard();
  const client = new FakeClient();
  const guarded = new Supervisor({ create: () => client, marks: guard });
  expect((await guarded.load('base', 'auto')).budget).toEqual({ sets: 2, samples: 5, free: 1 });
  await guarded.load('base', 'webgpu');
  expect(client.loads.map(({ device }) => device)).toEqual(['wasm', 'webgpu']);
  await guarded.rewrite('a', { sets: 10, samples: 2 });
  guard.forgive();
  await guarded.rewrite('a', { sets: 10, samples: 2 });
  expect(client.requests.map(({ options }) => [options.sets, options.samples])).toEqual([[2, 2], [10, 2]]);
});
