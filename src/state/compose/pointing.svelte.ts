import type { Extent, PhrasePair } from '../../evaluation/alignment/phrases.ts';

/** A place the user points at, by mouse or focus: in the source, or in one of its rewrites. `at`: UTF-16 offset. */
export interface Pointed {
  readonly rewrite?: string;
  readonly at: number;
}

type Align = (rewrite: string, source: string) => readonly PhrasePair[];

/** Alignments kept: those of the sentence that is read. */
const KEPT = 40;

/** Which phrases of source and rewrites belong together at the place the user points at. The aligner is fetched when someone first does. */
export class PointingState {
  #pointed = $state.raw<Pointed | undefined>(undefined);
  #align = $state.raw<Align | undefined>(undefined);
  #loading: Promise<void> | undefined;
  readonly #known = new Map<string, readonly PhrasePair[]>();

  /** undefined: at nothing any more. */
  point(pointed: Pointed | undefined): void {
    this.#pointed = pointed;
    if (pointed === undefined || this.#loading !== undefined) return;
    this.#loading = import('../../evaluation/alignment/phrases.ts').then(
      (module) => {
        this.#align = module.alignedPhrases;
      },
      // Offline and not stored: nothing is lit, and the next time it may be there.
      () => {
        this.#loading = undefined;
      },
    );
  }

  /** The phrase of the source that is lit. */
  inSource(source: string): Extent | undefined {
    const pointed = this.#pointed;
    if (pointed?.rewrite === undefined) return undefined;
    return this.#pairs(pointed.rewrite, source).find((pair) => holds(pair.rewrite, pointed.at))?.source;
  }

  /** The phrase of a rewrite that is lit: around the place pointed at, or for the one in the source. */
  inRewrite(source: string, rewrite: string): Extent | undefined {
    const pointed = this.#pointed;
    if (pointed === undefined || (pointed.rewrite !== undefined && pointed.rewrite !== rewrite)) return undefined;
    const side = pointed.rewrite === undefined ? 'source' : 'rewrite';
    return this.#pairs(rewrite, source).find((pair) => holds(pair[side], pointed.at))?.rewrite;
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

function holds({ start, end }: Extent, at: number): boolean {
  return at >= start && at < end;
}
