import type { Cache, Memory, ScoreRequest, Scores, StepModel, StepOutput } from './step-model.ts';

/** A cached prefix with its distribution. */
interface Known {
  /** Its number among the rows of its cache. */
  readonly row: number;
  readonly topIds: Int32Array;
  readonly topLogProbs: Float32Array;
  /** The log-probabilities by id: of the top, and of the ids that were asked for. */
  readonly logProbs: Map<number, number>;
  readonly estimate: number | undefined;
  readonly children: Map<number, Known>;
}

/** All prefixes after the same sequences of tags, in one cache of the model. */
interface Tree {
  readonly tags: string;
  readonly cache: Cache;
  readonly roots: readonly Known[];
  rows: number;
}

interface Rows extends Cache {
  readonly tree: Tree;
  known: readonly Known[];
}

/** A tree with more rows than this is not continued: their keys and values would fill the memory. */
const MOST_ROWS = 1600;
/** So many trees are cached: that of the first tags, and the last ones asked for. */
const MOST_TREES = 2;

/**
 * Caches the steps of a model over one memory, so that each prefix is computed once for all batches: the output for a row depends on its
 * tokens alone. A constraint costs only the steps after the token where it changes a sample. It serves one batch at a time. A model that
 * can't go back to rows of former steps is asked for each of them.
 */
export class StepMemo implements StepModel {
  readonly vocabularySize: number;
  readonly eos: number;
  readonly maxPositions: number;
  readonly reserved: ReadonlySet<number>;
  readonly judge: StepModel['judge'];
  private trees: Tree[] = [];

  constructor(private readonly model: StepModel) {
    ({ vocabularySize: this.vocabularySize, eos: this.eos, maxPositions: this.maxPositions, reserved: this.reserved } = model);
    this.judge = model.judge?.bind(model);
  }

  encode(source: readonly number[], signal?: AbortSignal): Promise<Memory> {
    return this.model.encode(source, signal);
  }

  score(requests: readonly ScoreRequest[], signal?: AbortSignal): Promise<Scores[]> {
    return this.model.score(requests, signal);
  }

  async begin(
    memory: Memory, tags: readonly (readonly number[])[], options: Opening,
  ): ReturnType<StepModel['begin']> {
    if (!this.model.recall) return this.model.begin(memory, tags, options);
    const probes = options.probes ?? [];
    const tree = this.treeOf(tags) ?? await this.plant(memory, tags, options);
    if (!tree.roots.every((root) => knowing(root, probes))) await this.readAnew(tree, memory, tags, options);
    const cache: Rows = { tree, known: tree.roots, rows: tree.roots.length, dispose: () => undefined };
    return { cache, output: outputOf(tree.roots, tags.flatMap(() => probes)) };
  }

  async step(cache: Cache, parents: Int32Array, ids: Int32Array, options: Parameters<StepModel['step']>[3] = {}): Promise<StepOutput> {
    if (!this.model.recall) return this.model.step(cache, parents, ids, options);
    const rows = cache as Rows;
    const probes = options.probes && options.probes.length > 0 ? options.probes : new Int32Array(ids.length).fill(this.eos);
    const width = probes.length / ids.length;
    const from = Array.from(parents, (parent) => rows.known[parent] as Known);
    const probesOf = (row: number): Int32Array => probes.subarray(row * width, (row + 1) * width);
    const cachedRows = from.map(({ children }, row) => knowing(children.get(ids[row] ?? 0), probesOf(row)));
    const missing = [...cachedRows.keys()].filter((row) => cachedRows[row] === undefined);
    if (missing.length > 0) {
      const { tree } = rows;
      const wantedIds = Int32Array.from(missing.flatMap((row) => [...probesOf(row)]));
      this.model.recall(tree.cache, Int32Array.from(missing, (row) => from[row]?.row ?? 0));
      const output = await this.model.step(tree.cache, Int32Array.from(missing.keys()), Int32Array.from(missing, (row) => ids[row] ?? 0), {
        ...options, probes: wantedIds,
      });
      knownOf(output, wantedIds, tree.rows).forEach((known, i) => {
        const row = missing[i] ?? 0;
        const before = from[row]?.children.get(ids[row] ?? 0);
        cachedRows[row] = before ? learn(before, known) : known;
        from[row]?.children.set(ids[row] ?? 0, cachedRows[row]);
      });
      tree.rows += missing.length;
    }
    rows.known = cachedRows as Known[];
    return outputOf(rows.known, probes);
  }

  /** Drops every prefix, and frees the memory of their keys and values. */
  dispose(): void {
    for (const { cache } of this.trees) cache.dispose();
    this.trees = [];
  }

  /** Gives the tree after these tags, unless it has grown too large. */
  private treeOf(tags: readonly (readonly number[])[]): Tree | undefined {
    return this.trees.find((tree) => tree.tags === tags.join(';') && tree.rows < MOST_ROWS);
  }

  private async plant(memory: Memory, tags: readonly (readonly number[])[], options: Opening): Promise<Tree> {
    const key = tags.join(';');
    const others = this.trees.filter((tree) => tree.tags !== key).slice(0, MOST_TREES - 1);
    for (const tree of this.trees) if (!others.includes(tree)) tree.cache.dispose();
    this.trees = others;
    const { cache, output } = await this.model.begin(memory, tags, { ...options, capacity: Number.MAX_SAFE_INTEGER });
    const tree: Tree = { tags: key, cache, roots: knownOf(output, rootProbes(tags, options), 0), rows: tags.length };
    this.trees.push(tree);
    return tree;
  }

  /** Reads the roots again when other log-probabilities are wanted of them than before. */
  private async readAnew(tree: Tree, memory: Memory, tags: readonly (readonly number[])[], options: Opening): Promise<void> {
    const { cache, output } = await this.model.begin(memory, tags, { ...options, capacity: tags.length });
    cache.dispose();
    knownOf(output, rootProbes(tags, options), 0).forEach((known, row) => learn(tree.roots[row] as Known, known));
  }
}

type Opening = Parameters<StepModel['begin']>[2];

const rootProbes = (tags: readonly (readonly number[])[], { probes = [] }: Opening): Int32Array =>
  Int32Array.from(tags.flatMap(() => [...probes]));

/** Adds log-probabilities that were not asked for before. */
function learn(known: Known, answer: Known): Known {
  for (const [id, logProb] of answer.logProbs) known.logProbs.set(id, logProb);
  return known;
}

/** Gives a cached prefix if it has the log-probability of every one of the ids. */
const knowing = (known: Known | undefined, ids: ArrayLike<number>): Known | undefined =>
  known && Array.from(ids).every((id) => known.logProbs.has(id)) ? known : undefined;

/** Reads the rows of an output. @param probes ids that were asked for, row by row @param first number of the first row in its cache */
function knownOf(output: StepOutput, probes: Int32Array, first: number): Known[] {
  const { rows, top, estimates } = output;
  const width = probes.length / rows;
  return Array.from({ length: rows }, (_, row) => {
    const topIds = output.topIds.slice(row * top, (row + 1) * top);
    const topLogProbs = output.topLogProbs.slice(row * top, (row + 1) * top);
    const probed = Array.from(probes.subarray(row * width, (row + 1) * width), (id, k) =>
      [id, output.probeLogProbs[row * output.probes + k] ?? -Infinity] as const);
    const logProbs = new Map([...probed, ...Array.from(topIds, (id, k) => [id, topLogProbs[k] ?? -Infinity] as const)]);
    return { row: first + row, topIds, topLogProbs, logProbs, estimate: estimates?.[row], children: new Map<number, Known>() };
  });
}

/** Writes an output for cached rows. @param probes ids, equally many a row */
function outputOf(known: readonly Known[], probes: ArrayLike<number>): StepOutput {
  const top = known[0]?.topIds.length ?? 0;
  const [topIds, topLogProbs] = [new Int32Array(known.length * top), new Float32Array(known.length * top)];
  known.forEach((one, row) => {
    topIds.set(one.topIds, row * top);
    topLogProbs.set(one.topLogProbs, row * top);
  });
  const width = probes.length / known.length;
  const probeLogProbs = Float32Array.from(probes, (id, k) => known[Math.floor(k / width)]?.logProbs.get(id) ?? -Infinity);
  const hasEstimates = known[0]?.estimate !== undefined;
  return {
    rows: known.length, top, topIds, topLogProbs, probes: width, probeLogProbs,
    ...(hasEstimates && { estimates: Float32Array.from(known, ({ estimate }) => estimate ?? NaN) }),
  };
}
