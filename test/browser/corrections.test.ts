import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Rewrite } from '../../src/core/protocol.ts';
import { correctedOf } from '../../src/app/state/rewrites/corrected.ts';
import { FakeClient } from './fake-client.ts';
import { axeFindings, mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const text = '🎉 She recieved the the parcel.';
const corrections = [
  { start: 6, end: 14, text: 'recieved', instead: 'received', kind: 'spelling', reason: 'Did you mean to spell `recieved` this way?' },
  { start: 15, end: 22, text: 'the the', instead: 'the', kind: 'repetition', reason: 'Did you mean to repeat this word?' },
] as const;
const corrected: Rewrite = {
  text: '🎉 She received the parcel.', forward: 0.1, backward: 0.1, score: 0.2, right: 0.1, distance: 0.2, corrections,
  findings: [{ kind: 'number', lost: ['the'] }],
};

/** Answers the aim clean with one text. */
class Mender extends FakeClient {
  mended: Rewrite = corrected;

  override async rewrite(...[source, options, hear]: Parameters<FakeClient['rewrite']>): ReturnType<FakeClient['rewrite']> {
    const result = await super.rewrite(source, options, hear);
    return options.aim === 'clean' ? { ...result, rewrites: [this.mended], doubtful: [] } : result;
  }
}

const mend = page.getByRole('button', { name: 'Just mend it', exact: true });
const list = page.getByRole('list', { name: 'Corrections' });

test('the style asks for corrections alone, and the card lists each with its reason', async () => {
  const client = new Mender();
  const { app } = await mountApp(text, client);
  app.settings.change({ approach: 'parabank2', threshold: 2 });
  app.document.wish({ avoid: ['parcel'], require: ['box'] });
  app.choosePreset('clean');
  await expect.element(list).toHaveTextContent('recieved → received Did you mean to spell “recieved” this way?');
  expect(client.requests.at(-1)).toEqual({ text, options: { aim: 'clean', foreign: false, lines: true } });
  expect(list.getByRole('listitem').elements()).toHaveLength(2);
  await expect.element(mend).toHaveAttribute('aria-pressed', 'true');
  // A correction has neither the warnings nor the praise of a rewrite.
  for (const word of ['Less certain', 'Best']) expect(document.body.textContent).not.toContain(word);
  expect(await axeFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
  expect(app.document.text).toBe('🎉 She received the parcel.');
});

test('a sentence without mistakes has no card, and says so', async () => {
  const client = new Mender();
  client.mended = { ...corrected, text, corrections: [] };
  const { app } = await mountApp(text, client);
  app.choosePreset('clean');
  await expect.element(page.getByRole('heading', { name: 'No mistakes found' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Use this/ }).elements()).toEqual([]);
});

test('words of the user\'s dictionary stay as they are', () => {
  expect(correctedOf(text, [corrected], ['Recieved'])).toEqual([
    { ...corrected, text: '🎉 She recieved the parcel.', corrections: [corrections[1]] },
  ]);
  expect(correctedOf(text, [corrected], ['recieved', 'the the'])).toEqual([]);
});
