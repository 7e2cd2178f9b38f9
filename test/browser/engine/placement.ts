/** The kernels that read or make shape vectors: shape arithmetic on a few integers belongs on the processor. */
const SHAPE_ARITHMETIC = new Set(['Shape', 'Gather', 'Concat', 'Add', 'Identity', 'Squeeze', 'Unsqueeze', 'Cast', 'Slice']);

/** The placement of a graph's nodes on graphics card and processor. */
export interface Placement {
  /** Nodes on the graphics card. */
  readonly gpu: number;
  /** Kernels and names of the nodes that onnxruntime puts on the processor although WebGPU was asked for, shape arithmetic aside. */
  readonly cpu: readonly string[];
  /** The nodes of shape arithmetic. */
  readonly shapes: readonly string[];
}

/** Reads the placement lines of onnxruntime's verbose log. */
export function readPlacement(lines: readonly string[]): Placement {
  const found = { gpu: 0, cpu: [] as string[], shapes: [] as string[] };
  let provider = '';
  for (const line of lines) {
    const head = /(?:All nodes|Node\(s\)) placed on \[(\w+)\]\. Number of nodes: (\d+)/.exec(line);
    if (head) {
      provider = head[1] ?? '';
      if (provider.startsWith('WebGpu')) found.gpu += Number(head[2]);
      continue;
    }
    const [, kernel = '', name = ''] = /\]\s{2,}(\w+) \(([^)]*)\)/.exec(line) ?? [];
    if (kernel !== '' && provider.startsWith('CPU')) found[SHAPE_ARITHMETIC.has(kernel) ? 'shapes' : 'cpu'].push(`${kernel} ${name}`);
  }
  return found;
}
