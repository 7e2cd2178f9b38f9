import { OtherwiseError } from '../core/errors.ts';

/** Part `index` (from 1) of `count` equal parts of the input. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Reads a share of a run, `i/n`. @throws OtherwiseError `bad-shard` */
export function parseShard(text: string): Shard {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const index = Number(match?.[1]);
  const count = Number(match?.[2]);
  if (!match || count < 1 || index < 1 || index > count)
    throw new OtherwiseError('bad-shard', `--shard takes i/n with 1 ≤ i ≤ n, not '${text}'.`);
  return { index, count };
}

/** Gives lines [from, to) of the shard: contiguous, the first shards one line longer where the number does not divide. */
export function shardRange({ index, count }: Shard, lines: number): { from: number; to: number } {
  const size = Math.floor(lines / count);
  const longer = lines % count;
  const from = (index - 1) * size + Math.min(index - 1, longer);
  return { from, to: from + size + (index <= longer ? 1 : 0) };
}
