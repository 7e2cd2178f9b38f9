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
  /** The number of batches that are open; a tree that one has open is not dropped. */
  users: number;
}

interface Rows extends Cache {
  readonly tree: Tree;
  /** The number of tokens of each row. */
  length: number;
  known: readonly Known[];
}

/** A step of one batch: what `StepModel.step` takes. */
export interface BatchStep {
  readonly cache: Cache;
  readonly parents: Int32Array;
  readonly ids: Int32Array;
  readonly options: NonNullable<Parameters<StepModel['step']>[3]>;
}

/** A row that a batch wants: its prefix without the last token, that token, and the ids whose log-probabilities it needs. */
interface WantedRow {
  readonly parent: Known;
  readonly id: number;
  readonly probes: Int32Array;
}

/** A tree with more rows than this is not continued: their keys and values would fill the memory. */
const MOST_ROWS = 1600;
/** The most trees that are cached: that of the first tags, and the last ones asked for. */
const MOST_TREES = 2;

/**
 * Caches the steps of a model over one memory, so that each prefix is computed once for all batches: the output for a row depends on its
 * tokens alone. A constraint costs only the steps after the token where it changes a sample. It serves one batch at a time, or several
 * whose steps are made together. A model that can't go back to rows of former steps is asked for each of them.
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
    tree.users += 1;
    let open = true;
    const dispose = (): void => {
      if (open) tree.users -= 1;
      open = false;
    };
    const cache: Rows = { tree, length: 0, known: tree.roots, rows: tree.roots.length, dispose };
    return { cache, output: outputOf(tree.roots, tags.flatMap(() => probes)) };
  }

  async step(cache: Cache, parents: Int32Array, ids: Int32Array, options: BatchStep['options'] = {}): Promise<StepOutput> {
    const [output] = await this.stepTogether([{ cache, parents, ids, options }]);
    return output as StepOutput;
  }

  /** Makes steps of several batches, those of one tree and length in one run of the model. @returns the output of each, in their order */
  async stepTogether(steps: readonly BatchStep[]): Promise<StepOutput[]> {
    if (!this.model.recall) {
      const outputs: StepOutput[] = [];
      for (const { cache, parents, ids, options } of steps) outputs.push(await this.model.step(cache, parents, ids, options));
      return outputs;
    }
    const wanted = steps.map((step) => this.wantedRows(step));
    const placeOf = ({ cache }: BatchStep): string => `${this.trees.indexOf((cache as Rows).tree)} ${(cache as Rows).length}`;
    const places = steps.map(placeOf);
    for (const [i, step] of steps.entries()) {
      if (places.indexOf(places[i] ?? '') === i) await this.compute(step, wanted.filter((_, k) => places[k] === places[i]).flat());
    }
    return steps.map(({ cache }, i) => {
      const rows = cache as Rows;
      const own = wanted[i] ?? [];
      rows.known = own.map(({ parent, id }) => parent.children.get(id) as Known);
      rows.length += 1;
      return outputOf(rows.known, Int32Array.from(own.flatMap(({ probes }) => [...probes])));
    });
  }

  private wantedRows({ cache, parents, ids, options }: BatchStep): WantedRow[] {
    const probes = options.probes && options.probes.length > 0 ? options.probes : new Int32Array(ids.length).fill(this.eos);
    const width = probes.length / ids.length;
    return Array.from(ids, (id, row) => ({
      parent: (cache as Rows).known[parents[row] ?? 0] as Known, id, probes: probes.subarray(row * width, (row + 1) * width),
    }));
  }

  /** Computes those of the rows that are not known, each once. All have the tree and the length of one step. */
  private async compute({ cache, options }: BatchStep, wanted: readonly WantedRow[]): Promise<void> {
    const { tree } = cache as Rows;
    const missing = new Map<Known, Map<number, Set<number>>>();
    for (const { parent, id, probes } of wanted) {
      if (knowing(parent.children.get(id), probes)) continue;
      const ofParent = missing.get(parent) ?? new Map<number, Set<number>>();
      missing.set(parent, ofParent.set(id, new Set([...ofParent.get(id) ?? [], ...probes])));
    }
    const rows = [...missing].flatMap(([parent, byId]) => [...byId].map(([id, probes]) => ({ parent, id, probes: [...probes] })));
    if (rows.length === 0) return;
    const width = Math.max(...rows.map(({ probes }) => probes.length));
    const probes = Int32Array.from(rows.flatMap(({ probes: [first = this.eos, ...others] }) =>
      [first, ...others, ...Array.from({ length: width - 1 - others.length }, () => first)]));
    this.model.recall?.(tree.cache, Int32Array.from(rows, ({ parent }) => parent.row));
    const ids = Int32Array.from(rows, ({ id }) => id);
    const output = await this.model.step(tree.cache, Int32Array.from(rows.keys()), ids, { ...options, probes });
    knownOf(output, probes, tree.rows).forEach((known, i) => {
      const { parent, id } = rows[i] as (typeof rows)[number];
      const before = parent.children.get(id);
      parent.children.set(id, before ? learn(before, known) : known);
    });
    tree.rows += rows.length;
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
    const kept = this.trees.filter((tree) => tree.tags !== key && tree.users === 0).slice(0, MOST_TREES - 1);
    const others = this.trees.filter((tree) => tree.users > 0 || kept.includes(tree));
    for (const tree of this.trees) if (!others.includes(tree)) tree.cache.dispose();
    this.trees = others;
    const { cache, output } = await this.model.begin(memory, tags, { ...options, capacity: Number.MAX_SAFE_INTEGER });
    const tree: Tree = { tags: key, cache, roots: knownOf(output, rootProbes(tags, options), 0), rows: tags.length, users: 0 };
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
