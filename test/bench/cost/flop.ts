import type { Manifest } from '../../../src/engine/files/manifest.ts';

/** Matrices of one size: a graph multiplies its states by each of them. */
export interface Product {
  readonly name: string;
  /** Outputs and inputs. */
  readonly rows: number;
  readonly columns: number;
  /** The number of such matrices. */
  readonly count: number;
  /** Tells whether every position goes through them, or those alone that the head reads. */
  readonly everywhere: boolean;
  /** Tells whether their weights are quantised. */
  readonly quantised: boolean;
}

/** The matrices of a model's graph, or of so many of its layers, the embedding table as its head. */
export function productsOf({ architecture, weights }: Manifest, layers = architecture.layers): Product[] {
  const shapes = new Map(weights.tensors.map(({ name, shape }) => [name, shape]));
  const layer = (name: string): Product => {
    const [rows = 0, columns = 0] = shapes.get(`layers.0.${name}`) ?? [];
    return { name, rows, columns, count: layers, everywhere: true, quantised: true };
  };
  const { hidden, vocabulary, adapter } = architecture;
  const head = { count: 1, everywhere: false, columns: hidden };
  const beside = { everywhere: true, quantised: false, count: adapter ? 2 * (adapter.high - adapter.low) : 0 };
  return [
    layer('qkv'), layer('o'), layer('gu'), layer('d'),
    { ...head, name: 'final', rows: hidden, quantised: false },
    { ...head, name: 'head', rows: vocabulary, quantised: true },
    ...(adapter ? [
      { ...beside, name: 'adapter, down', rows: adapter.rank, columns: hidden },
      { ...beside, name: 'adapter, up', rows: hidden, columns: adapter.rank },
    ] : []),
  ];
}

/** The load of a run: how much goes through a graph. */
export interface Load {
  /** Rows times positions, and how many of them go through the head. */
  readonly positions: number;
  readonly heads: number;
  /** Positions that each one looks at, in the mean; attention counts for nothing without. */
  readonly seen?: number;
  /** Layers that they go through, all by default. */
  readonly layers?: number;
}

/** Counts the multiplications and additions of a run of the graph, two for each weight and position. */
export function architectureFlop(manifest: Manifest, { positions, heads, seen = 0, layers = manifest.architecture.layers }: Load): number {
  const { heads: queries, head } = manifest.architecture;
  const products = productsOf(manifest, layers).reduce(
    (sum, { rows, columns, count, everywhere }) => sum + 2 * rows * columns * count * (everywhere ? positions : heads), 0,
  );
  return products + 4 * layers * queries * head * seen * positions;
}

/** The least bytes that a run moves. */
export interface Traffic {
  /** Weights, each read once. */
  readonly weights: number;
  /** Keys and values that are read: the memory once, each row's own past. */
  readonly past: number;
  /** Logits, which are written and read again by the head. */
  readonly logits: number;
  /** The bytes that JavaScript gets: the packed head. */
  readonly handedOver: number;
}

/** Bytes of a step of `rows` rows behind a source of `source` positions and `own` pieces of their own. @param form `int8` or `blocks` */
export function stepTraffic(manifest: Manifest, form: 'int8' | 'blocks', step: { rows: number; source: number; own: number }): Traffic {
  const { layers, kv_heads, head, vocabulary } = manifest.architecture;
  const { rows, source, own } = step;
  return {
    weights: manifest.graphs[form].externalBytes,
    past: 4 * layers * 2 * kv_heads * head * (source + rows * own),
    logits: 2 * 4 * rows * vocabulary,
    handedOver: 4 * rows * (2 * manifest.top + 4),
  };
}
