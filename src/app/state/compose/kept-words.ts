import { keptByInvariants } from '../../../core/quality/invariants/kept.ts';
import { read } from '../../../core/quality/reading/reading.ts';
import type { IdfTable } from '../../../core/text/idf.ts';
import type { Inflector } from '../../../core/text/inflect.ts';
import { wordKnowledge } from '../../../core/text/knowledge.ts';

/** What of a sentence every rewrite keeps: names, numbers, addresses and quoted terms, each once, in its order. */
export const keptWords = (sentence: string, inflector: Inflector, idf: IdfTable): string[] =>
  keptByInvariants(read(sentence), wordKnowledge(inflector, idf));
