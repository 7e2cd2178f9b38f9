import { getContext, setContext } from 'svelte';
import type { AppState } from '../state/app.svelte.ts';

const KEY = Symbol('app');

/** Gives the page's state to every component below. */
export function provideApp(app: AppState): void {
  setContext(KEY, app);
}

/** The page's state. */
export function useApp(): AppState {
  return getContext<AppState>(KEY);
}
