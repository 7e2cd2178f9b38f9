import { fieldPlace } from './page/field.ts';
import { passagePlace } from './page/passage.ts';
import type { PageWorld, EditablePlace } from './page/place.ts';

/** The world of this script in the user's page: the page's scripts see nothing of it, and it ends when the page is left. */
const world = globalThis as PageWorld;

// The script is put in at every click. It may be a newer one than before, and takes over the place that was known.
let place: EditablePlace | undefined = world.otherwise?.place();
world.otherwise = {
  place: () => place,
  pick() {
    const found = isInFocus() ? (fieldPlace() ?? passagePlace()) : undefined;
    if (found === undefined) return undefined;
    place = found;
    return { text: found.text, takes: found.takes };
  },
  putBack: async (text) => place?.putBack(text) ?? 'gone',
};

/** Tells whether the user is in this frame of the page, and not in one inside of it or beside it, whose selections may have stayed. */
function isInFocus(): boolean {
  const { frameElement } = globalThis;
  const isOurs = frameElement === null || frameElement.ownerDocument.activeElement === frameElement;
  return isOurs && !(document.activeElement instanceof HTMLIFrameElement);
}
