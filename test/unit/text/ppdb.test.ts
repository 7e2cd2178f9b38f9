import { describe, expect, it } from 'vitest';
import type { AlternativeFilter } from '../../../src/core/text/lexicon.ts';
import { PpdbLexicon } from '../../../src/core/text/ppdb.ts';

const line = (tag: string, from: string, to: string, evidence: string): string => {
  const [relation, score = '3'] = evidence.split(' ');
  return `[${tag}] ||| ${from} ||| ${to} ||| PPDB2.0Score=${score} PPDB1.0Score=9.1 ||| 0-0 ||| ${relation}`;
};

describe('PpdbLexicon', () => {
  it('has the paraphrases of a word by relation and word class, best score first', () => {
    const pack = new PpdbLexicon();
    for (const one of [
      line('RB', 'often', 'frequently', 'Equivalence 4.5'), line('RB', 'often', 'regularly', 'Equivalence 5'),
      line('NN', 'myth', 'mythology', 'ReverseEntailment'), line('NNS', 'dogs', 'animals', 'ForwardEntailment'),
      line('VB', 'dogs', 'follows', 'ForwardEntailment'), line('NN', 'myth', 'lie', 'OtherRelated'),
      line('IN', 'of', 'from', 'Equivalence'), line('NN', 'myth', 'old tale', 'Equivalence'), line('NN', 'myth', 'Myth', 'Equivalence'),
      line('RB', 'often', 'regularly', 'Equivalence 5'),
    ]) pack.add(one);
    const words = (word: string, filter: AlternativeFilter = {}): string[] => pack.alternatives(word, filter).map((one) => one.word);
    expect(words('Often', { relation: 'equivalence', pos: 'A' })).toEqual(['regularly', 'frequently']);
    expect(words('myth')).toEqual(['mythology']);
    expect(words('dogs', { relation: 'forward', pos: 'N' })).toEqual(['animals']);
    expect(words('dogs')).toEqual(['animals', 'follows']);
    expect(words('of')).toEqual([]);
    expect(pack.size).toBe(5);
  });

  it('refuses a line of another form', () => {
    for (const wrong of ['often\tfrequently', '[RB] ||| often ||| frequently', 'RB ||| a ||| b ||| c ||| d ||| Equivalence'])
      expect(() => { new PpdbLexicon().add(wrong); }).toThrow(expect.objectContaining({ code: 'bad-request' }));
  });
});
