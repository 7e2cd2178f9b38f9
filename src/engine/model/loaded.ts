import type { ScoreRequest, StepModel } from '../../core/decoding/step-model.ts';
import type { Pieces } from '../../core/pipeline/tools.ts';
import type { Style } from '../../core/decoding/style.ts';
import type { KeptWeights } from '../files/read.ts';
import type { GraphForm } from '../files/manifest.ts';
import type { Execution, LoadProgress } from '../../core/protocol.ts';
import type { EstimatorModel } from '../../core/quality/estimator.ts';
import type { Device, RuntimeOptions } from './runtime.ts';
import type { WeightsPlace } from './weights-place.ts';

export type ModelPieces = Required<Pieces>;

/** A model ready to decode on one device, whatever its architecture and wherever it came from. */
export interface Engine {
  /** Its name in outputs: that of a bundled model, the id on a hub, or the folder. */
  readonly name: string;
  readonly model: StepModel;
  readonly pieces: ModelPieces;
  /** The engine of a pair of translators that translates into the pivot language. */
  readonly pivot?: Pick<Engine, 'model' | 'pieces'>;
  /** The threshold: highest forward + backward score per token (nats) of a rewrite worth showing. */
  readonly threshold: number;
  /** The quality estimator; undefined for a model without one. */
  readonly estimator: EstimatorModel | undefined;
  /** The languages that it reads and writes, BCP 47; empty where nobody knows. */
  readonly languages: readonly string[];
  /** Gives the tokens before a target of this style; none where the model knows no styles. @throws OtherwiseError `bad-request` */
  tags(style: Style): number[];
  /** A sentence and its tags, to measure the device with. */
  readonly usual: Pick<ScoreRequest, 'source' | 'tags'>;
  readonly device: Device;
  readonly execution: Execution;
  readonly threads: number;
  /** The 12 hex digits that name the weights. */
  readonly hash: string;
  /** The version of onnxruntime. */
  readonly runtime: string;
  /** Resolves with the reason when the GPU was lost or refused work, after which its numbers mean nothing; never on WASM. */
  readonly lost: Promise<string>;
  dispose(): Promise<void>;
}

/** Arithmetics that models of the hub are exported in, by the names that the hub's libraries have for them. */
export const dtypes = ['q8', 'fp32', 'q4', 'fp16', 'q4f16', 'int8', 'uint8', 'bnb4'] as const;
export type Dtype = (typeof dtypes)[number];
export const isDtype = (name: string | undefined): name is Dtype => (dtypes as readonly (string | undefined)[]).includes(name);

export interface EngineOptions extends RuntimeOptions {
  readonly device: Device;
  /** The arithmetic of a bundled model: `blocks` on WebGPU and `int8` elsewhere by default; `float` (tests) where there is one. */
  readonly form?: GraphForm;
  /** The arithmetic of a hub model; the first of `dtypes` that it has when undefined. */
  readonly dtype?: Dtype;
  /** Makes the place where so many bytes of weights lie until the session is there; memory is the place if it makes none. */
  readonly weightsPlace?: (bytes: number) => WeightsPlace | undefined;
  /** The cache that keeps repacked weights between visits. */
  readonly kept?: KeptWeights;
  readonly onProgress?: (event: LoadProgress) => void;
  readonly signal?: AbortSignal;
  /** Pauses after every run of the graph, which waits for it, so that messages get in between. */
  readonly breathe?: () => Promise<void>;
  /** Session options for measuring (profiling, verbose logs). */
  readonly session?: Record<string, unknown>;
}
