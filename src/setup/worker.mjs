/**
 * The entry of a worker thread of the command line: lets the thread read TypeScript, as otherwise.mjs does for the first thread (a thread
 * does not inherit that), then runs the script whose URL is in its `workerData`.
 */
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
/** @type {{ script: string }} */
const { script } = workerData;
await import(script);
