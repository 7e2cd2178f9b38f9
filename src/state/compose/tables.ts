import type { IdfTable } from '../../text/idf.ts';
import type { Inflector } from '../../text/inflect.ts';
import type { Lexicon } from '../../text/lexicon.ts';

/** The tables of words. */
export interface Tables {
  readonly inflector: Inflector;
  readonly lexicon: Lexicon;
  readonly idf: IdfTable;
}
