/** The program of a worker of a corpus run: opens a model of its own, then makes the rows that it is sent (`RowWorkers`). */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { reply } from '../core/protocol.ts';
import { type MakerPlan, openMaker } from './corpus-maker.ts';
import type { WorkerAnswer, WorkerTask } from './corpus-workers.ts';

const port = parentPort as MessagePort;
const { plan } = workerData as { readonly plan: MakerPlan };
const controller = new AbortController();
const maker = openMaker(plan, { stderr: process.stderr, signal: controller.signal });
const answer = (message: WorkerAnswer): void => port.postMessage(message);

port.on('message', (task: WorkerTask) => {
  if (task === 'stop') controller.abort();
  else void reply(async () => (await maker).make(task)).then((made) => answer({ line: task.line, made }));
});
void reply(async () => (await maker).computed).then((opened) => answer({ opened }));
