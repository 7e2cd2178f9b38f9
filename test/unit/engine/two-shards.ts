import { sha256 } from '../../../src/engine/files/hash.ts';
import { readManifest } from '../../../src/engine/files/manifest.ts';
import type { ModelFiles } from '../../../src/engine/files/read.ts';

/** The files of a model of one shard, with its weights cut into two: between them its load can be stopped. */
export async function twoShards(files: ModelFiles): Promise<ModelFiles> {
  const manifest = await readManifest(files);
  const [shard] = manifest.weights.shards;
  if (shard === undefined || manifest.weights.shards.length > 1) throw new Error('The model does not have one shard.');
  const whole = await files.read(shard.file);
  const half = whole.length >> 1;
  const halves = [whole.slice(0, half), whole.slice(half)];
  const shards = await Promise.all(
    halves.map(async (bytes, i) => ({ file: `half.${i}`, bytes: bytes.length, sha256: await sha256(bytes) })),
  );
  const text = JSON.stringify({ ...manifest, weights: { ...manifest.weights, shards } });
  const changed = new Map([['manifest.json', new TextEncoder().encode(text)], ...halves.map((bytes, i) => [`half.${i}`, bytes] as const)]);
  return {
    async read(file, ...rest) {
      return changed.get(file)?.slice() ?? await files.read(file, ...rest);
    },
  };
}
