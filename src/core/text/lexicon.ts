import { OtherwiseError } from '../errors.ts';
import { applyCasing } from './casing.ts';
import type { Inflector, WordReading } from './inflect.ts';
import type { Pos } from './regular.ts';
import { atOnce, entryCounter, type StepwiseWork } from './in-pieces.ts';
import { foldWord } from './words.ts';

/**
 * The relation of a substitute to the word: `equivalence` means the same; by `forward` entailment the word implies the substitute (dog →
 * animal), by `reverse` the substitute implies the word (animal → dog).
 */
export type LexicalRelation = 'equivalence' | 'forward' | 'reverse';

/** A substitute for a word. */
export interface Alternative {
  readonly word: string;
  readonly relation: LexicalRelation;
  /** The weight of the evidence, about 1.5 to 7; see `models/recipe/lexical/lexicon.py` */
  readonly score: number;
}

/** The substitutes that are wanted: all where it says nothing. */
export interface AlternativeFilter {
  readonly relation?: LexicalRelation;
  readonly pos?: Pos;
}

const relations: readonly LexicalRelation[] = ['equivalence', 'forward', 'reverse'];

type Inflecting = Pick<Inflector, 'readings' | 'inflected' | 'forms'>;

/** Gives substitutes for words, in the inflection of the word (ParaBank's systems 35–37, the page's suggestions for an avoided word). */
export class Lexicon {
  private constructor(private readonly lines: ReadonlyMap<string, readonly string[]>, private readonly inflector: Inflecting) {}

  /**
   * Reads `models/lexical/lexicon.tsv`: `lemma TAB V|N|A|R TAB equivalents TAB entailed TAB entailing`, each a list
   * `word:tenths` with spaces. Throws `model-corrupt` for a line of another form.
   */
  static from(table: string, inflector: Inflecting): Lexicon {
    return atOnce(Lexicon.reading(table, inflector));
  }

  /** Reads the table in pieces. @throws OtherwiseError `model-corrupt` */
  static *reading(table: string, inflector: Inflecting): StepwiseWork<Lexicon> {
    const full = entryCounter();
    const lines = new Map<string, readonly string[]>();
    for (const line of table.split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const [lemma, kind, ...lists] = line.split('\t');
      if (lemma === undefined || kind === undefined || lists.length !== relations.length) {
        throw new OtherwiseError('model-corrupt', `The lexicon has a line that is no entry: "${line.slice(0, 60)}". Load it again.`);
      }
      lines.set(`${lemma}\t${kind}`, lists);
      if (full()) yield;
    }
    return new Lexicon(lines, inflector);
  }

  /**
   * Gives substitutes for a word, strongest evidence first, each in the form of the word: postponed → delayed. Where the word fills several
   * slots (past and participle), only substitutes with one form for all of them come. Adverbs are read as `A` when the word is no
   * adjective. Opposites are not in the table. The list is empty when nothing can be justified.
   */
  alternatives(word: string, filter: AlternativeFilter = {}): Alternative[] {
    const ownForms = new Set(this.inflector.forms(word).map(foldWord));
    const substitutes = new Map<string, Alternative>();
    for (const group of this.groups(word, filter.pos)) {
      const lists = this.lines.get(`${group.lemma}\t${group.pos}`) ?? (group.pos === 'A' ? this.lines.get(`${group.lemma}\tR`) : undefined);
      lists?.forEach((list, index) => {
        const relation = relations[index] ?? 'equivalence';
        if (filter.relation !== undefined && filter.relation !== relation) return;
        for (const item of list === '' ? [] : list.split(' ')) {
          const [lemma = '', tenths] = item.split(':');
          const form = this.fitting(lemma, group);
          if (form === undefined || ownForms.has(form)) continue;
          const score = Number(tenths) / 10;
          const key = `${form}\t${relation}`;
          if ((substitutes.get(key)?.score ?? 0) < score) substitutes.set(key, { word: applyCasing(word, form), relation, score });
        }
      });
    }
    return [...substitutes.values()].sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1));
  }

  /** Gives the readings of a word. One that the inflection table lacks and that is an entry without forms (maybe) is read as that. */
  private groups(word: string, pos: Pos | undefined): Group[] {
    const lemma = foldWord(word);
    const groups = grouped(this.inflector.readings(word, pos));
    const listed = groups.some((group) => this.lines.has(`${group.lemma}\t${group.pos}`)) || (pos !== undefined && pos !== 'A');
    return listed || !(this.lines.has(`${lemma}\tA`) || this.lines.has(`${lemma}\tR`)) ? groups : [{ lemma, pos: 'A', slots: [-1] }];
  }

  private fitting(lemma: string, group: Group): string | undefined {
    const forms = new Set(group.slots.map((slot) => this.inflector.inflected(lemma, group.pos, slot)));
    const [form] = forms;
    return forms.size === 1 ? form : undefined;
  }
}

interface Group {
  readonly lemma: string;
  readonly pos: Pos;
  readonly slots: readonly number[];
}

/** Groups the readings of one paradigm: the slots that a form fills. */
function grouped(readings: readonly WordReading[]): Group[] {
  const groups = new Map<WordReading['paradigm'], { lemma: string; pos: Pos; slots: number[] }>();
  for (const { lemma, pos, slot, paradigm } of readings) {
    const group = groups.get(paradigm);
    if (group === undefined) groups.set(paradigm, { lemma, pos, slots: [slot] });
    else group.slots.push(slot);
  }
  return [...groups.values()];
}
