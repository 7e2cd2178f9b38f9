import { page, userEvent } from 'vitest/browser';
import type { PageStore } from '../../src/app/platform/database.ts';
import { FakeClient } from './fake-client.ts';
import { forResearch, mountApp } from './mount-app.ts';

/** Sheets as the command `sheet` writes them. */
export const rewriteSheet = `kind\tpage\titem\tsource\tcandidate\trating\tflagged
parabank\t1\t1\tHe went home.\tHome he went.\t\t
parabank\t1\t2\tHe went home.\tHe walked home.\t\t
parabank\t2\t3\tShe sang.\tShe was singing.\t\t
`;
export const pairSheet = `kind\tpage\titem\tsource\tcandidate\tsource_sentence\tcandidate_sentence\trelation
fragments\t1\t1\tthe big dog\tthe large dog\tThe big dog ran.\tThe large dog ran away.\t
fragments\t1\t2\ta house\ta train\tIt is a house.\tIt is a train.\t
`;

/** Mounts the page and opens a file as a sheet in its pane "Measure". */
export async function openSheet(name: string, text: string, store?: PageStore): Promise<void> {
  await (store ? mountApp('', new FakeClient(), store) : mountApp('', new FakeClient()));
  await forResearch('Measure and rate');
  await page.getByText('Rate', { exact: true }).click();
  await page.getByRole('button', { name: 'Open a sheet' }).click({ trial: true });
  const chooser = document.querySelector<HTMLInputElement>('dialog input[type=file]');
  if (chooser === null) throw new Error('The pane has no file chooser');
  await userEvent.upload(chooser, new File([text], name, { type: 'text/tab-separated-values' }));
}
