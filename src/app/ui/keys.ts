import { tinykeys } from 'tinykeys';
import type { AppState } from '../state/app.svelte.ts';
import { SENTENCE_SHEET } from './compose/sheet.ts';
import { fade } from './transition.ts';

/** Binds the page's shortcuts. @returns a function that unbinds them */
export function bindKeys(app: AppState, showShortcuts: () => void): () => void {
  const act = (action: () => void) => (event: KeyboardEvent): void => {
    if (isCovered(`:not(#${SENTENCE_SHEET})`)) return;
    event.preventDefault();
    action();
  };
  const shortcuts = (event: KeyboardEvent): void => {
    if (app.settings.values.questionMark && !isTyping(event.target) && !isCovered()) showShortcuts();
  };
  const accept = (index: number): [string, (event: KeyboardEvent) => void] => [
    `Alt+Digit${index + 1}`,
    act(() => {
      const rewrite = app.rewriting.shown[index];
      if (rewrite !== undefined) fade(() => app.accept(rewrite));
    }),
  ];
  return tinykeys(window, {
    '$mod+KeyZ': unlessField(act(() => app.undo())),
    '$mod+Shift+KeyZ': unlessField(act(() => app.redo())),
    '$mod+KeyY': unlessField(act(() => app.redo())),
    '$mod+Enter': act(() => void app.rewriting.rewrite()),
    '$mod+Shift+Enter': act(() => app.review.rewriteAll()),
    'Alt+ArrowDown': act(() => app.goTo(app.document.focus + 1)),
    'Alt+ArrowUp': act(() => app.goTo(app.document.focus - 1)),
    Escape: () => {
      if (!isCovered()) app.rewriting.stop();
    },
    // With and without Shift: where the question mark lies is the keyboard's affair.
    '?': shortcuts,
    'Shift+?': shortcuts,
    ...Object.fromEntries([0, 1, 2, 3, 4].map(accept)),
  });
}

/** The small fields keep the browser's own undo; the text has ours. */
function unlessField(handler: (event: KeyboardEvent) => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (!(event.target instanceof HTMLInputElement && event.target.type === 'text')) handler(event);
  };
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

/** Whether keys belong to something that lies over the page; `which` popovers count, as a selector. */
function isCovered(which = ''): boolean {
  return document.querySelector(`dialog[open], :popover-open${which}`) !== null;
}
