import { corpusWords, readPair } from '../lab/corpora/pairs.ts';
import type { RawLine } from '../lab/corpora/references.ts';
import { trigramOverlap } from '../core/metrics/trigram-overlap.ts';
import { comparableSentences, minedSentence } from '../lab/mining/comparable-sentences.ts';
import type { SheetKind } from '../lab/sheets/kinds.ts';
import type { SheetPair } from '../lab/sheets/pair.ts';
import { readEntryPairs, readPairCells, type RewritePair } from '../lab/corpus/forms.ts';
import { OtherwiseError } from '../core/errors.ts';
import { cleanText } from '../core/text/clean.ts';
import { parseObject } from '../core/text/json-object.ts';

/** An output of `corpus`, `evaluate`, `filter` or `mine`, with what its lines refer to. */
export interface SheetSource {
  readonly kind: SheetKind;
  /** The name of the system that found or made the pairs, where they do not say. */
  readonly name: string;
  readonly lines: readonly RawLine[];
  /** The lines of sentences.jsonl, for `fragments`. */
  readonly sentences?: readonly RawLine[] | undefined;
  /** The texts by the names in documents.jsonl, for `documents`. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
  /** Cosine of the sentence embeddings. */
  readonly cosine: (a: string, b: string) => number;
}

/** Characters of a document that a sheet shows. */
const MOST_CHARACTERS = 3000;
/** Longest n-grams of the comparability of sentences, in words (Wang & Callison-Burch 2011, §3.2). */
const NGRAMS = 4;

/** The pairs of a file, and the lines that are none, numbered from 1. */
export function readSheetPairs(from: SheetSource): { pairs: SheetPair[]; errors: { line: number; error: OtherwiseError }[] } {
  const [first] = from.lines;
  const isJson = first?.text.trimStart().startsWith('{') ?? false;
  const head = isJson ? undefined : headOf(first?.text ?? '');
  const pairs: SheetPair[] = [];
  const errors: { line: number; error: OtherwiseError }[] = [];
  for (const { number, text, error } of head ? from.lines.slice(1) : from.lines) {
    try {
      if (error) throw error;
      const found = isJson ? ofObject(parseObject(text), from) : ofRow(text, head, from);
      pairs.push(...found.map((pair) => withScores(pair, from)));
    } catch (cause) {
      if (!(cause instanceof OtherwiseError)) throw cause;
      errors.push({ line: number + 1, error: cause });
    }
  }
  return { pairs, errors };
}

/** The columns of a table as `corpus` writes it; undefined for lines without a header. */
function headOf(line: string): readonly string[] | undefined {
  const names = line.split('\t').map((name) => name.trim());
  return names.includes('source') && names.includes('rewrite') ? names : undefined;
}

function ofRow(line: string, head: readonly string[] | undefined, { name }: SheetSource): SheetPair[] {
  if (!head) {
    const { reference, translation } = readPair(line, Infinity);
    return [{ source: reference, candidate: translation, systems: [name] }];
  }
  const cells = line.split('\t');
  if (cells.length !== head.length) throw new OtherwiseError('bad-request',
    `The line has ${cells.length} columns, its head ${head.length}.`);
  const cell = (column: string): string => cells[head.indexOf(column)] ?? '';
  const [source, rewrite, systems, unmet] = [cell('source'), cell('rewrite'), cell('systems'), cell('unmet')];
  return sheetPairsOf([readPairCells({ source, rewrite, systems, unmet })], name);
}

/** The pairs that have a rewrite. @param name what made them, where they do not say */
const sheetPairsOf = (pairs: readonly RewritePair[], name: string): SheetPair[] =>
  pairs.flatMap(({ source, rewrite, systems }): SheetPair[] =>
    (rewrite === undefined ? [] : [{ source, candidate: rewrite, systems: systems.length > 0 ? systems : [name] }]));

function ofObject(object: Readonly<Record<string, unknown>>, from: SheetSource): SheetPair[] {
  // An entry of a corpus may have columns of any other name.
  const isEntry = typeof object['source'] === 'string' && Array.isArray(object['rewrites']);
  if (!isEntry && 'error' in object) throw new OtherwiseError('bad-request', 'The line is an error of the run.');
  if (!isEntry && 'a' in object) return [ofMined(object, from)];
  if (!isEntry && 'reference' in object) return ofEvaluation(object);
  if (!isEntry && isWithoutText(object)) return [];
  const source = 'source' in object ? object : { ...object, source: object['text'] };
  return sheetPairsOf(readEntryPairs(source), from.name);
}

/** Tells whether a line of rewrites.jsonl is that of a reference of which the file lacks the text. */
const isWithoutText = ({ text, rewrites }: Readonly<Record<string, unknown>>): boolean =>
  text === undefined && Array.isArray(rewrites) && rewrites.length > 0 &&
  rewrites.every((one: { readonly texts?: unknown } | null) => Array.isArray(one?.texts));

/** Reads the pairs of one line of rewrites.jsonl. Each rank of a system with several outputs counts as a system of its own. */
function ofEvaluation({ reference, rewrites }: Readonly<Record<string, unknown>>): SheetPair[] {
  if (typeof reference !== 'string' || !Array.isArray(rewrites)) throw new OtherwiseError('missing-field',
    'A line has reference and rewrites.');
  return rewrites.flatMap((one: { readonly system?: unknown; readonly texts?: unknown }) => {
    const texts: readonly unknown[] = Array.isArray(one.texts) ? one.texts : [];
    return texts.map((text, at): SheetPair => {
      if (typeof text !== 'string' || (typeof one.system !== 'string' && typeof one.system !== 'number'))
        throw new OtherwiseError('bad-request', "Field 'rewrites': needs systems and their texts.");
      return { source: cleanText(reference), candidate: cleanText(text),
        systems: [texts.length > 1 ? `${one.system}-${at + 1}` : `${one.system}`] };
    });
  });
}

function ofMined({ a, b, score, sentences: at }: Readonly<Record<string, unknown>>,
  { kind, name, sentences, texts }: SheetSource): SheetPair {
  if (typeof a !== 'string' || typeof b !== 'string') throw new OtherwiseError('bad-request', "Fields 'a' and 'b': must be texts.");
  const of = { systems: [name], score: typeof score === 'number' ? score : undefined };
  if (kind === 'documents') return { source: documentOf(a, texts), candidate: documentOf(b, texts), ...of };
  if (kind !== 'fragments' || typeof at !== 'number') return { source: a, candidate: b, ...of };
  const sentence = sentences?.[at - 1];
  if (!sentence) throw new OtherwiseError('bad-request', `Line ${at} of sentences.jsonl, which the fragment names, is not there.`);
  const { a: first, b: second } = parseObject(sentence.text);
  return { source: a, candidate: b, ...of, contexts: [String(first), String(second)] };
}

function documentOf(name: string, texts: ReadonlyMap<string, string> | undefined): string {
  const text = texts?.get(name);
  if (text === undefined) throw new OtherwiseError('file-unreadable', `The document ${name} is not in the folder of texts.`);
  const clean = cleanText(text);
  return clean.length > MOST_CHARACTERS ? `${clean.slice(0, MOST_CHARACTERS)} …` : clean;
}

/** The figures that a kind draws by. Names of systems are parted by blanks in a key, so they have none themselves. */
function withScores(pair: SheetPair, { kind, cosine }: SheetSource): SheetPair {
  const { source, candidate } = pair;
  const named = { ...pair, systems: pair.systems.map((system) => system.trim().replace(/\s+/gu, '_')) };
  if (kind === 'paranmt') return { ...named, score: cosine(source, candidate), overlap: trigramOverlap(source, candidate) };
  return kind === 'sentences' && pair.score === undefined ? { ...named, score: comparability(source, candidate) } : named;
}

function comparability(a: string, b: string): number {
  const mined = (text: string) => minedSentence(text, corpusWords(text), NGRAMS);
  return comparableSentences([mined(a)], [mined(b)], { min: 0, max: 1 })[0]?.score ?? 0;
}
