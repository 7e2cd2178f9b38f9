import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import mammoth from 'mammoth';
import { returning as test } from './page-object.ts';

/** A text as people paste it: lines of prose, each with its number of sentences, and lines that must stay. */
interface Pasted {
  readonly name: string;
  readonly lines: readonly (string | { readonly prose: string; readonly sentences: number })[];
}

const prose = (text: string, sentences: number): { readonly prose: string; readonly sentences: number } => ({ prose: text, sentences });

const pasted: readonly Pasted[] = [
  {
    name: 'an e-mail',
    lines: [
      'Subject: Moving our call', 'Hi Jonas,',
      prose('Thanks for sending the draft so quickly. I read it on the train yesterday.', 2),
      prose('Could we move our call to Thursday afternoon?', 1),
      'Best wishes,', 'Marta', 'Marta Keller | Head of Research', 'Lantern Press',
    ],
  },
  {
    name: 'an essay with a title',
    lines: [
      'On the Pleasure of Slow Mornings', 'Marta Keller',
      prose('Most people rush through the first hour of the day. They check their phones before they are awake.', 2),
      'Why It Matters',
      prose('A slow morning gives the mind time to settle.', 1),
      'References', 'Smith, J. (2019). The quiet hour. Oxford: Lantern Press.',
    ],
  },
  {
    name: 'minutes with headings, points and a list of names',
    lines: [
      'Minutes of the Garden Committee', 'Date: 12 May 2025', 'Present:', '• Anna Lindqvist', '• Ben Okafor', '• Carla Mendes (chair)',
      'Apologies: David Stone', '1. Opening',
      prose('Carla opened the meeting at seven and welcomed the new members.', 1),
      '2. Water supply',
      prose('• The pump broke again in April, and nobody could repair it.', 1),
      prose('• Ben will ask two companies for an offer before the end of June.', 1),
      'Minutes taken by: Anna Lindqvist',
    ],
  },
  {
    name: 'a post with emoji and tags',
    lines: [
      prose('🎉 We have finally opened our second bakery on Mill Street!', 1),
      prose('It took us eleven months and far too much coffee ☕', 1),
      prose('Thank you to everyone who believed in us!', 1),
      '#bakery #sourdough #smallbusiness', '@millstreetbakery',
    ],
  },
  {
    name: 'a letter with addresses, date, salutation and signature',
    lines: [
      'Helen Parker', '14 Orchard Lane', 'Bristol BS3 2AB', 'Otter Railways Ltd.', 'London SW1A 1AA', '3 June 2025',
      'Re: Delayed train on 28 May', 'Dear Ms. Adeyemi,',
      prose('I am writing to complain about the train that left Bristol two hours late. I missed a wedding because of it.', 2),
      prose('I would like my ticket to be refunded in full.', 1),
      'Yours sincerely,', 'Helen Parker', 'Tel. 0117 496 0123', 'helen.parker@example.org',
    ],
  },
];

/** Puts a text on the clipboard, as another program does, and pastes it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await page.getByRole('textbox', { name: 'Your text' }).focus();
  await page.keyboard.press('ControlOrMeta+v');
}

/** Takes each rewrite that the open review offers, by the keyboard. */
async function takeAll(page: Page): Promise<void> {
  const rows = page.getByRole('dialog', { name: 'Review and export' }).getByRole('group', { name: /^Sentence/u });
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('j');
  for (let left = await rows.count(); left > 0; left -= 1) await page.keyboard.press('Enter');
}

/** The lines of a Word document, without the labels of its lists. */
async function savedLines(page: Page): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as .docx' }).click()]);
  const { value } = await mammoth.extractRawText({ buffer: await readFile(await file.path()) });
  return value.split('\n').filter((line) => line.trim() !== '');
}

for (const { name, lines } of pasted)
  test(`${name}: the body is rewritten from its first sentence, and in the saved .docx all else is untouched`, async ({
    page,
    context,
    otherwise,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await otherwise.open();
    await otherwise.takeWhatComes();
    const texts = lines.map((line) => (typeof line === 'string' ? line : line.prose));
    const bodies = lines.flatMap((line) => (typeof line === 'string' ? [] : [line]));
    await paste(page, texts.join('\n\n'));
    const inFocus = page.locator('.mirror .focused');
    await expect(inFocus).not.toBeEmpty();
    expect(bodies[0]?.prose.startsWith((await inFocus.innerText()).trim())).toBe(true);

    const all = page.getByRole('button', { name: `Rewrite all ${bodies.reduce((sum, { sentences }) => sum + sentences, 0)} sentences` });
    await all.click();
    await expect(all).toBeHidden();
    await expect(all).toBeVisible();
    await page.getByRole('button', { name: 'Review and export' }).click();
    await takeAll(page);
    const unlabelled = texts.map((line) => line.replace(/^(?:•|\d\.) /u, ''));
    const read = await savedLines(page);
    expect(read.map((line, at) => (typeof lines[at] === 'string' ? line : ''))).toEqual(
      unlabelled.map((line, at) => (typeof lines[at] === 'string' ? line : '')),
    );
    expect(read).not.toEqual(unlabelled);
  });
