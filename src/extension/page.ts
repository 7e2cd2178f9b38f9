import { fieldPlace } from './page/field.ts';
import { passagePlace } from './page/passage.ts';
import type { PageWorld, Place } from './page/place.ts';

/** What runs in the user's page, in a world of its own: the page's scripts see nothing of it, and it ends when the page is left. */
const world = globalThis as PageWorld;
let place: Place | undefined;

// The script is put in at every click; the first one stays, with the place it knows.
world.otherwise ??= {
  pick() {
    const found = fieldPlace() ?? passagePlace();
    if (found === undefined) return undefined;
    place = found;
    return { text: found.text, takes: found.takes };
  },
  putBack: async (text) => place?.putBack(text) ?? 'gone',
};
