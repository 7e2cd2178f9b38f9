import { OtherwiseError } from '../errors.ts';
import { applyCasing, casingOf } from './casing.ts';
import { hyphenatedForms } from './hyphenated.ts';
import { atOnce, entryCounter, type StepwiseWork } from './in-pieces.ts';
import { regularLemmas, regularSlots } from './regular.ts';
import type { Pos, Slots } from './regular.ts';
import { foldWord } from './words.ts';

export type { Pos, Slots } from './regular.ts';

/**
 * One reading of a word: its lemma with spelling variants (`color`, `colour`), class and slots, and which slot the word fills (−1 = lemma).
 */
export interface WordReading {
  readonly lemma: string;
  readonly pos: Pos;
  readonly slot: number;
  readonly paradigm: Paradigm;
}

interface Paradigm {
  readonly bases: readonly string[];
  readonly pos: Pos;
  readonly slots: Slots;
}

const posOrder: readonly Pos[] = ['V', 'N', 'A'];

function isPos(value: string | undefined): value is Pos {
  return value === 'V' || value === 'N' || value === 'A';
}

// Unknown adjectives are compared by endings only when they look like funny.
const shortAdjective = /^[^aeiou]*[aeiouy]+[^aeiouy]+y$/u;
const nominal = /(?:[ts]ion|ness|ity|ment|ism|ist|ship|hood|dom|ance|ence|ology)s?$/u;
const uninflected = /(?:ly|ful|ous|ic|ical|ive|able|ible|less|ish)$/u;

/** Gives the classes that an unknown word may have by its ending; a capitalised one is a name unless it ends like a verb form. */
function likelyClasses(word: string, name: boolean): readonly Pos[] {
  if (/..(?:ed|ing)$/u.test(word)) return ['V'];
  if (nominal.test(word) || name) return ['N'];
  return uninflected.test(word) && word.length > 5 ? [] : ['V', 'N'];
}

/** Reads the paradigms of a line of the table. @throws OtherwiseError `model-corrupt` */
function* paradigmsOf(line: string): Generator<Paradigm> {
  if (line.startsWith('#')) {
    const [mark, ...words] = line.split(' ');
    for (const word of mark === '#adjectives' || mark === '#nouns' ? words : [])
      yield { bases: [word], ...(mark === '#nouns' ? { pos: 'N', slots: regularSlots(word, 'N') } : { pos: 'A', slots: [[], []] }) };
    return;
  }
  if (line === '') return;
  const [bases, pos, slots] = line.split('\t');
  if (bases === undefined || slots === undefined || !isPos(pos)) {
    throw new OtherwiseError(
      'model-corrupt',
      `The inflection table has a line that is no paradigm: "${line.slice(0, 60)}". Load it again.`,
    );
  }
  yield {
    bases: bases.split(','),
    pos,
    slots: slots.split('|').map((slot) => slot.split(',').filter((form) => form !== '')),
  };
}

/** Enters a paradigm under each of its forms. */
function enter(paradigm: Paradigm, byForm: Map<string, Paradigm[]>): void {
  for (const forms of [paradigm.bases, ...paradigm.slots]) {
    for (const form of forms) {
      const list = byForm.get(form);
      if (list === undefined) byForm.set(form, [paradigm]);
      else if (list.at(-1) !== paradigm) list.push(paradigm);
    }
  }
}

/**
 * Gives all surface forms of words: from the compiled table, by regular rules for words outside it. Derivations (worker) are never formed.
 */
export class Inflector {
  private constructor(
    // Keys as written in the table: lower case but for names and abbreviations (CEO, German).
    private readonly byForm: ReadonlyMap<string, readonly Paradigm[]>,
    private readonly closed: ReadonlySet<string>,
  ) {}

  /**
   * Reads `models/lexical/inflections.tsv`: one paradigm a line, `base,variant TAB V|N|A TAB slot|slot…`, alternatives
   * of a slot separated by commas. `#closed the of …` lists words without forms, `#adjectives` adjectives and adverbs
   * without, `#nouns` nouns of regular plural. Throws `model-corrupt` for a line of another form.
   */
  static from(table: string): Inflector {
    return atOnce(Inflector.reading(table));
  }

  /** Reads the table in pieces. @throws OtherwiseError `model-corrupt` */
  static *reading(table: string): StepwiseWork<Inflector> {
    const full = entryCounter();
    const byForm = new Map<string, Paradigm[]>();
    const closed: string[] = [];
    for (const line of table.split('\n')) {
      if (line.startsWith('#closed ')) closed.push(...line.split(' ').slice(1));
      for (const paradigm of paradigmsOf(line)) {
        enter(paradigm, byForm);
        if (full()) yield;
      }
    }
    return new Inflector(byForm, new Set(closed));
  }

  /** Tells whether the table has the word, in this casing or in lower case. */
  knows(word: string, pos?: Pos): boolean {
    return this.listed(word).some((paradigm) => pos === undefined || paradigm.pos === pos);
  }

  /** Tells whether the word is of a closed class (articles, pronouns, prepositions, auxiliaries …), in any casing. */
  isClosed(word: string): boolean {
    return this.closed.has(foldWord(word));
  }

  /**
   * Readings of `word`, verbs first, then nouns, then adjectives; a word may fill several slots of a paradigm (`cut`), each is a reading.
   * Closed-class words (the, from) have none unless the table says otherwise. Words outside the table are read by rules, as verb and noun,
   * and so is a noun that is asked for as a verb (to island); several words, numbers and words with an inner hyphen have none.
   */
  readings(word: string, pos?: Pos): WordReading[] {
    const readings: WordReading[] = [];
    for (const paradigm of this.listed(word)) {
      if (pos !== undefined && paradigm.pos !== pos) continue;
      const form = this.byForm.has(word) ? word : foldWord(word);
      const lemma = paradigm.bases[0] ?? form;
      if (paradigm.bases.includes(form)) readings.push({ lemma, pos: paradigm.pos, slot: -1, paradigm });
      paradigm.slots.forEach((slot, index) => {
        if (slot.includes(form)) readings.push({ lemma, pos: paradigm.pos, slot: index, paradigm });
      });
    }
    if (readings.length === 0 && !this.isClosed(word) && (!this.knows(word) || (pos === 'V' && this.isNoun(word))))
      return this.guessed(foldWord(word), pos, casingOf(word) !== 'lower');
    return readings.sort((a, b) => posOrder.indexOf(a.pos) - posOrder.indexOf(b.pos));
  }

  /**
   * All surface forms of every reading of `word` (of one class with `pos`), the word itself first, then by reading: lemma, then its slots.
   * Written as `word` is: 'Went' gives 'Go'. No duplicates. A phrase, a number or a word without readings gives itself alone; compounds see
   * `hyphenatedForms`. Throws `word-empty` for blank input.
   */
  forms(word: string, pos?: Pos): string[] {
    const trimmed = word.trim();
    if (trimmed === '') throw new OtherwiseError('word-empty', 'There is no word to inflect: give one with at least one letter.');
    if (/^\p{L}+(?:-\p{L}+)+$/u.test(trimmed) && !this.knows(trimmed)) return this.hyphenated(trimmed, pos);
    // Unknown abbreviations and names keep their capitals: LOLs, iPhones.
    if (!this.knows(trimmed) && !this.isClosed(trimmed) && /^\p{L}{2,}$/u.test(trimmed) && ['upper', 'mixed'].includes(casingOf(trimmed)))
      return [trimmed, `${trimmed}s`];
    const forms = this.readings(trimmed, pos).flatMap((reading) => [...reading.paradigm.bases, ...reading.paradigm.slots.flat()]);
    if (this.byForm.has(trimmed) || casingOf(trimmed) === 'mixed') return [...new Set([trimmed, ...forms])];
    // A plural of an abbreviation keeps its small s: CEO, CEOs.
    const written = forms.map((form) => (casingOf(form) === 'lower' ? applyCasing(trimmed, form) : form));
    return [...new Set([trimmed, ...written])];
  }

  /** The form of `lemma` for one slot (−1 = the lemma itself), or undefined when it has no such form; the usual alternative. */
  inflected(lemma: string, pos: Pos, slot: number): string | undefined {
    const paradigm = this.listed(lemma).find((candidate) => candidate.pos === pos && candidate.bases.includes(foldWord(lemma)));
    if (slot === -1) return lemma;
    // An adjective outside the table does not compare by endings.
    return (paradigm?.slots ?? (pos === 'A' ? [] : regularSlots(lemma, pos)))[slot]?.[0];
  }

  private hyphenated(word: string, pos: Pos | undefined): string[] {
    if (pos === 'A') return [word];
    return hyphenatedForms(word, (part, plural) => {
      if (!this.knows(part)) return [part];
      return plural ? this.forms(part, 'N') : this.forms(part, pos);
    });
  }

  private isNoun(word: string): boolean {
    return this.listed(word).some(({ pos, bases }) => pos === 'N' && bases.includes(foldWord(word)));
  }

  private listed(word: string): readonly Paradigm[] {
    return this.byForm.get(word) ?? this.byForm.get(foldWord(word)) ?? [];
  }

  private guessed(word: string, pos: Pos | undefined, name: boolean): WordReading[] {
    if (!/^[\p{L}\p{M}]{2,}$/u.test(word)) return [];
    return (pos === undefined ? likelyClasses(word, name) : [pos])
      .filter((kind) => kind !== 'A' || shortAdjective.test(word))
      .map((kind) => {
        const lemma = regularLemmas(word, kind)[0] ?? word;
        const slots = regularSlots(lemma, kind);
        const paradigm = { bases: [lemma], pos: kind, slots };
        return { lemma, pos: kind, slot: slots.findIndex((slot) => slot.includes(word)), paradigm };
      });
  }
}
