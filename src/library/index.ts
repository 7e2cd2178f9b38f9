/** The package in a page. */
import type { CreateParaphraser } from './api.ts';
import { paraphraserIn } from './browser.ts';

export { OtherwiseError } from '../core/errors.ts';
export type * from './api.ts';

/** Starts the engine in a worker, which lies beside this module. */
export const createParaphraser: CreateParaphraser = (options) =>
  paraphraserIn(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'otherwise' }), options);
