import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTree, type Tree } from '../../../../src/core/metrics/bracketed-tree.ts';
import { pennTree } from '../../../../src/core/metrics/penn-tree.ts';

const cat = '(ROOT (S (NP (DT The) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT the) (NN mat)))) (. .)))';

describe('pennTree', () => {
  it('keeps the top three levels, without root and words', () => {
    expect(pennTree(cat)).toEqual(parseTree('{S{NP{DT}{NN}}{VP{VBD}{PP}}{.}}'));
    expect(pennTree(cat, 1)).toEqual(parseTree('{S}'));
    expect(pennTree(cat, 4)).toEqual(parseTree('{S{NP{DT}{NN}}{VP{VBD}{PP{IN}{NP}}}{.}}'));
    expect(pennTree(cat, 99)).toEqual(parseTree('{S{NP{DT}{NN}}{VP{VBD}{PP{IN}{NP{DT}{NN}}}}{.}}'));
  });

  it('knows roots of other parsers, and trees without one', () => {
    const bare = '(S (NP (PRP He)) (VP (VBD left)))';
    for (const text of [bare, `( ${bare})`, `(TOP ${bare})`, ` (ROOT\n  ${bare}) `]) expect(pennTree(text)).toEqual(pennTree(bare));
  });

  it('joins the trees of several sentences under a root that is no level', () => {
    expect(pennTree(`${cat} (ROOT (FRAG (ADVP (RB Really))))`)).toEqual(parseTree('{TEXT{S{NP{DT}{NN}}{VP{VBD}{PP}}{.}}{FRAG{ADVP{RB}}}}'));
  });

  it('reads brackets of the text as words', () => {
    expect(pennTree('(NP (-LRB- -LRB-) (NN x))')).toEqual(parseTree('{NP{-LRB-}{NN}}'));
  });

  it.each([
    ['(S (NP he)))', 'a closing bracket too many at character 12'], ['(S (NP he)', 'a closing bracket is missing'],
    ['(S (NP he', '2 closing brackets are missing'], ['(S ())', 'without a label'], ['S', 'text outside the brackets'],
    ['(S a) b', 'text outside the brackets at character 7'], ['  ', 'nothing but white space'], ['(ROOT word)', 'nothing below it'],
  ])('refuses %j', (text, why) => {
    expect(() => pennTree(text)).toThrow(expect.objectContaining({ code: 'bad-request', message: expect.stringContaining(why) }));
  });

  it('gives back any tree that is written in its notation (property)', () => {
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.record({
        label: fc.constantFrom('S', 'NP', 'VP', 'DT', ','),
        children: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
      }),
    }));
    const written = ({ label, children }: Tree): string => `(${label} ${children.length > 0 ? children.map(written).join(' ') : 'word'})`;
    fc.assert(fc.property(tree, (one) => { expect(pennTree(written(one), 1000)).toEqual(one); }));
  });
});
