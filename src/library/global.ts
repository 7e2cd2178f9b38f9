/** The package as a classic script: `Otherwise.createParaphraser(…)`. */
import type { CreateParaphraser } from './api.ts';
import { paraphraserIn } from './browser.ts';

export { OtherwiseError } from '../core/errors.ts';

/** The address of this script, which is known only while it is read. */
const here = (document.currentScript as HTMLScriptElement).src;

/** Starts the engine in a worker, which lies beside this script. */
export const createParaphraser: CreateParaphraser = (options) =>
  paraphraserIn(() => new Worker(new URL('worker.js', here), { type: 'module', name: 'otherwise' }), options);
