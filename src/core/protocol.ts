/**
 * Every message between the page and its workers, typed once. Messages are data that can be cloned; callbacks go through comlink's proxy.
 * Errors cross as `ErrorData`, never flattened to strings.
 */
import { OtherwiseError, toOtherwiseError, type ErrorData } from './errors.ts';
import type { Mode, ParaphraseOptions } from './options.ts';
import type { Finding, FindingKind } from './quality/finding.ts';
import type { SlipKind } from './quality/slips.ts';
import type { Span } from './text/words.ts';
import type { LabelledSpan } from './text/offsets.ts';
import type { Misspelling } from './text/spelling.ts';

export type { Finding, FindingKind, LabelledSpan, Misspelling, Mode, ParaphraseOptions };

/**
 * The device that is asked for. `auto` takes WebGPU when the self-test passes there, WASM otherwise; the others force one and fail when it
 * can't be had.
 */
export type DeviceChoice = 'auto' | 'webgpu' | 'wasm';

/** The library that computes a model (onnxruntime's native one, or its WebAssembly) and its device. Their numbers differ a little. */
export interface Execution {
  readonly runtime: 'native' | 'wasm';
  readonly device: 'cpu' | 'webgpu';
}

/** The budget of one request: how many candidates are drawn. */
export interface Budget {
  readonly sets: number;
  readonly samples: number;
  /** The most sets without random bans; as many as the request asks for when it is absent. */
  readonly free?: number;
}

/** The model of a loaded engine, and what it runs on. */
export interface EngineInfo {
  readonly model: string;
  /** First 12 hex digits of the SHA-256 over the weights' hashes. */
  readonly modelHash: string;
  readonly device: 'webgpu' | 'wasm';
  /** Adapter name on WebGPU, number of threads on WASM, for people to read. */
  readonly deviceName: string;
  readonly threads: number;
  /** The reason why WebGPU was not used, when it was asked for or tried. */
  readonly fallbackReason?: string;
  /** The number of candidates that this device can draw in a few seconds, measured at load. */
  readonly budget: Budget;
  readonly loadSeconds: number;
  /** The model that is on its way to take this one's place. */
  readonly following?: string | undefined;
}

/** Tells whether a model is named by its address on a hub, or a pair by two. */
export const isOfHub = (model: string): boolean => model.includes(':');

/** The facts about a hub's model that are known before it is loaded. */
export interface HubAbout {
  /** The name on the hub: owner/name. */
  readonly name: string;
  /** The licence as the hub writes it; undefined where the hub does not say. */
  readonly licence: string | undefined;
  /** The languages, BCP 47; empty where the hub does not say. */
  readonly languages: readonly string[];
  /** The exports that can be used, with the bytes of all files that are loaded. The first one is taken where none is asked for. */
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
  /** The sum of forward and backward score. */
  readonly score: number;
  /** The quality estimate: how probably a reader calls it right, 0–1; absent without estimator. */
  readonly right?: number;
  /** The Jaccard distance between the lower-cased words of rewrite and source, 1 − ∩/∪, 0–1. */
  readonly distance: number;
  /** The cluster, where clusters chose, the source's own being 0; a list for a text of several sentences. */
  readonly cluster?: number | readonly (number | undefined)[];
  /** The predicted human similarity, 0–100, when the model for it is loaded. */
  readonly meaning?: number;
  /** The observed changes that did not reject it. */
  readonly findings?: readonly Finding[];
  /** The words of both texts that the estimator doubts most, however sure it is of the whole; where `doubts` asks for them. */
  readonly doubted?: Finding;
  /** The places of the kept spans in the rewrite, in the order of `keep`; offsets in code points. */
  readonly kept?: readonly LabelledSpan[];
  /** The share of its words that are not in the vocabulary, 0–1; where there is one. */
  readonly outside?: number;
  /** The corrections of the aim `clean`; offsets in code points of the text without hidden characters and needless space. */
  readonly corrections?: readonly Correction[];
}

/** A correction of a text: what stood there and what stands there now, with the reason in English. */
export interface Correction extends Span {
  readonly instead: string;
  readonly kind: SlipKind;
  readonly reason: string;
}

export interface Unmet {
  /** The required phrase as it was sent. */
  readonly phrase: string;
  readonly reason: string;
}

export interface ConstraintSet {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
  /** The opening that ParaBank's systems 32–34 forbid, as the system gives it. */
  readonly anchored?: readonly (readonly string[])[];
}

/** The count of all samples by what became of them: `sampled` is the sum of all the others but `unique` and `recombined`. */
export interface Counts {
  readonly sampled: number;
  /** Samples that did not end within their length, or were given up. */
  readonly unfinished: number;
  /** Copies of the source, but for case, punctuation, contractions and spelling. */
  readonly copies: number;
  readonly duplicates: number;
  /** Candidates that break a constraint. */
  readonly banned: number;
  readonly unmet: number;
  /** Broken invariants by kind; a rewrite that breaks several counts once, by the first. */
  readonly invariants: Readonly<Partial<Record<FindingKind, number>>>;
  /** Candidates below the reject threshold of the estimator. */
  readonly unlikely: number;
  readonly aboveThreshold: number;
  /** Candidates that the scoring budget left out. */
  readonly unscored: number;
  readonly accepted: number;
  /** The samples less unfinished ones, copies and duplicates. */
  readonly unique: number;
  /** The recombined texts that were scored. They do not count as samples; absent if there are none. */
  readonly recombined?: number;
}

export interface ParaphraseResult extends Execution {
  readonly text: string;
  readonly rewrites: readonly Rewrite[];
  /** The next best candidates below the reject threshold, with their figures; where `doubts` asks for them, of a text of one sentence. */
  readonly doubtful?: readonly Rewrite[];
  /** The languages of the sentences that are no English prose, BCP 47 (`zxx` for code); absent where all are English. */
  readonly languages?: readonly string[];
  /** The share of the text's own words that are not in the vocabulary, 0–1; where there is one. */
  readonly outside?: number;
  readonly unmet: readonly Unmet[];
  /** The constraint sets; for a text of several sentences one list a sentence. */
  readonly constraints: readonly ConstraintSet[] | readonly (readonly ConstraintSet[])[];
  readonly counts: Counts;
  readonly mode: Mode;
  readonly model: string;
  readonly seed: number;
}

/** The measures of a rewrite against its source. */
export interface PairMeasures {
  /** The predicted human similarity, 0–100. */
  readonly meaning: number | undefined;
  /** The overlap ∩/∪ × 100 of the model's tokens; undefined for texts without any. */
  readonly overlap: number | undefined;
  /** The edit distances: of shallow trees in nodes, of the texts in words and in characters. */
  readonly treeEdit: number;
  readonly wordEdits: number;
  readonly characterEdits: number;
}

/** The figures of a rewrite of any origin, as `paraphrase` gives them. */
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
  /** A rewrite that passed the filter, before the set is chosen: it is shown while the rest is scored. */
  | { readonly kind: 'early'; readonly rewrite: Rewrite };

/** The listener of a call, and the signal that stops it. */
export interface Watching<E = ParaphraseProgress> {
  /** Stops the call within a step; it rejects with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: E) => void) | undefined;
}

/** The interface of `workers/paraphrase.worker.ts`. `call` is a number that the page gives, by which `cancel` names a call. */
export interface ParaphraseWorkerApi {
  /** Loads a model. `model`: the name of a bundled one, or the address of one on a hub (`engine/files/hub/address.ts`). */
  load(model: string, device: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<Reply<EngineInfo>>;
  /** Asks a hub about a model, by its address, and loads nothing. */
  describe(model: string): Promise<Reply<HubAbout>>;
  /** Rewrites a text. A newer call stops the running one within a step; that one rejects with `superseded`. */
  rewrite(
    call: number, text: string, options: ParaphraseOptions, onProgress: (event: ParaphraseProgress) => void,
  ): Promise<Reply<ParaphraseResult>>;
  /** Measures pairs at once, whatever else runs. A few pairs at a time keep a running request waiting only for a moment. */
  measure(pairs: readonly TextPair[]): Promise<Reply<readonly PairMeasures[]>>;
  /** Scores rewrites of any origin with the model, between the passes of a running request. */
  score(call: number, pairs: readonly TextPair[], options: ParaphraseOptions): Promise<Reply<readonly PairScores[]>>;
  /** Stops a call within a step; it rejects with `aborted`. */
  cancel(call: number): void;
  /** Takes a lock that the worker holds as long as it lives. @returns its name; undefined where the browser has no locks */
  life(): Promise<string | undefined>;
}

/** The interface of `workers/spelling.worker.ts`. */
export interface SpellingWorkerApi {
  misspellings(text: string): Promise<Reply<Misspelling[]>>;
}

/** The outcome of a call as a value, so that an error keeps its code. */
export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorData };

/** Runs a task in the worker and packs its outcome. */
export async function reply<T>(task: () => Promise<T>): Promise<Reply<T>> {
  try {
    return { ok: true, value: await task() };
  } catch (cause) {
    return { ok: false, error: toOtherwiseError(cause).toJSON() };
  }
}

/** Unpacks a reply in the page. @throws OtherwiseError as the worker sent it */
export function unpackReply<T>(packed: Reply<T>): T {
  if (packed.ok) return packed.value;
  throw OtherwiseError.from(packed.error);
}

/**
 * The reason why a file is not read as a Word document: it is another kind of file or broken, has a password or is an old .doc, or unpacks
 * to too much.
 */
export type WordRefusal = 'damaged' | 'locked' | 'too-large';

/** The answer of the reader of Word documents. */
export type WordAnswer = { readonly html: string } | { readonly refused: WordRefusal };
