import type { IdfTable } from '../../../core/text/idf.ts';
import type { Inflector } from '../../../core/text/inflect.ts';
import type { Lexicon } from '../../../core/text/lexicon.ts';

/** The tables of words. */
export interface Tables {
  readonly inflector: Inflector;
  readonly lexicon: Lexicon;
  readonly idf: IdfTable;
}
