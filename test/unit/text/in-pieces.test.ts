import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FormalityTable } from '../../../src/core/text/formality.ts';
import { IdfTable } from '../../../src/core/text/idf.ts';
import { atOnce, inPieces, type StepwiseWork } from '../../../src/core/text/in-pieces.ts';
import { Inflector } from '../../../src/core/text/inflect.ts';
import { Lexicon } from '../../../src/core/text/lexicon.ts';
import { idfTable, inflector, lexicon } from './tables.ts';

const read = (name: string): string => readFileSync(new URL(`../../../models/lexical/${name}`, import.meta.url), 'utf8');

/** Gives the result of some work, and how often it paused. */
async function paused<T>(work: StepwiseWork<T>): Promise<{ value: T; pauses: number }> {
  let pauses = 0;
  const value = await inPieces(work, () => {
    pauses += 1;
    return Promise.resolve();
  });
  return { value, pauses };
}

describe('tables read in pieces', () => {
  it('are what they are when they are read at once', async () => {
    const forms = await paused(Inflector.reading(read('inflections.tsv')));
    const entries = await paused(Lexicon.reading(read('lexicon.tsv'), forms.value));
    const frequencies = await paused(IdfTable.reading(read('idf.tsv')));
    const formalities = await paused(FormalityTable.reading(read('formality.tsv')));
    expect(forms.value).toEqual(inflector);
    expect(entries.value).toEqual(lexicon);
    expect(frequencies.value).toEqual(idfTable);
    expect(formalities.value).toEqual(FormalityTable.from(read('formality.tsv')));
  });

  it('stop often, within a long line, too', async () => {
    const words = Array.from({ length: 5000 }, (_, i) => `word${i}`).join(' ');
    expect((await paused(Inflector.reading(`#nouns ${words}\n`))).pauses).toBe(5);
    expect((await paused(IdfTable.reading(`7\t${words}\n`))).pauses).toBe(5);
    const lines = Array.from({ length: 5000 }, (_, i) => `word${i}\tN\tother:30\t\t`).join('\n');
    expect((await paused(Lexicon.reading(lines, inflector))).pauses).toBe(5);
  });

  it('say what is wrong with them', async () => {
    expect(() => atOnce(Inflector.reading('no paradigm'))).toThrow(/no paradigm/u);
    await expect(paused(IdfTable.reading('no value'))).rejects.toMatchObject({ code: 'model-corrupt' });
  });
});
