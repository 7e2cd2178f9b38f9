import { getContext, setContext } from 'svelte';
import type { AppState } from '../state/app.svelte.ts';

const KEY = Symbol('app');

/** Gives the page's state to every component below. */
export function provideApp(app: AppState): void {
  setContext(KEY, app);
}

/** Parts of the page's state: a component sees those that it names, and nothing else. */
export function useApp<Part extends keyof AppState>(..._parts: readonly Part[]): Pick<AppState, Part> {
  return getContext<AppState>(KEY);
}
