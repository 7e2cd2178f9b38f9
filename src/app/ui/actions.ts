import type { AppState } from '../state/app.svelte.ts';
import { fade } from './transition.ts';

/** The parts of the page's state that actions need. */
export type ActionParts = Pick<AppState, 'accept' | 'document' | 'goTo' | 'redo' | 'review' | 'rewriting' | 'undo'>;

/** An action is what the user can do with keys anywhere in the page. What it changes in the document becomes a step of the history. */
export interface Action {
  readonly name: string;
  /** The keys, each of which runs it, as tinykeys writes them. */
  readonly keys: readonly string[];
  /** Tells whether small fields keep the keys for their own undo. */
  readonly spares?: 'fields';
  run(app: ActionParts): void;
}

/** Takes one of the first five rewrites. */
const accept = (index: number): Action => ({
  name: `use-rewrite-${index + 1}`,
  keys: [`Alt+Digit${index + 1}`],
  run: (app) => {
    const rewrite = app.rewriting.shown[index];
    if (rewrite !== undefined) fade(() => app.accept(rewrite));
  },
});

export const actions: readonly Action[] = [
  { name: 'undo', keys: ['$mod+KeyZ'], spares: 'fields', run: (app) => app.undo() },
  { name: 'redo', keys: ['$mod+Shift+KeyZ', '$mod+KeyY'], spares: 'fields', run: (app) => app.redo() },
  { name: 'rewrite', keys: ['$mod+Enter'], run: (app) => void app.rewriting.rewrite() },
  { name: 'rewrite-all', keys: ['$mod+Shift+Enter'], run: (app) => app.review.rewriteAll() },
  { name: 'next-sentence', keys: ['Alt+ArrowDown'], run: (app) => app.goTo(app.document.focus + 1) },
  { name: 'previous-sentence', keys: ['Alt+ArrowUp'], run: (app) => app.goTo(app.document.focus - 1) },
  ...[0, 1, 2, 3, 4].map(accept),
];
