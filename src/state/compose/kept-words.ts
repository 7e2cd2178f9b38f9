import { keptByInvariants } from '../../quality/invariants/kept.ts';
import { read } from '../../quality/reading/reading.ts';
import type { IdfTable } from '../../text/idf.ts';
import type { Inflector } from '../../text/inflect.ts';
import { wordKnowledge } from '../../text/knowledge.ts';

/** What of a sentence every rewrite keeps: names, numbers, addresses and quoted terms, each once, in its order. */
export const keptWords = (sentence: string, inflector: Inflector, idf: IdfTable): string[] =>
  keptByInvariants(read(sentence), wordKnowledge(inflector, idf));
