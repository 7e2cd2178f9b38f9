import { foldWord, wordTokens } from '../../../core/text/words.ts';
import type { PhraseFor } from '../settings/kept-phrases.ts';
import type { Extent, PhrasePair } from '../../../core/alignment/phrases.ts';

/** A place the user points at, by mouse or focus: in the source, or in one of its rewrites. `at`: UTF-16 offset. */
export interface Pointed {
  readonly rewrite?: string;
  readonly at: number;
}

/** A phrase of the source or of a rewrite, and what the others have in its place. */
export interface PhraseOffer extends Extent {
  readonly instead: readonly string[];
  /** The phrase of the source in this place. It is one of `instead`, unless it is the phrase itself or longer than three words. */
  readonly own: string;
}

type Align = (rewrite: string, source: string) => readonly PhrasePair[];

/** The most words of a phrase: a longer stretch is another sentence, not another word. */
const LONGEST_PHRASE = 3;
/** The most alignments that are cached: those of the sentence that is read. */
const KEPT = 40;

/**
 * The phrases of source and rewrites that belong together at the place the user points at. The aligner is fetched when it is first needed.
 */
export class PointingState {
  #pointed = $state.raw<Pointed | undefined>(undefined);
  #align = $state.raw<Align | undefined>(undefined);
  #loading: Promise<void> | undefined;
  readonly #known = new Map<string, readonly PhrasePair[]>();

  /** Points at a place; undefined: at nothing any more. */
  point(pointed: Pointed | undefined): void {
    this.#pointed = pointed;
    if (pointed !== undefined) this.load();
  }

  load(): void {
    this.#loading ??= import('../../../core/alignment/phrases.ts').then(
      (module) => {
        this.#align = module.alignedPhrases;
      },
      // The page is offline and the aligner is not stored: nothing is lit, and the next try may succeed.
      () => {
        this.#loading = undefined;
      },
    );
  }

  /** Finds the phrase of the source that is lit. */
  inSource(source: string): Extent | undefined {
    const pointed = this.#pointed;
    if (pointed?.rewrite === undefined) return undefined;
    return this.#pairs(pointed.rewrite, source).find((pair) => holds(pair.rewrite, pointed.at))?.source;
  }

  /** Finds the phrase of a rewrite that is lit: around the place pointed at, or for the one in the source. */
  inRewrite(source: string, rewrite: string): Extent | undefined {
    const pointed = this.#pointed;
    if (pointed === undefined || (pointed.rewrite !== undefined && pointed.rewrite !== rewrite)) return undefined;
    const side = pointed.rewrite === undefined ? 'source' : 'rewrite';
    return this.#pairs(rewrite, source).find((pair) => holds(pair[side], pointed.at))?.rewrite;
  }

  /**
   * Gives the phrase of a rewrite or of the source around a word, and the phrases of the source and the other `rewrites` in its place:
   * short ones, the most frequent first. It is undefined where the place is not aligned.
   */
  around(source: string, pointed: Pointed, word: string, rewrites: readonly string[]): PhraseOffer | undefined {
    const { rewrite, at } = pointed;
    const own = rewrite === undefined ? undefined : this.#pairs(rewrite, source).find((pair) => holds(pair.rewrite, at));
    if (rewrite !== undefined && own === undefined) return undefined;
    // Of a stretch that both share, only the word itself is meant.
    const shift = own === undefined ? 0 : own.source.start - own.rewrite.start;
    const isShared = own === undefined || own.confidence === 1;
    const place = isShared ? { start: at + shift, end: at + shift + word.length } : own.source;
    const phrase = isShared || rewrite === undefined ? { start: at, end: at + word.length } : own.rewrite;
    const isChanged = (pair: PhrasePair): boolean => pair.confidence < 1 && overlaps(pair.source, place);
    const others = rewrites.flatMap((other) => this.#pairs(other, source).filter(isChanged).map((pair) => cut(other, pair.rewrite)));
    const found = mostFrequent([cut(source, place), ...others]);
    const written = foldWord(cut(rewrite ?? source, phrase));
    const { start, end } = phrase;
    return { start, end, own: cut(source, place), instead: found.filter((other) => isShort(other) && foldWord(other) !== written) };
  }

  /**
   * Gives the phrase around a place of a rewrite and the one of the source that it replaces; undefined where they are the same, long, or
   * not aligned.
   */
  counterpart(source: string, { rewrite, at }: Pointed): PhraseFor | undefined {
    const pair = rewrite === undefined ? undefined : this.#pairs(rewrite, source).find((one) => holds(one.rewrite, at));
    if (rewrite === undefined || pair === undefined) return undefined;
    const [phrase, instead] = [cut(source, pair.source), cut(rewrite, pair.rewrite)];
    const isOther = pair.confidence < 1 && foldWord(phrase) !== foldWord(instead);
    return isOther && isShort(phrase) && isShort(instead) ? { phrase, instead } : undefined;
  }

  #pairs(rewrite: string, source: string): readonly PhrasePair[] {
    if (this.#align === undefined) return [];
    const key = `${source}\n${rewrite}`;
    const pairs = this.#known.get(key) ?? this.#align(rewrite, source);
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(key, pairs);
    return pairs;
  }
}

const cut = (text: string, { start, end }: Extent): string => text.slice(start, end);
const overlaps = (a: Extent, b: Extent): boolean => a.start < b.end && b.start < a.end;
const isShort = (phrase: string): boolean => wordTokens(phrase).length <= LONGEST_PHRASE;

/** Leaves out repetitions in other casing, and puts the most frequent first. */
function mostFrequent(phrases: readonly string[]): string[] {
  const found = new Map<string, { readonly phrase: string; readonly times: number }>();
  for (const phrase of phrases) {
    const known = found.get(foldWord(phrase));
    found.set(foldWord(phrase), { phrase: known?.phrase ?? phrase, times: (known?.times ?? 0) + 1 });
  }
  return [...found.values()].toSorted((a, b) => b.times - a.times).map(({ phrase }) => phrase);
}

function holds({ start, end }: Extent, at: number): boolean {
  return at >= start && at < end;
}
