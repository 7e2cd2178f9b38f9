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

/** Asks for other rewrites, which takes a new request, and waits for them. */
export async function more(page: Page, otherwise: OtherwisePage): Promise<void> {
  // Watched from before: a quick request is over between two looks.
  const began = page.locator('#rewrites').evaluate((rewrites) => new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      if (rewrites.getAttribute('aria-busy') !== 'true') return;
      observer.disconnect();
      resolve();
    }).observe(rewrites, { attributeFilter: ['aria-busy'] });
  }));
  await press(page, 'More rewrites');
  await began;
  await busy(page, false);
  await otherwise.rewritesOrNone();
}
