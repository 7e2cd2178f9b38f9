import type { InferenceSession, Tensor } from 'onnxruntime-web';
import type { OrtModule } from '../model/runtime.ts';
import type { Feeds } from './rows.ts';

/** The output of a run of a decoder. */
export interface Decoded {
  /** The logits [rows, positions, vocabulary]. */
  readonly logits: Tensor;
  /** The keys and values that the next run continues, by the names of its inputs. */
  readonly past: Feeds;
}

/** A decoder's graph as the hub's exports have it: `past_*` inputs, and a `present*` output for each of them. */
export class CachedGraph {
  private readonly inputs: ReadonlySet<string>;
  /** Outputs that are the past of the next run, by the input that takes them. */
  private readonly presents: ReadonlyMap<string, string>;

  /** @param breathe awaited after every run */
  constructor(
    readonly ort: OrtModule, private readonly session: InferenceSession, private readonly breathe: (() => Promise<void>) | undefined,
  ) {
    this.inputs = new Set(session.inputNames);
    this.presents = new Map(session.outputNames.flatMap((name) => (name.startsWith('present') ? [[pastOf(name), name] as const] : [])));
  }

  has(input: string): boolean {
    return this.inputs.has(input);
  }

  /**
   * Makes an empty past for one row. Axes that an export leaves open are the row's number and the length; heads and widths are fixed in all
   * that are known.
   */
  emptyPast(): Feeds {
    const pasts = this.session.inputMetadata.filter(({ name }) => name.startsWith('past_'));
    return Object.fromEntries(pasts.map((input) => {
      const dims = input.isTensor ? input.shape.map((axis, i) => (i === 0 ? 1 : typeof axis === 'number' ? axis : 0)) : [];
      return [input.name, this.zeros(input.isTensor ? input.type : 'float32', dims)];
    }));
  }

  private zeros(type: Tensor.Type, dims: readonly number[]): Tensor {
    const size = dims.reduce((product, one) => product * one, 1);
    const data = type === 'float16' ? new Uint16Array(size) : new Float32Array(size);
    return new this.ort.Tensor(type === 'float16' ? 'float16' : 'float32', data as never, [...dims]);
  }

  /**
   * Runs the graph with those of the feeds that it takes.
   * @param keep tells which inputs of the past are wanted, by name; all when undefined
   */
  async run(feeds: Feeds, keep?: (input: string) => boolean): Promise<Decoded> {
    const given = Object.fromEntries(Object.entries(feeds).filter(([name]) => this.inputs.has(name)));
    const wanted = [...this.presents].filter(([input]) => keep?.(input) ?? true);
    const outputs = await this.session.run(given, ['logits', ...wanted.map(([, output]) => output)]);
    await this.breathe?.();
    return {
      logits: outputs['logits'] as Tensor,
      past: Object.fromEntries(wanted.map(([input, output]) => [input, outputs[output] as Tensor])),
    };
  }

  async dispose(): Promise<void> {
    await this.session.release();
  }
}

/**
 * Names the input that takes an output: `present.0.key` is the `past_key_values.0.key` of the next run, `present_conv.0` its `past_conv.0`.
 */
const pastOf = (output: string): string => output.replace(/^present(?:_key_values)?\./u, 'past_key_values.').replace(/^present_/u, 'past_');
