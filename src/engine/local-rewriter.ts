import type { SystemResources } from '../core/constraints/systems.ts';
import { pieceOverlap } from '../core/metrics/overlap.ts';
import { defaultsOf, type RequestOptions, settingsOf } from '../core/options.ts';
import type { RequestContext } from '../core/pipeline/context.ts';
import type { TextInput } from '../core/pipeline/input.ts';
import { KnownSentences } from '../core/pipeline/known.ts';
import { type PairsInput, scorePairs } from '../core/pipeline/score.ts';
import { paraphraseText } from '../core/pipeline/text.ts';
import type { Tools } from '../core/pipeline/tools.ts';
import type {
  Budget, EngineInfo, PairMeasures, PairScores, ParaphraseOptions, ParaphraseResult, TextPair, Watching,
} from '../core/protocol.ts';
import { Queue } from '../core/queue.ts';
import { characterDistance, editDistance } from '../core/text/edit-distance.ts';
import { plainWords } from '../core/text/words.ts';
import { unlessLost } from './model/engine.ts';
import type { Engine, EngineOptions } from './model/loaded.ts';
import type { WordResources } from './model/resources.ts';
import { type ModelSource, openEngine } from './open.ts';
import type { Rewriter } from './rewriter.ts';

/** The parts that a rewriter is opened with. */
export interface LocalParts {
  readonly source: ModelSource;
  readonly options: EngineOptions;
  readonly words: WordResources;
  /** The caller's own tables behind ParaBank's systems, which replace the shipped ones. */
  readonly own?: Partial<Pick<SystemResources, 'idf' | 'lexicon'>> | undefined;
  readonly proofread?: Tools['proofread'];
  /** Measures the budget of the device, for requests without one. Where it is absent, they have the fixed budget of the options. */
  readonly budget?: ((engine: Engine) => Promise<Budget>) | undefined;
  /** Tells whether the last sentences are cached; texts are then rewritten one after the other. */
  readonly remembers?: boolean;
}

/** The facts about a model in this process, whatever computes it. */
export type LocalInfo = Pick<EngineInfo, 'model' | 'modelHash' | 'deviceName' | 'threads' | 'budget' | 'loadSeconds'>;

/** Tells whether a request needs the tables behind ParaBank's systems. A vocabulary and required phrases need their lexicon. */
const needsSystems = ({ system, vocabulary, require }: Pick<RequestOptions, 'system' | 'vocabulary' | 'require'>): boolean =>
  typeof system === 'number' || vocabulary !== undefined || (require?.length ?? 0) > 0;

/** The budget where nobody measured the device. */
const { sets, samples, free } = defaultsOf.otherwise;

/** A rewriter in this process. No other place opens a model and the tables of words and puts them together. */
export class LocalRewriter implements Rewriter {
  readonly #queue = new Queue();
  readonly #known: KnownSentences | undefined;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly engine: Engine,
    /** The model with the tables that every request needs. */
    readonly tools: Tools,
    readonly info: LocalInfo,
    private readonly parts: LocalParts,
  ) {
    this.#known = parts.remembers === true ? new KnownSentences() : undefined;
  }

  /** Opens a model and the tables. @throws OtherwiseError `model-*`, `no-webgpu`, `self-test-failed`, `runtime`, `aborted` */
  static async open(parts: LocalParts): Promise<LocalRewriter> {
    const began = performance.now();
    const [engine] = await Promise.all([openEngine(parts.source, parts.options), parts.words.tables()]);
    const tools = await parts.words.with(engine, parts.proofread);
    const { name: model, hash: modelHash, threads } = engine;
    const budget = parts.budget ? await unlessLost(engine.lost, parts.budget(engine)) : { sets, samples, free };
    const deviceName = engine.device === 'webgpu' ? 'graphics adapter' : `${threads} thread${threads === 1 ? '' : 's'}`;
    const loadSeconds = (performance.now() - began) / 1000;
    return new LocalRewriter(engine, tools, { model, modelHash, deviceName, threads, budget, loadSeconds }, parts);
  }

  /** Rewrites a text. @param input the kept spans of the text, and the text in the pivot language */
  rewrite(
    text: string, { lines, ...given }: ParaphraseOptions,
    { signal, onProgress: progress, input }: Watching & { readonly input?: TextInput | undefined } = {},
  ): Promise<ParaphraseResult> {
    const task = async (): Promise<ParaphraseResult> => {
      const request = await this.#request(given, signal);
      return paraphraseText(text, { ...request, progress, known: this.#known }, { ...input, lines });
    };
    return this.#run(this.#known ? this.#queue.run(task, signal) : task());
  }

  /** @param foreign each pair's text in the pivot language */
  score(
    pairs: readonly TextPair[], { lines = false, ...given }: ParaphraseOptions,
    { signal, foreign }: Pick<Watching, 'signal'> & Pick<PairsInput, 'foreign'> = {},
  ): Promise<PairScores[]> {
    return this.#run(this.#request(given, signal).then((request) => scorePairs(pairs, request, { lines, ...(foreign && { foreign }) })));
  }

  async measure(pairs: readonly TextPair[]): Promise<PairMeasures[]> {
    const { meaning, pieces } = this.tools;
    // It is fetched here, because it has the part-of-speech tagger, of some hundred kilobytes.
    const { shallowTreeDistance } = await import('../core/metrics/shallow-tree.ts');
    const piecesOf = (text: string): string[] => pieces.encode(text).map((id) => pieces.pieceText(id));
    return pairs.map(([a, b]) => ({
      meaning: meaning?.(a, b), overlap: pieceOverlap(piecesOf(a), piecesOf(b)), treeEdit: shallowTreeDistance(a, b),
      wordEdits: editDistance(plainWords(a), plainWords(b)), characterEdits: characterDistance(a, b),
    }));
  }

  /** Gives the model with all tables, those behind ParaBank's systems included. @throws OtherwiseError what reading them throws */
  async allTools(): Promise<Tools> {
    return { ...this.tools, systems: await this.parts.words.systems(this.parts.own) };
  }

  /** Frees the model when the running requests have ended. */
  async dispose(): Promise<void> {
    await this.#running;
    await this.engine.dispose();
  }

  /** @throws OtherwiseError `bad-request` as `settingsOf` */
  async #request(given: RequestOptions, signal: AbortSignal | undefined): Promise<RequestContext> {
    const settings = settingsOf(given, this.tools.threshold, this.info.budget);
    return { tools: needsSystems(given) ? await this.allTools() : this.tools, settings, signal };
  }

  #run<T>(task: Promise<T>): Promise<T> {
    this.#running = Promise.allSettled([this.#running, task]).then(() => undefined);
    return unlessLost(this.engine.lost, task);
  }
}
