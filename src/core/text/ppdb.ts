import { OtherwiseError } from '../errors.ts';
import type { Alternative, AlternativeFilter, LexicalRelation } from './lexicon.ts';
import type { Pos } from './regular.ts';
import { foldWord } from './words.ts';

/** PPDB 2.0's names of the relations that ParaBank's systems 35–37 ask for. */
const relations: Readonly<Record<string, LexicalRelation>> = {
  Equivalence: 'equivalence', ForwardEntailment: 'forward', ReverseEntailment: 'reverse',
};
/** Coarse word classes by the first letter of the Penn Treebank's tags; adverbs go with adjectives, as in `Pos`. */
const classes: Readonly<Record<string, Pos>> = { V: 'V', N: 'N', J: 'A', R: 'A' };

interface PpdbEntry {
  readonly word: string;
  readonly pos: Pos;
  readonly relation: LexicalRelation;
  readonly score: number;
}

/** The paraphrases of single words in a pack of PPDB 2.0 (Pavlick et al. 2015), for ParaBank's systems 35–37. */
export class PpdbLexicon {
  private readonly entries = new Map<string, PpdbEntry[]>();
  size = 0;

  /**
   * Adds a line `[NN] ||| phrase ||| paraphrase ||| features ||| alignment ||| relation`. A line is passed over if it has no open class, no
   * single word or another relation.
   * @throws OtherwiseError `bad-request` for a line of another form
   */
  add(line: string): void {
    const [tag = '', phrase = '', paraphrase = '', features = '', , relation] = line.split(' ||| ').map((field) => field.trim());
    if (relation === undefined || !/^\[.*\]$/u.test(tag) || phrase === '' || paraphrase === '') {
      throw new OtherwiseError(
        'bad-request', `The line is not "[NN] ||| phrase ||| paraphrase ||| features ||| alignment ||| relation": "${line.slice(0, 60)}".`,
      );
    }
    const [pos, kind] = [classes[tag.charAt(1)], relations[relation]];
    const [from, to] = [foldWord(phrase), foldWord(paraphrase)];
    if (pos === undefined || kind === undefined || /\s/u.test(from + to) || from === to) return;
    const paraphrases = this.entries.get(from) ?? [];
    if (paraphrases.some((entry) => entry.word === to && entry.pos === pos && entry.relation === kind)) return;
    this.entries.set(from, [...paraphrases, { word: to, pos, relation: kind, score: scoreOf(features) }]);
    this.size += 1;
  }

  /** The paraphrases of a word as they stand in the pack, best PPDB 2.0 score first. */
  alternatives(word: string, { relation, pos }: AlternativeFilter = {}): Alternative[] {
    return (this.entries.get(foldWord(word)) ?? [])
      .filter((entry) => (relation === undefined || entry.relation === relation) && (pos === undefined || entry.pos === pos))
      .map(({ word: substitute, relation: kind, score }) => ({ word: substitute, relation: kind, score }))
      .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1));
  }
}

/** Reads the PPDB2.0Score of the features; 0 where there is none. */
const scoreOf = (features: string): number => Number(/(?:^|\s)PPDB2\.0Score=(-?[\d.]+)/u.exec(features)?.[1] ?? 0);
