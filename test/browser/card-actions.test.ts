import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isProblem, readSession, writeSession } from '../../src/app/state/files/session-file.ts';
import { parseSnapshot } from '../../src/app/state/documents/stored.ts';
import { FakeClient, gate } from './fake-client.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';
import { settled } from './page-states.ts';

afterEach(unmountApp);

const button = (name: string) => page.getByRole('button', { name, exact: true });
const cards = (): string[] =>
  [...document.querySelectorAll('#rewrites li h3')].map((title) => (title.textContent ?? '').replace(/^Rewrite \d: /u, ''));

describe('lock', () => {
  test('a locked card stays in its place when the sentence is decoded again; let go, it goes', async () => {
    const { app } = await mountApp();
    await settled(app);
    await expect.poll(cards).toHaveLength(5);
    const [first, , third] = cards();
    await button('Lock rewrite 3').click();
    await expect.element(button('Lock rewrite 3')).toHaveAttribute('aria-pressed', 'true');
    // The double answers with other rewrites when these words are banned.
    app.wishes.set('chose', 'avoid');
    app.wishes.set('panel', 'avoid');
    await expect.poll(() => app.rewriting.result?.constraints).toEqual([{ avoid: ['chose', 'panel'], require: [] }]);
    await expect.poll(() => cards()[2]).toBe(third);
    expect(cards().length).toBe(5);
    expect(cards()).not.toContain(first);
    expect(new Set(cards()).size).toBe(5);
    await expect.element(page.getByText('Locked, though it holds what is avoided: “panel”.')).toBeVisible();
    app.wishes.set('zebra', 'require');
    await expect.element(page.getByText('Locked, though it lacks what is required: “zebra”.')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    // Keys count the cards that are seen.
    await userEvent.keyboard('{Alt>}3{/Alt}');
    expect(app.document.text).toBe(third);
    await button('Lock rewrite 3').click();
    await expect.poll(() => cards().includes(third ?? '')).toBe(false);
  });

  test('undo lets go and locks again; the lock is stored with the document and travels in a session file', async () => {
    const client = new FakeClient();
    client.said = { findings: [{ kind: 'swap', lost: ['week'], gained: ['meeting'] }], doubted: { kind: 'detail', lost: ['next'] } };
    const { app } = await mountApp(sample, client);
    await settled(app);
    await button('Lock rewrite 2').click();
    const { snapshot } = app.document;
    expect(snapshot.locked?.[sample]?.map(({ place, rewrite }) => [place, rewrite.text])).toEqual([[1, cards()[1]]]);
    expect(app.desk.library.isDirty(snapshot)).toBe(true);
    expect(parseSnapshot(structuredClone(snapshot))).toEqual(snapshot);
    const read = readSession(writeSession({ name: '', snapshot, how: app.settings.how }));
    expect(isProblem(read) ? read : read.snapshot.locked).toEqual(snapshot.locked);
    expect(parseSnapshot({ ...snapshot, locked: { [sample]: [{ place: 1, rewrite: { text: 5 } }] } })).toBeUndefined();
    app.undo();
    expect(app.document.locked).toEqual([]);
    app.redo();
    expect(app.document.locked.length).toBe(1);
  });
});

describe('more like this, more different', () => {
  test('what the rewrite brought in is required, as phrases that can be seen and taken back', async () => {
    const { app, client } = await mountApp();
    await settled(app);
    // The announcement of the answer would replace the one that is looked for.
    const answer = gate();
    client.mayAnswer = () => answer.opened;
    await button('More like rewrite 3').click();
    // “The panel agreed to delay the gathering till next week.”
    expect(app.document.wishes).toEqual({ avoid: [], require: ['panel', 'agreed', 'gathering'] });
    await expect
      .element(page.getByRole('list', { name: 'Other avoided and required phrases' }).getByRole('button', { name: 'gathering: required' }))
      .toBeVisible();
    await expect
      .poll(() => document.querySelector('.status [role=status]')?.textContent)
      .toBe('“panel”, “agreed”, and “gathering”: required.');
    answer.open();
    await expect.poll(() => client.requests.at(-1)?.options.require).toEqual(['panel', 'agreed', 'gathering']);
    app.undo();
    expect(app.document.wishes.require).toEqual([]);
  });

  test('what the rewrite brought in is banned, in one step', async () => {
    const { app, client } = await mountApp();
    await settled(app);
    await button('More different from rewrite 3').click();
    expect(app.document.wishes).toEqual({ avoid: ['panel', 'agreed', 'delay', 'gathering', 'till'], require: [] });
    await expect.poll(() => client.requests.at(-1)?.options.avoid).toEqual(['panel', 'agreed', 'delay', 'gathering', 'till']);
    await expect.poll(() => cards().some((card) => /panel|gathering/u.test(card))).toBe(false);
    app.undo();
    expect(app.document.wishes.avoid).toEqual([]);
  });

  test('a rewrite that has no word of its own says so and changes nothing', async () => {
    const { app } = await mountApp();
    await settled(app);
    app.wishes.moreLike('Until next week the committee decided to postpone the meeting.');
    expect(app.announcement).toEqual({ kind: 'nothing-brought' });
    expect(app.document.wishes.require).toEqual([]);
  });
});

describe('aligned phrases', () => {
  const lit = (): string[] => [...document.querySelectorAll('.lit')].map((element) => element.textContent ?? '');

  test('a word of a rewrite lights its phrase there and the one it stands for in the source; leaving it puts them out', async () => {
    await mountApp();
    await page.getByRole('button', { name: 'put, changed' }).hover();
    await expect.poll(lit).toEqual(['postpone', 'put', ' ', 'off']);
    await page.getByRole('heading', { name: 'Your text' }).hover();
    await expect.poll(lit).toEqual([]);
  });

  test('phrases light up by keyboard too, and from the source into every rewrite', async () => {
    await mountApp();
    await expect.element(button('Use this: rewrite 5')).toBeVisible();
    (document.querySelector('#rewrites li [role=toolbar] button') as HTMLElement).focus();
    await expect.poll(lit).toEqual(['The', 'committee', 'The', ' ', 'committee']);
    (page.getByRole('button', { name: 'postpone: free' }).element() as HTMLElement).focus();
    await expect
      .poll(() => [...(document.querySelector('#rewrites li')?.querySelectorAll('.lit') ?? [])].map((element) => element.textContent))
      .toEqual(['put', ' ', 'off']);
    expect(await axeFindings()).toEqual([]);
    (document.activeElement as HTMLElement).blur();
    await expect.poll(lit).toEqual([]);
  });
});
