/** A system in a page of its own: its methods are called from outside by their names. */
import { PagePlace } from './page-place.ts';
import { Side } from './side.ts';

Object.assign(globalThis, { side: new Side(new PagePlace()) });
