const kinds = ['word', 'quote', 'dash', 'ellipsis', 'shout', 'single'] as const;

/** A mark, or a word with a mark inside, of a text; UTF-16 offsets. */
interface Mark {
  readonly kind: (typeof kinds)[number];
  readonly start: number;
  readonly end: number;
  /** The mark as the text has it, and as plain marks. */
  readonly written: string;
  readonly plain: string;
}

const fractions = '\u00bc-\u00be\u2150-\u215e';
const ligatures = '\ufb00-\ufb06';
/** Apostrophes and single quotation marks; hyphens, the en dash within a word and the minus. */
const singles = "'\u2018\u2019\u201a\u201b\u02bc\uff07";
const hyphens = '-\u2010\u2011\u2012\u2013\u2212';
const letters = `(?!\u02bc)(?![${fractions}])[\\p{L}\\p{M}\\p{N}]`;
const dashes = '\u2014\u2015';

const noWord = '\\p{L}\\p{N}';
const fraction = `(?<![${noWord}/])(?:(?:\\d+ )?\\d+/\\d+|\\d*[${fractions}])(?![${noWord}/])`;
const word = `(?<![${noWord}])(?:[\u2212-](?=\\d))?(?:${letters})+(?:[${hyphens}${singles}](?:${letters})+)*`;
/** The text that may follow a dash: a word, a bracket, an opening quotation or a number below zero. */
const behindDash = `(?=[${noWord}([{$]|["\u00ab\u00bb\u2018-\u201f'][${noWord}]|[\u2212-]\\d)`;

const pattern = new RegExp([
  `(?<word>${fraction}|${word})`,
  '(?<quote>\u00ab\\s?|\\s?\u00bb|["\u201c-\u201f])',
  `(?<dash>(?<=\\S)\\s*[${dashes}]+\\s*${behindDash}|(?<=\\S)\\s+[\u2012\u2013-]\\s+(?=\\S)|^(?:[${dashes}\u2013]\\s*|-\\s+)(?=\\p{L}))`,
  '(?<ellipsis>[\u2026.]*(?:\u2026|\\.{3})[\u2026.]*)',
  '(?<shout>[!?]+)',
  `(?<single>[${singles}])`,
].join('|'), 'gu');

const plainCharacters: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...singles].map((mark) => [mark, "'"])), ...Object.fromEntries([...hyphens].map((mark) => [mark, '-'])),
};
const inWord = new RegExp(`[${hyphens}${singles}${fractions}${ligatures}]`, 'gu');
const isFraction = new RegExp(`[${fractions}]`, 'u');

/** Writes a word in plain marks: `don’t` as don't, `2½` as 2 1/2, `ﬁne` as fine. */
const plainWord = (word: string): string => word.replace(inWord, (mark, at: number) => {
  if (!isFraction.test(mark)) return plainCharacters[mark] ?? mark.normalize('NFKC');
  return (at > 0 ? ' ' : '') + mark.normalize('NFKC').replace('\u2044', '/');
});

const plainOf = (kind: Mark['kind'], written: string, start: number): string => {
  if (kind === 'word') return plainWord(written);
  if (kind === 'shout') return written.includes('?') ? '?' : '!';
  return { quote: '"', dash: start === 0 ? '- ' : ' - ', ellipsis: '...', single: "'" }[kind];
};

/** The marks of a text, in order. */
function marksOf(text: string): Mark[] {
  return [...text.matchAll(pattern)].map((match): Mark => {
    const kind = kinds.find((name) => match.groups?.[name] !== undefined) ?? 'word';
    const [written] = match;
    return { kind, start: match.index, end: match.index + written.length, written, plain: plainOf(kind, written, match.index) };
  }).filter(({ kind, written, plain }) => kind !== 'word' || written !== plain || /['/-]/u.test(written));
}

/** Gives a text in which each mark is replaced. */
function replaced(text: string, marks: readonly Mark[], by: (mark: Mark) => string): string {
  let [result, at] = ['', 0];
  for (const mark of marks) {
    result += text.slice(at, mark.start) + by(mark);
    at = mark.end;
  }
  return result + text.slice(at);
}

/**
 * Gives a text in the marks of a plain keyboard, which models know best: straight apostrophes and quotation marks, ` - ` for a dash, `...`
 * for an ellipsis, one mark for several (!!!), `1/2` for ½, `fi` for a ligature. It is idempotent. A character without a plain form stays.
 */
export const plainMarks = (text: string): string => replaced(text, marksOf(text), ({ plain }) => plain);

/** Words that begin with an apostrophe, which opens no quotation: ’tis, ’em, ’90s. */
const elided = /^(?:\d|(?:tis|twas|em|cause|til|till|bout|round|n)\b)/iu;

/** Tells whether quotation marks, dashes or ellipses are typographic: whoever sets these sets apostrophes so, too. */
const isTypographic = (marks: readonly Mark[]): boolean =>
  marks.some(({ kind, written }) => /^(?:quote|dash|ellipsis)$/u.test(kind) && /[\u201c-\u201f\u2014\u2026]/u.test(written)) &&
  !marks.some(({ kind, written }) => kind === 'quote' && written.includes('"'));

/** The punctuation style of a writer: the most frequent mark of each kind, and the written form of each word with a mark. */
export class PunctuationStyle {
  private readonly words = new Map<string, string>();
  private readonly apostrophe: string;

  /** @param text of the writer; a longer one gives surer marks for new words */
  constructor(text: string) {
    const marks = marksOf(text);
    for (const { kind, plain, written } of marks) if (kind === 'word') this.words.set(plain, written);
    const inside = marks.flatMap(({ kind, written }) => (kind === 'word' || kind === 'single' ? [...written] : []));
    // The opening mark of a quotation tells that the writer's apostrophes are curved, too.
    const used = inside.filter((mark) => singles.includes(mark)).map((mark) => (/[\u2018\u201a\u201b]/u.test(mark) ? '\u2019' : mark));
    this.apostrophe = commonest(used) ?? (isTypographic(marks) ? '\u2019' : "'");
  }

  /**
   * Sets a rewrite in the marks of its sentence. Where it has as many of a kind as the sentence, it gets the same in order, else those that
   * the sentence uses most. All apostrophes are set as the writer sets them. A sentence in plain marks changes nothing.
   * @param sentence in the writer's marks @param rewrite in any marks
   */
  restored(sentence: string, rewrite: string): string {
    const text = plainMarks(rewrite);
    const [before, after] = [marksOf(sentence), marksOf(text)];
    const writtenWords = new Map(before.filter(({ kind }) => kind === 'word').map(({ plain, written }) => [plain, written]));
    const like = (marks: readonly Mark[], one: Mark): Mark[] => marks.filter(({ kind, plain }) => kind === one.kind && plain === one.plain);
    return replaced(text, after, (mark) => {
      const { kind, plain } = mark;
      if (kind === 'word') return this.word(writtenWords, plain);
      const [there, here] = [like(before, mark), like(after, mark)];
      if (there.length === here.length) return edge(there[here.indexOf(mark)]?.written ?? plain, mark);
      return edge(this.usual(mark, there, text), mark);
    });
  }

  private word(writtenWords: ReadonlyMap<string, string>, plain: string): string {
    for (const known of [writtenWords, this.words]) {
      const written = known.get(plain) ?? recased(plain, known.get(decapitalisedWord(plain)) ?? known.get(capitalisedWord(plain)));
      if (written !== undefined) return written;
    }
    return plain.replaceAll("'", this.apostrophe);
  }

  /** The mark that the writer would set here. */
  private usual({ kind, plain, start, end }: Mark, there: readonly Mark[], text: string): string {
    const opens = start === 0 || /[\s([{"'\u2014-]/u.test(text.charAt(start - 1));
    if (kind === 'single') {
      if (this.apostrophe === "'" || !opens || elided.test(text.slice(end))) return this.apostrophe;
      return this.apostrophe === '\u2019' ? '\u2018' : this.apostrophe;
    }
    if (kind === 'quote') return commonest(there.filter((_, at) => (at % 2 === 0) === opens).map(({ written }) => written)) ?? plain;
    if (kind === 'shout') return plain;
    return commonest(there.map(({ written }) => written)) ?? plain;
  }
}

/** Removes the space outside of a dash at the beginning or the end of a text. */
const edge = (written: string, { kind, start }: Mark): string => (kind === 'dash' && start === 0 ? written.trimStart() : written);

/** The most frequent mark, the first of equals but for plain marks; undefined in an empty list. */
function commonest(marks: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + (mark > '\u007f' ? 1.5 : 1));
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

const decapitalisedWord = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);
const capitalisedWord = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Writes a word as it was written elsewhere, its first letter as here. */
const recased = (plain: string, written: string | undefined): string | undefined =>
  written?.toLowerCase().charAt(0) === plain.toLowerCase().charAt(0) ? plain.charAt(0) + (written?.slice(1) ?? '') : undefined;
