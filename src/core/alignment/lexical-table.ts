import { OtherwiseError } from '../errors.ts';
import type { Bitext, Meetings } from './bitext.ts';
import type { Ibm1 } from './ibm1.ts';

/** Probabilities of two words of either side for each other. */
export interface LexicalEntry {
  /** The probability p(a|b). */
  readonly forward: number;
  /** The probability p(b|a). */
  readonly backward: number;
}

const UNIT = 1e6;
const HEAD = '#aligner';
const NONE: LexicalEntry = { forward: 0, backward: 0 };
const IDENTICAL: LexicalEntry = { forward: 1, backward: 1 };

/** The part of a trained aligner that is stored: an entry is left out unless both directions have seen something of it. */
const least = { probability: 0.005, count: 1.5, otherCount: 0.1 };

/**
 * The lexical table of a trained aligner. A word that it does not know stands for itself with certainty and for nothing else.
 *
 * As a text: `#aligner`, tab, the share of the null word; then a line for each word of side a or b, sorted: the word, tab, its
 * p(·|null) on side a, blank, on side b, and behind further tabs each word of side b that it meets with p(a|b) and p(b|a),
 * blanks between; all in millionths, rounded down to three digits. Rows sum to less than 1 by what is left out.
 */
export class LexicalTable {
  private constructor(
    /** Share of words that stand for nothing, 0 to 1. */
    readonly nullShare: number,
    private readonly rows: ReadonlyMap<string, ReadonlyMap<string, LexicalEntry>>,
    private readonly nothing: ReadonlyMap<string, LexicalEntry>,
  ) {}

  /** The probabilities of word `a` of side a and word `b` of side b for each other. */
  entry(a: string, b: string): LexicalEntry {
    if (a === b && !this.knows(a)) return IDENTICAL;
    return this.rows.get(a)?.get(b) ?? NONE;
  }

  /** Tells whether something is known of a word. */
  knows(word: string): boolean {
    return this.nothing.has(word);
  }

  /** Gives p(word|null): `forward` where it stands on side a, `backward` on side b. */
  fromNothing(word: string): LexicalEntry {
    return this.nothing.get(word) ?? NONE;
  }

  /** The part of a training's last state that is stored. */
  static trained(bitext: Bitext, { words: [left, right] }: Meetings, { probabilities, counts }: Ibm1, nullShare: number): LexicalTable {
    const word = (id: number): string => bitext.words[id]!;
    const rows = new Map<string, Map<string, LexicalEntry>>();
    const nothing = new Map(bitext.words.map((name, id): [string, LexicalEntry] =>
      [name, { forward: probabilities[0].nothing[id]!, backward: probabilities[1].nothing[id]! }]));
    for (let entry = 0; entry < left.length; entry += 1) {
      const values = { forward: probabilities[0].entries[entry]!, backward: probabilities[1].entries[entry]! };
      const [more, less] = [Math.max(counts[0][entry]!, counts[1][entry]!), Math.min(counts[0][entry]!, counts[1][entry]!)];
      const isKept = Math.max(values.forward, values.backward) >= least.probability && more >= least.count && less >= least.otherCount;
      if (left[entry] !== right[entry] && !isKept) continue;
      const name = word(left[entry]!);
      rows.set(name, (rows.get(name) ?? new Map<string, LexicalEntry>()).set(word(right[entry]!), values));
    }
    // A word that is only linked with itself is as good as unknown.
    const known = new Set([...rows].flatMap(([a, row]) => [...row.keys()].flatMap((b) => (a === b ? [] : [a, b]))));
    return new LexicalTable(
      nullShare,
      new Map([...rows].filter(([name]) => known.has(name))),
      new Map([...nothing].filter(([name]) => known.has(name))),
    );
  }

  /** The table as a text. */
  serialise(): string {
    const lines = [...this.nothing.keys()].sort().map((a) => {
      const entries = [...this.rows.get(a) ?? []].sort(([x], [y]) => (x < y ? -1 : 1));
      return [`${a}\t${numbers(this.fromNothing(a))}`, ...entries.map(([b, entry]) => `${b} ${numbers(entry)}`)].join('\t');
    });
    return `${[`${HEAD}\t${this.nullShare}`, ...lines].join('\n')}\n`;
  }

  /** Reads the text of a table. @throws OtherwiseError `model-corrupt` for a line of another form */
  static from(text: string): LexicalTable {
    const [head = '', ...lines] = text.split('\n');
    const nullShare = Number(head.slice(HEAD.length + 1));
    if (!head.startsWith(`${HEAD}\t`) || !(nullShare > 0 && nullShare < 1)) throw corrupt(head);
    const rows = new Map<string, Map<string, LexicalEntry>>();
    const nothing = new Map<string, LexicalEntry>();
    for (const line of lines) {
      if (line === '') continue;
      const [a = '', none = '', ...entries] = line.split('\t');
      nothing.set(a, entryOf(none.split(' '), line));
      if (entries.length === 0) continue;
      rows.set(a, new Map(entries.map((one): [string, LexicalEntry] => {
        const [b = '', ...values] = one.split(' ');
        return [b, entryOf(values, line)];
      })));
    }
    return new LexicalTable(nullShare, rows, nothing);
  }
}

const numbers = ({ forward, backward }: LexicalEntry): string => `${millionths(forward)} ${millionths(backward)}`;

/** Gives a probability in millionths, rounded down to three digits, so that sums stay below 1. */
function millionths(probability: number): number {
  const whole = Math.floor(probability * UNIT);
  const step = 10 ** Math.max(0, String(whole).length - 3);
  return Math.floor(whole / step) * step;
}

function entryOf(values: readonly string[], line: string): LexicalEntry {
  const [forward = NaN, backward = NaN] = values.map((value) => (/^\d+$/.test(value) ? Number(value) / UNIT : NaN));
  if (values.length !== 2 || !(forward <= 1 && backward <= 1)) throw corrupt(line);
  return { forward, backward };
}

const corrupt = (line: string): OtherwiseError =>
  new OtherwiseError('model-corrupt', `The aligner's table has a line that is none of its own: "${line.slice(0, 60)}". Train it anew.`);
