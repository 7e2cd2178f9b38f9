import { OtherwiseError } from '../core/errors.ts';
import type { CommandContext } from './command.ts';
import { errorObject, readLines, write } from './lines.ts';

export interface Batches<Asked, Answer> {
  /** Reads and checks one line; what it throws is that line's error. */
  readonly read: (line: string) => Promise<Asked>;
  /** Answers requests of one group together, in their order; what it throws is the error of each of them. */
  readonly answer: (asked: readonly Asked[]) => Promise<readonly Answer[]>;
  /** Most lines read before the first of them is answered. */
  readonly most: number;
  /** Requests with the same name may be answered together. */
  readonly group: (asked: Asked) => string;
}

type Line<Asked> = { readonly asked: Asked } | { readonly error: unknown };

/**
 * Answers every input line with one JSON line, in order, some lines at a time. @returns the exit code: 1 when any line
 * was an error, else 0
 * @throws OtherwiseError `aborted`
 */
export async function batched<Asked, Answer>(context: CommandContext, batches: Batches<Asked, Answer>): Promise<number> {
  let failed = false;
  let lines: Line<Asked>[] = [];
  const flush = async (): Promise<void> => {
    for (const output of await answers(lines, batches)) {
      failed ||= 'error' in output;
      await write(context, `${JSON.stringify('error' in output ? { error: errorObject(output.error) } : output.answer)}\n`);
    }
    lines = [];
  };
  for await (const { text, error } of readLines(context.stdin)) {
    if (context.signal.aborted) throw new OtherwiseError('aborted', 'Stopped.');
    lines.push(error ? { error } : await batches.read(text).then((asked) => ({ asked }), (cause: unknown) => ({ error: cause })));
    if (lines.length === batches.most) await flush();
  }
  await flush();
  return failed ? 1 : 0;
}

type Output<Answer> = { readonly answer: Answer } | { readonly error: unknown };

async function answers<Asked, Answer>(lines: readonly Line<Asked>[], { answer, group }: Batches<Asked, Answer>): Promise<Output<Answer>[]> {
  const outputs: Output<Answer>[] = lines.map((line) => ('error' in line ? line : { error: undefined }));
  const groups = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    if ('asked' in line) groups.set(group(line.asked), [...(groups.get(group(line.asked)) ?? []), at]);
  }
  for (const places of groups.values()) {
    const asked = places.map((at) => (lines[at] as { readonly asked: Asked }).asked);
    const given = await answer(asked).then((all) => all.map((one) => ({ answer: one })), (error: unknown) => asked.map(() => ({ error })));
    for (const [i, at] of places.entries()) outputs[at] = given[i] as Output<Answer>;
  }
  return outputs;
}
