import { expect, type Page } from '@playwright/test';
import { type OtherwisePage, sample } from './page-object.ts';

/** The field of the user's text. */
export const field = (page: Page) => page.getByRole('textbox', { name: 'Your text' });

/** Waits until the page works, or until it does not. */
export const busy = (page: Page, yes: boolean) => expect(page.locator('#rewrites')).toHaveAttribute('aria-busy', String(yes));

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Opens the page and waits for its first rewrites. */
export async function working(page: Page, otherwise: OtherwisePage, text = sample): Promise<void> {
  await otherwise.open();
  await otherwise.takeWhatComes();
  await field(page).fill(text);
  await otherwise.rewritesOrNone();
}

/** Counts, in the page, how often it has begun to work since it was first asked: a quick request is over between two looks. */
const beginnings = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const place = globalThis as { beginnings?: number };
    if (place.beginnings === undefined) {
      place.beginnings = 0;
      new MutationObserver((changes) => {
        const began = ({ target, oldValue }: MutationRecord): boolean => (target as Element).id === 'rewrites' && oldValue === 'false';
        place.beginnings = (place.beginnings ?? 0) + changes.filter(began).length;
      }).observe(document.body, { attributeFilter: ['aria-busy'], attributeOldValue: true, subtree: true });
    }
    return place.beginnings;
  });

/** Asks for other rewrites, which takes a new request, and waits for them. */
export async function more(page: Page, otherwise: OtherwisePage): Promise<void> {
  // The page's own request may still be to come: it would be taken for this one.
  await otherwise.rewritesOrNone();
  const before = await beginnings(page);
  await press(page, 'More rewrites');
  await expect.poll(() => beginnings(page)).toBeGreaterThan(before);
  await busy(page, false);
  await otherwise.rewritesOrNone();
}
