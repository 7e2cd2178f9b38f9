import type { PairMeasures, ParaphraseResult, Rewrite, TextPair } from '../../../core/protocol.ts';
import { wordTokens } from '../../../core/text/words.ts';
import type { RatingGroup } from '../../../lab/ratings/sheet.ts';
import { selfBleu } from '../../../core/metrics/self-bleu.ts';
import {
  meanOf, summarise, summariseMeasures, summariseTexts, type MeasuredPair, type Summary, type TextSummary,
} from '../../../core/metrics/summary.ts';
import { saveFile } from '../../platform/files.ts';
import type { AppState } from '../app.svelte.ts';
import { toFailure, type Failure } from '../failure.ts';
import { ratingGroup } from './groups.ts';
import { measureTable, type Maker, type Measured } from './measured.ts';
import { approachOf } from '../settings/approach.ts';
import { requestOf } from '../rewrites/request-of.ts';
import { LONGEST_SENTENCE } from '../documents/texts.ts';
import type { Request } from '../rewrites/request.ts';
import { fileNameOf, titleOf } from '../documents/titles.ts';

export type { Maker, Measured, Summary };

/** The number of pairs measured in one message: the engine's other work waits for that long, about a tenth of a second. */
const CHUNK = 16;
/** The time between two showings of the numbers that come in, ms. */
const SHOW_EVERY = 500;
/** The number of tries after which a sentence that can't be rewritten is left. */
const TRIES = 2;
/** Rewrites of a sentence that count, as in ParaBank 2's tables; with an aim more are drawn, to choose among. */
const RANKS = 5;

interface Found {
  readonly request: Request;
  readonly result: ParaphraseResult;
}

const keyOfMaker = ({ approach, distance }: Maker): string => `${approach} ${distance}`;
const keyOfPair = (source: string, text: string): string => JSON.stringify([source, text]);
const makerOf = ({ options }: Request): Maker => ({ approach: approachOf(options), distance: options.distance ?? 2 });

/** The parts of the page that measuring needs. */
type MeasureParts = Pick<AppState, 'desk' | 'document' | 'engine' | 'rewriting' | 'settings' | 'words'>;

/** The numbers of the open document: of every rewrite this visit has made of its sentences, and of those that stand in the text. */
export class MeasureState {
  readonly #app: MeasureParts;
  #chosen = $state.raw<Maker | undefined>(undefined);
  #measures = $state.raw<ReadonlyMap<string, PairMeasures>>(new Map());
  /** Results of `complete`: the session keeps a limited number. */
  #more = $state.raw<readonly Found[]>([]);
  #turn = 0;
  /** The progress of rewriting the document, in sentences. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | undefined>(undefined);
  /** Sentences of which the last `complete` could make no result. */
  unable = $state(0);
  measuring = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);

  /** Each different sentence with words, as it was before a rewrite took its place, with the place where it comes first. */
  readonly sentences: readonly { readonly source: string; readonly sentence: number }[] = $derived.by(() => {
    const first = new Map<string, number>();
    this.#app.document.sentences.forEach((span, index) => {
      const source = this.#app.document.sourceOf(span.text);
      if (!first.has(source) && wordTokens(source).length > 0) first.set(source, index);
    });
    return [...first].map(([source, sentence]) => ({ source, sentence }));
  });

  /** The newest result of each maker, by sentence. */
  readonly #found: ReadonlyMap<string, ReadonlyMap<string, Found>> = $derived.by(() => {
    const wanted = new Map<string, Map<string, Found>>(this.sentences.map(({ source }) => [source, new Map<string, Found>()]));
    for (const found of [...this.#more, ...this.#app.rewriting.session.kept])
      wanted.get(found.request.text)?.set(keyOfMaker(makerOf(found.request)), found);
    return wanted;
  });

  /** Makers with results of this document and how many sentences they did, the most first. */
  readonly makers: readonly { readonly maker: Maker; readonly count: number }[] = $derived.by(() => {
    const counts = new Map<string, { maker: Maker; count: number }>();
    for (const results of this.#found.values()) {
      for (const [key, { request }] of results) counts.set(key, { maker: makerOf(request), count: (counts.get(key)?.count ?? 0) + 1 });
    }
    return [...counts.values()].toSorted((a, b) => b.count - a.count);
  });

  /** The maker that is measured: the one chosen, else the one in the settings where it has results, else the one that has most. */
  readonly maker: Maker = $derived.by(() => {
    const { approach, distance } = this.#app.settings.values;
    if (this.#chosen !== undefined) return this.#chosen;
    const set = this.makers.find(({ maker }) => keyOfMaker(maker) === keyOfMaker({ approach, distance }));
    return (set ?? this.makers[0])?.maker ?? { approach, distance };
  });

  /** Sentences the maker has no result of and could have one of. */
  readonly missing: readonly string[] = $derived.by(() =>
    this.sentences.flatMap(({ source }) =>
      this.#found.get(source)?.has(keyOfMaker(this.maker)) === true || source.length > LONGEST_SENTENCE ? [] : [source],
    ),
  );
  /** The number of sentences that the maker has a result of. */
  readonly done: number = $derived.by(() => this.makers.find(({ maker }) => keyOfMaker(maker) === keyOfMaker(this.maker))?.count ?? 0);

  /** Each sentence with the maker's rewrites, best first. */
  readonly #sets: readonly { readonly source: string; readonly sentence: number; readonly rewrites: readonly Rewrite[] }[] = $derived.by(
    () =>
      this.sentences.map(({ source, sentence }) => ({
        source,
        sentence,
        rewrites: (this.#found.get(source)?.get(keyOfMaker(this.maker))?.result.rewrites ?? []).slice(0, RANKS),
      })),
  );

  /** The maker's rewrites, sentence by sentence, best first. */
  readonly pairs: readonly Measured[] = $derived.by(() => {
    const standing = new Set(this.taken.map(({ source, text }) => keyOfPair(source, text)));
    return this.#sets.flatMap(({ source, sentence, rewrites }) =>
      rewrites.map((rewrite, at): Measured => ({
        ...this.#measured(source, rewrite.text, rewrite.meaning),
        sentence,
        rank: at + 1,
        forward: rewrite.forward,
        backward: rewrite.backward,
        score: rewrite.score,
        taken: standing.has(keyOfPair(source, rewrite.text)),
      })),
    );
  });

  /** The rewrites that stand in the text, whoever made them. */
  readonly taken: readonly Measured[] = $derived.by(() =>
    this.#app.document.sentences.flatMap(({ text }, sentence): Measured[] => {
      const source = this.#app.document.sourceOf(text);
      if (source === text) return [];
      const known = [...(this.#found.get(source)?.values() ?? [])]
        .flatMap(({ result }) => result.rewrites)
        .find((rewrite) => rewrite.text === text);
      return [
        {
          ...this.#measured(source, text, known?.meaning),
          sentence,
          rank: undefined,
          forward: known?.forward,
          backward: known?.backward,
          score: known?.score,
          taken: true,
        },
      ];
    }),
  );

  /** The measures of words alone, by rank and, last, of all: without those of the engine, which come in one after the other. */
  readonly #texts: readonly TextSummary[] = $derived.by(() => {
    const most = this.#sets.reduce((highest, { rewrites }) => Math.max(highest, rewrites.length), 0);
    const ranks = Array.from({ length: most }, (_, at) =>
      this.#sets.flatMap(({ source, rewrites }) => rewrites.slice(at, at + 1).map(({ text }) => ({ source, text }))),
    );
    return [...ranks, ranks.flat()].map(summariseTexts);
  });

  /** The maker's rewrites by rank, all of them, and those in the text. */
  readonly ranks: readonly Summary[] = $derived.by(() =>
    this.#texts.slice(0, -1).map((texts, at) => ({ ...texts, ...summariseMeasures(this.pairs.filter(({ rank }) => rank === at + 1)) })),
  );
  readonly all: Summary = $derived.by(() => ({ ...(this.#texts.at(-1) ?? summariseTexts([])), ...summariseMeasures(this.pairs) }));
  readonly inText: Summary = $derived.by(() => summarise(this.taken));
  /** Mean self-BLEU (0–100) of the sets of rewrites of one sentence; undefined without a set of two. */
  readonly selfBleu: number | undefined = $derived.by(() =>
    meanOf(this.#sets.map(({ rewrites }) => selfBleu(rewrites.map(({ text }) => text)))),
  );

  readonly #wanted: readonly TextPair[] = $derived.by(() =>
    [...this.pairs, ...this.taken]
      .filter(({ source, text }) => !this.#measures.has(keyOfPair(source, text)))
      .map(({ source, text }) => [source, text]),
  );

  constructor(app: MeasureParts) {
    this.#app = app;
  }

  choose(maker: Maker): void {
    this.#chosen = maker;
  }

  /** Tells whether something is not measured yet that the engine could measure now. */
  get due(): boolean {
    return this.#wanted.length > 0 && this.#app.engine.status === 'ready' && this.failure === undefined;
  }

  /** Has the engine measure what is not measured yet, a few pairs at a time. */
  async measure(): Promise<void> {
    this.failure = undefined;
    if (this.measuring) return;
    this.measuring = true;
    const measures = new Map(this.#measures);
    let shown = performance.now();
    try {
      for (;;) {
        const chunk = this.#wanted.filter(([source, text]) => !measures.has(keyOfPair(source, text))).slice(0, CHUNK);
        if (chunk.length > 0)
          (await this.#app.rewriting.session.measure(chunk)).forEach((values, at) =>
            measures.set(keyOfPair(...(chunk[at] as TextPair)), values),
          );
        if (chunk.length === 0 || performance.now() - shown > SHOW_EVERY) {
          this.#measures = new Map(measures);
          shown = performance.now();
        }
        if (chunk.length === 0) return;
      }
    } catch (cause) {
      this.#measures = measures;
      this.failure = toFailure(cause);
    } finally {
      this.measuring = false;
    }
  }

  /** Rewrites every sentence that the maker has no result of; other requests of the page go first. */
  async complete(): Promise<void> {
    const turn = ++this.#turn;
    const { maker, missing } = this;
    this.unable = 0;
    this.progress = { done: 0, total: missing.length };
    if (this.#app.settings.values.aim === 'plainer') await this.#app.words.load();
    for (const source of missing) {
      const made = await this.#rewrite(source, maker, turn);
      if (turn !== this.#turn) return;
      if (!made) this.unable += 1;
      this.progress = { done: this.progress.done + 1, total: missing.length };
    }
    this.progress = undefined;
  }

  /** Stops `complete`; its results stay. */
  stop(): void {
    this.#turn += 1;
    if (this.progress !== undefined) this.#app.rewriting.session.stopAhead();
    this.progress = undefined;
  }

  /** Gives every sentence, for rating, with the newest rewrites of every maker and the one that stands in the text. */
  groups(): RatingGroup[] {
    return this.sentences.map(({ source, sentence }) => {
      const made = [...(this.#found.get(source)?.values() ?? [])].flatMap(({ request, result }) =>
        result.rewrites.slice(0, RANKS).map((rewrite, at) => ({ rewrite, rank: at + 1, maker: makerOf(request), result })),
      );
      const predicted = ({ text, meaning }: Rewrite): number | undefined => this.#measured(source, text, meaning).meaning;
      return ratingGroup({ sentence, source, made, taken: this.taken.filter((pair) => pair.source === source), predicted });
    });
  }

  /** Saves the numbers of every pair as a table. */
  save(): void {
    const loose = this.taken.filter(({ source, text }) => !this.pairs.some((pair) => pair.source === source && pair.text === text));
    saveFile(`${fileNameOf(this.title)}-measures.tsv`, measureTable([...this.pairs, ...loose], this.maker), 'text/tab-separated-values');
  }

  /** The title of the document; '' for one without words. */
  get title(): string {
    return titleOf({ name: this.#app.desk.library.current.name, opening: this.#app.document.text.slice(0, 80).replace(/\s+/gu, ' ') });
  }

  /** Rewrites a sentence. @returns whether there is a result now; false too when stopped */
  async #rewrite(source: string, maker: Maker, turn: number): Promise<boolean> {
    const { rewriting, settings, engine } = this.#app;
    const { session } = rewriting;
    const request = requestOf({ ...rewriting.askedOf(source), settings: { ...settings.values, ...maker } });
    for (let tries = 0; tries < TRIES; tries += 1) {
      await session.free();
      if (turn !== this.#turn || engine.status !== 'ready') return false;
      if ((await session.ahead(request)) !== 'done') continue;
      const result = session.result(request);
      if (result !== undefined) this.#more = [...this.#more, { request, result }];
      return true;
    }
    return false;
  }

  /** Gives the measures of a pair; `meaning`: as the rewrite's card shows it. */
  #measured(source: string, text: string, meaning: number | undefined): MeasuredPair {
    const measures = this.#measures.get(keyOfPair(source, text));
    return {
      source,
      text,
      meaning: meaning ?? measures?.meaning,
      overlap: measures?.overlap,
      treeEdit: measures?.treeEdit,
      wordEdits: measures?.wordEdits,
      characterEdits: measures?.characterEdits,
    };
  }
}
