import { cdp } from 'vitest/browser';

/** The part of the DevTools protocol that these tests speak. */
interface Devtools {
  send(
    method: 'Emulation.setEmulatedMedia',
    parameters: { readonly features: readonly { readonly name: string; readonly value: string }[] },
  ): Promise<unknown>;
}

/** The preferences of the user's system that pages can read. */
export interface MediaWishes {
  readonly 'prefers-reduced-motion'?: 'reduce' | 'no-preference';
  readonly 'prefers-color-scheme'?: 'light' | 'dark';
  readonly 'forced-colors'?: 'active' | 'none';
}

/** Lets the page see these wishes; what is not said is as tests begin: less motion, so that what they do is done at once. */
export async function emulate(wishes: MediaWishes = {}): Promise<void> {
  await (cdp() as Devtools).send('Emulation.setEmulatedMedia', {
    features: Object.entries({ 'prefers-reduced-motion': 'reduce', ...wishes }).map(([name, value]) => ({ name, value: String(value) })),
  });
}
