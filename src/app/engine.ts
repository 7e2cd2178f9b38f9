import { createParaphraseWorker, hubIn } from './workers/create-worker.ts';
import type { RewriteClient } from '../engine/rewriter.ts';
import { Supervisor, type WorkMarks } from '../engine/client/supervisor.ts';
import { WorkerRewriter } from '../engine/client/worker-rewriter.ts';
import { planOf } from './platform/model-plan.ts';

/** Makes the page's engine, whose code comes beside the page. `marks`: where it notes that it is at work. */
export const supervisedEngine = (marks: WorkMarks): RewriteClient =>
  new Supervisor({
    create: (model) => new WorkerRewriter(createParaphraseWorker(hubIn(model))),
    planOf: (wanted) => planOf(wanted, marks.careful),
    marks,
  });
