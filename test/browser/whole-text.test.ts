import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import type { AppState } from '../../src/app/state/app.svelte.ts';
import { FakeClient } from './fake-client.ts';
import { axeFindings, mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const button = (name: string | RegExp): ReturnType<typeof page.getByRole> => page.getByRole('button', { name });
const body = ['The report is very long.', 'It has twelve pages.', 'We had very little time.'];
const letter = `Hi Marta,\n\n${body.join(' ')}\n\nBest,\nJo`;
const mended = letter.replaceAll('very', 'really');

/** Says *really* for *very*, surely, and something doubtful of any other sentence. */
class SureClient extends FakeClient {
  override async rewrite(...given: Parameters<FakeClient['rewrite']>): ReturnType<FakeClient['rewrite']> {
    const result = await super.rewrite(...given);
    const [first] = result.rewrites;
    if (first === undefined) return result;
    const [source] = given;
    const sure = { ...first, right: 0.97, text: source.replace('very', 'really') };
    return { ...result, rewrites: [source.includes('very') ? sure : { ...first, right: 0.5, text: 'Twelve pages are in it.' }] };
  }
}

/** Answers the first request at once, and the others long after the test. */
class OnceClient extends SureClient {
  override async rewrite(...given: Parameters<FakeClient['rewrite']>): ReturnType<FakeClient['rewrite']> {
    this.pause = this.requests.length === 0 ? 0 : 600_000;
    return super.rewrite(...given);
  }
}

async function mountLetter(client = new SureClient(), store?: PageStore): Promise<{ app: AppState; client: SureClient }> {
  const { app } = await mountApp('', client, store);
  app.settings.change({ automatic: false });
  app.replaceText(letter);
  return { app, client };
}

const asked = (client: FakeClient): string[] => client.requests.map((request) => request.text);

test('one click rewrites what keeps its meaning, spares greeting and signature, and is undone by one step; the review begins with the rest',
async () => {
  const { app, client } = await mountLetter();
  await expect.element(page.getByText('Left as they are: the greeting and the signature.')).toBeVisible();
  await button('Rewrite all 3 sentences').click();
  await expect.poll(() => app.document.text).toBe(mended);
  expect(asked(client)).toEqual(body);
  expect(document.querySelectorAll('.mirror .rewritten').length).toBe(2);
  await expect.element(page.getByText('2 sentences rewritten with the same meaning.')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await button('Review 1 suggestion').click();
  await expect.element(page.getByRole('group', { name: 'Sentence 2' })).toBeVisible();
  // The first sentence that is not decided yet, behind one that was replaced.
  await userEvent.keyboard('j');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Sentence 3');
  await userEvent.keyboard('{Escape}');
  app.undo();
  expect(app.document.text).toBe(letter);
});

test('in the review all that keep the meaning are used by one button', async () => {
  const { app } = await mountLetter();
  app.review.rewriteAll();
  await expect.poll(() => app.document.text).toBe(mended);
  app.undo();
  await button('Review and export').click();
  await button('Use all that keep the meaning (2)').click();
  expect(app.document.text).toBe(mended);
  await page.getByText('Whole text', { exact: true }).click();
  await expect.element(page.getByText('Left as it is: a greeting')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

/** Says *really* for *very*, surely, with the opening of the sentence and with another one. */
class VariedClient extends SureClient {
  override async rewrite(...given: Parameters<FakeClient['rewrite']>): ReturnType<FakeClient['rewrite']> {
    const result = await super.rewrite(...given);
    const others = result.rewrites.map((one) => ({ ...one, text: one.text.replace('It', 'Then it') }));
    return { ...result, rewrites: [...result.rewrites, ...others] };
  }
}

test('the rewrite that the user turned to is used, though its neighbour begins alike', async () => {
  const { app } = await mountApp('', new VariedClient());
  app.settings.change({ automatic: false });
  app.replaceText('It rained very much. It snowed very often.');
  app.review.rewriteAll();
  await expect.poll(() => app.document.text).toBe('It rained really much. Then it snowed really often.');
  app.undo();
  await button('Review and export').click();
  const row = page.getByRole('group', { name: 'Sentence 2' });
  await button('Next rewrite of sentence 2').click();
  await expect.element(row).toHaveTextContent('Then it snowed really often.');
  await button('Next rewrite of sentence 2').click();
  await expect.element(row).not.toHaveTextContent('Then it');
  await button('Use all that keep the meaning (2)').click();
  expect(app.document.text).toBe('Then it rained really much. It snowed really often.');
});

test('a queue that a page was closed on can be gone on with in the next one', async () => {
  const store: PageStore = { ...passing(), lasting: true };
  const client = new SureClient();
  client.mayAnswer = (request) => (request === 1 ? undefined : new Promise(() => undefined));
  const { app } = await mountLetter(client, store);
  app.review.rewriteAll();
  await expect.poll(() => app.rewriting.queue.done).toBe(1);
  await app.desk.saveNow();
  const later = new SureClient();
  const { app: next } = await mountApp('', later, store);
  next.settings.change({ automatic: false });
  await button('Go on with the other 2').click();
  await expect.poll(() => next.document.text).toBe(mended);
  expect(asked(later)).toEqual(body.slice(1));
  expect(button(/^Go on with/u).elements()).toEqual([]);
});

test('a cancelled queue can be continued, and another text has no part in it', async () => {
  const { app } = await mountLetter(new OnceClient());
  app.review.rewriteAll();
  await expect.poll(() => app.rewriting.queue.done).toBe(1);
  await button('Cancel').click();
  await expect.element(button('Go on with the other 2')).toBeVisible();
  app.replaceText('One more text. It has two sentences.');
  await expect.poll(() => button(/^Go on with/u).elements()).toEqual([]);
});

test('a greeting is not rewritten unasked, but when one says so', async () => {
  const client = new SureClient();
  const { app } = await mountApp('', client);
  app.replaceText(letter);
  await expect.poll(() => app.document.current?.text).toBe(body[0]);
  app.goTo(0);
  await expect.element(page.getByRole('heading', { name: 'Left as it is: a greeting' })).toBeVisible();
  expect(asked(client)).not.toContain('Hi Marta,');
  await page.getByRole('button', { name: 'Rewrite', exact: true }).click();
  await expect.poll(() => asked(client)).toContain('Hi Marta,');
});

test('a user who goes on writing while a text is rewritten stays in place', async () => {
  const client = new SureClient();
  client.pause = 50;
  const { app } = await mountLetter(client);
  const field = document.querySelector('textarea');
  field?.focus();
  const before = letter.indexOf('twelve');
  field?.setSelectionRange(before, before);
  await expect.poll(() => app.document.focus).toBe(2);
  app.review.rewriteAll();
  await expect.poll(() => app.document.text).toBe(mended);
  await expect.poll(() => field?.selectionStart).toBe(mended.indexOf('twelve'));
});

test('a text that is pasted over another is read from the first sentence of its body', async () => {
  const { app } = await mountApp('An old text.', new SureClient());
  const field = document.querySelector('textarea');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', '<p>Hi Marta,</p><p><b>The report</b> is very long. It has twelve pages.</p><p>Best,<br>Jo</p>');
  // What reads formatting comes beside the page.
  await expect.poll(() => {
    field?.focus();
    field?.select();
    field?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    return app.document.current?.text;
  }).toBe(body[0]);
  expect(field?.selectionStart).toBe(app.document.current?.start);
});
