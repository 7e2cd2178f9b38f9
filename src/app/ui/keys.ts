import { tinykeys } from 'tinykeys';
import type { AppState } from '../state/app.svelte.ts';
import { type Action, type ActionParts, actions } from './actions.ts';

/** Id of the panel of the sentence in focus, for the button that opens it where it is a sheet; keys work through it. */
export const SENTENCE_SHEET = 'sentence-sheet';

/** Binds the page's shortcuts. @returns a function that unbinds them */
export function bindKeys(app: ActionParts & Pick<AppState, 'settings'>, showShortcuts: () => void): () => void {
  const handler = ({ spares, run }: Action) => (event: KeyboardEvent): void => {
    if (isCovered(`:not(#${SENTENCE_SHEET})`) || (spares === 'fields' && isField(event.target))) return;
    event.preventDefault();
    run(app);
  };
  const shortcuts = (event: KeyboardEvent): void => {
    if (app.settings.values.questionMark && !isTyping(event.target) && !isCovered()) showShortcuts();
  };
  return tinykeys(window, {
    ...Object.fromEntries(actions.flatMap((action) => action.keys.map((keys) => [keys, handler(action)]))),
    Escape: () => {
      if (!isCovered()) app.rewriting.stop();
    },
    // With and without Shift: where the question mark lies is the keyboard's affair.
    '?': shortcuts,
    'Shift+?': shortcuts,
  });
}

/** The small fields keep the browser's own undo; the text has ours. */
const isField = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'text';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

/** Tells whether keys belong to something that lies over the page; `which` popovers count, as a selector. */
function isCovered(which = ''): boolean {
  return document.querySelector(`dialog[open], :popover-open${which}`) !== null;
}
