/**
 * Every message between the page and its workers, typed once. Data only: what crosses is structured-clonable, callbacks
 * go through comlink's proxy. Errors cross as `ErrorData`, never flattened to strings.
 */
import { OtherwiseError, toOtherwiseError, type ErrorData } from './errors.ts';
import type { Mode, ParaphraseOptions } from './options.ts';
import type { Finding, FindingKind } from './quality/finding.ts';
import type { SlipKind } from './quality/slips.ts';
import type { Span } from './text/words.ts';
import type { LabelledSpan } from './text/offsets.ts';
import type { Misspelling } from './text/spelling.ts';

export type { Finding, FindingKind, LabelledSpan, Misspelling, Mode, ParaphraseOptions };

/** `auto` takes WebGPU when the self-test passes there, WASM otherwise; the others force one and fail when it can't be had. */
export type DeviceChoice = 'auto' | 'webgpu' | 'wasm';

/** The library that computes a model (onnxruntime's native one, or its WebAssembly) and its device. Their numbers differ a little. */
export interface Execution {
  readonly runtime: 'native' | 'wasm';
  readonly device: 'cpu' | 'webgpu';
}

/** The budget of one request: how many rows are decoded. */
export interface Budget {
  readonly sets: number;
  readonly samples: number;
  /** Most sets without random bans; as many as the request asks for when absent. */
  readonly free?: number;
}

/** What a loaded engine is and runs on. */
export interface EngineInfo {
  readonly model: string;
  /** First 12 hex digits of the SHA-256 over the weights' hashes. */
  readonly modelHash: string;
  readonly device: 'webgpu' | 'wasm';
  /** Adapter name on WebGPU, number of threads on WASM, for people to read. */
  readonly deviceName: string;
  readonly threads: number;
  /** Why WebGPU was not used, when it was asked for or tried. */
  readonly fallbackReason?: string;
  /** Rewrites of one sentence this device makes in a few seconds: measured at load. */
  readonly budget: Budget;
  readonly loadSeconds: number;
}

/** Whether a model is named by its address on a hub, or a pair by two. */
export const isOfHub = (model: string): boolean => model.includes(':');

/** What is known of a model of a hub before it is loaded. */
export interface HubAbout {
  /** owner/name */
  readonly name: string;
  /** As the hub writes it; undefined where it is not told. */
  readonly licence: string | undefined;
  /** BCP 47; empty where nobody says. */
  readonly languages: readonly string[];
  /** Its exports that can be used, the one first that is taken where none is wished; bytes of all files that are loaded for it. */
  readonly exports: readonly { readonly dtype: string; readonly bytes: number }[];
}

export type LoadProgress =
  | { readonly kind: 'download'; readonly file: string; readonly loaded: number; readonly total: number; readonly cached: boolean }
  | { readonly kind: 'unpack'; readonly done: number; readonly total: number }
  | { readonly kind: 'compile' }
  | { readonly kind: 'self-test' };

export interface Rewrite {
  readonly text: string;
  /** Negative log-likelihood per token of the rewrite given the source, nats. */
  readonly forward: number;
  /** Negative log-likelihood per token of the source given the rewrite, nats. */
  readonly backward: number;
  /** forward + backward. */
  readonly score: number;
  /** How probably a reader calls it right, 0–1; absent without estimator. */
  readonly right?: number;
  /** 1 − ∩/∪ of the lower-cased words of rewrite and source, 0–1. */
  readonly distance: number;
  /** Where clusters chose: cluster number, the source's own being 0; a list for a text of several sentences. */
  readonly cluster?: number | readonly (number | undefined)[];
  /** Predicted human similarity 0–100, when the model for it is loaded. */
  readonly meaning?: number;
  /** What was seen in it and let through. */
  readonly findings?: readonly Finding[];
  /** The words of both texts that the estimator doubts most, however sure it is of the whole; where `doubts` asks for them. */
  readonly doubted?: Finding;
  /** Where what `keep` asks for stands in it, in the order of `keep`; offsets in code points. */
  readonly kept?: readonly LabelledSpan[];
  /** The share of its words that are not in the vocabulary, 0–1; where there is one. */
  readonly outside?: number;
  /** Of the aim `clean`: all that was corrected; offsets in code points of the text without hidden characters and needless space. */
  readonly corrections?: readonly Correction[];
}

/** A correction of a text: what stood there and what stands there now, with the reason in English. */
export interface Correction extends Span {
  readonly instead: string;
  readonly kind: SlipKind;
  readonly reason: string;
}

export interface Unmet {
  /** The demand as sent. */
  readonly phrase: string;
  readonly reason: string;
}

export interface ConstraintSet {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
  /** ParaBank's systems 32–34: what the rewrite must not begin with, as the system gives it. */
  readonly anchored?: readonly (readonly string[])[];
}

/** Where every sampled row went: `sampled` is the sum of all the others but `unique`. */
export interface Counts {
  readonly sampled: number;
  /** Rows that never ended within their length, or were given up. */
  readonly unfinished: number;
  /** The source again, but for case, punctuation, contractions and spelling. */
  readonly copies: number;
  readonly duplicates: number;
  /** Broken bans and unmet demands. */
  readonly banned: number;
  readonly unmet: number;
  /** Broken invariants by kind; a rewrite that breaks several counts once, by the first. */
  readonly invariants: Readonly<Partial<Record<FindingKind, number>>>;
  /** Hardly right by the estimator. */
  readonly unlikely: number;
  readonly aboveThreshold: number;
  /** Left out of the scoring budget. */
  readonly unscored: number;
  readonly accepted: number;
  /** sampled less unfinished, copies and duplicates. */
  readonly unique: number;
}

export interface ParaphraseResult extends Execution {
  readonly text: string;
  readonly rewrites: readonly Rewrite[];
  /**
   * The next best that are hardly right by the estimator, with the figures that judged them: where `doubts` asks for
   * them, of a text of one sentence.
   */
  readonly doubtful?: readonly Rewrite[];
  /** What its sentences that are no English prose are in, as BCP 47 has it (`zxx` for code); absent where all are English. */
  readonly languages?: readonly string[];
  readonly unmet: readonly Unmet[];
  /** One entry for each constraint set; for a text of several sentences one list a sentence. */
  readonly constraints: readonly ConstraintSet[] | readonly (readonly ConstraintSet[])[];
  readonly counts: Counts;
  readonly mode: Mode;
  readonly model: string;
  readonly seed: number;
}

/** How a rewrite stands to its source. */
export interface PairMeasures {
  /** Predicted human similarity, 0–100. */
  readonly meaning: number | undefined;
  /** Overlap ∩/∪ × 100 of the model's pieces; undefined for texts without any. */
  readonly overlap: number | undefined;
  /** Edit distances: of shallow trees in nodes, of the texts in words and in characters. */
  readonly treeEdit: number;
  readonly wordEdits: number;
  readonly characterEdits: number;
}

/** How good a rewrite is of its source, as of those of `paraphrase`. */
export type PairScores = Omit<Rewrite, 'text' | 'cluster' | 'findings' | 'kept' | 'outside' | 'corrections'> &
  { readonly findings: readonly Finding[] };

/** A source and a rewrite of it. */
export type TextPair = readonly [source: string, rewrite: string];

export type ParaphraseProgress =
  | { readonly kind: 'encode' }
  | {
      readonly kind: 'sample';
      /** rows finished and rows in all */ readonly finished: number;
      readonly total: number;
      readonly step: number;
    }
  | { readonly kind: 'score'; readonly done: number; readonly total: number }
  /** A rewrite that passed the filter, before clustering: something to show while the rest is scored. */
  | { readonly kind: 'early'; readonly rewrite: Rewrite };

/** Who listens to a call, and may stop it. */
export interface Watching<E = ParaphraseProgress> {
  /** Stops the call within a step; it rejects with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: E) => void) | undefined;
}

/** Served by `workers/paraphrase.worker.ts`. `call` is a number of the page's own, by which `cancel` names a call. */
export interface ParaphraseWorkerApi {
  /** `model`: the name of a bundled one, or the address of one on a hub (`engine/files/hub/address.ts`). */
  load(model: string, device: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<Reply<EngineInfo>>;
  /** Asks a hub about a model, by its address; nothing is loaded. */
  describe(model: string): Promise<Reply<HubAbout>>;
  /** A newer one stops the running one within a step; that one rejects with `superseded`. */
  rewrite(
    call: number, text: string, options: ParaphraseOptions, onProgress: (event: ParaphraseProgress) => void,
  ): Promise<Reply<ParaphraseResult>>;
  /** Measures pairs at once, whatever else runs: a few at a time keep a running request waiting for a moment only. */
  measure(pairs: readonly TextPair[]): Promise<Reply<readonly PairMeasures[]>>;
  /** Scores rewrites of whatever origin with the model, between the passes of a running request. */
  score(call: number, pairs: readonly TextPair[], options: ParaphraseOptions): Promise<Reply<readonly PairScores[]>>;
  /** Stops a call within a step; it rejects with `aborted`. */
  cancel(call: number): void;
  /** Takes a lock that the worker holds as long as it lives. @returns its name; undefined where the browser has no locks */
  life(): Promise<string | undefined>;
}

/** Served by `workers/spelling.worker.ts`. */
export interface SpellingWorkerApi {
  misspellings(text: string): Promise<Reply<Misspelling[]>>;
}

/** Results cross as values so that an error keeps its code. */
export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorData };

/** Worker side: runs a task and packs its outcome. */
export async function reply<T>(task: () => Promise<T>): Promise<Reply<T>> {
  try {
    return { ok: true, value: await task() };
  } catch (cause) {
    return { ok: false, error: toOtherwiseError(cause).toJSON() };
  }
}

/** Page side: the value of a reply. @throws OtherwiseError as the worker sent it */
export function unpackReply<T>(packed: Reply<T>): T {
  if (packed.ok) return packed.value;
  throw OtherwiseError.from(packed.error);
}

/** Why a file is not read as a Word document: it is another one or broken, has a password or is an old .doc, or unpacks to too much. */
export type WordRefusal = 'damaged' | 'locked' | 'too-large';

/** What the reader of Word documents says. */
export type WordAnswer = { readonly html: string } | { readonly refused: WordRefusal };
