import * as v from 'valibot';
import { OtherwiseError, throwIfAborted } from '../core/errors.ts';
import { readPair } from '../lab/corpora/pairs.ts';
import { readEntryPairs } from '../lab/corpus/forms.ts';
import type { MinedDocument } from '../lab/mining/mine.ts';
import { cleanText } from '../core/text/clean.ts';
import type { CommandContext } from './command.ts';
import { readFileLines } from './evaluation-input.ts';
import { checkFields } from './flags.ts';
import { errorObject, parseObject } from './lines.ts';
import { readTexts } from './text-folder.ts';

type Told = Pick<CommandContext, 'stderr' | 'signal'>;

/** The items that were read, and how many files or lines were told on stderr and left out. */
export interface MiningInput<T> {
  readonly items: readonly T[];
  readonly skipped: number;
}

/**
 * Reads the texts of a folder and the folders in it.
 * @param maxBytes of a file
 * @throws OtherwiseError `file-unreadable` when the folder can't be read
 */
export async function readDocuments(folder: string, maxBytes: number, { stderr, signal }: Told): Promise<MiningInput<MinedDocument>> {
  const items: MinedDocument[] = [];
  let skipped = 0;
  for await (const { name, text, error } of readTexts(folder, maxBytes)) {
    throwIfAborted(signal);
    if (text !== undefined) items.push({ name, text });
    else {
      skipped += 1;
      stderr.write(`${JSON.stringify({ file: name, error })}\n`);
    }
  }
  stderr.write(`${items.length} documents read, ${skipped} files left out\n`);
  return { items, skipped };
}

/** Two sentences that may hold fragments. */
export interface MinedPair {
  readonly a: string;
  readonly b: string;
}

const pairSchema = v.looseObject({ a: v.string('must be a text.'), b: v.string('must be a text.') });

/**
 * Reads the sentence pairs of a file: lines of a text, a tab and a text (further columns do not count), JSON objects with `a` and `b`,
 * such as those of sentences.jsonl, or what `corpus` writes, each source with each of its rewrites.
 * @throws OtherwiseError `file-unreadable`
 */
export async function readMinedPairs(file: string, { stderr, signal }: Told): Promise<MiningInput<MinedPair>> {
  const items: MinedPair[] = [];
  let skipped = 0;
  for (const { text, number, error } of await readFileLines(file)) {
    throwIfAborted(signal);
    try {
      if (error) throw error;
      items.push(...pairsOf(text));
    } catch (cause) {
      skipped += 1;
      stderr.write(`${JSON.stringify({ file, line: number + 1, error: errorObject(cause) })}\n`);
    }
  }
  stderr.write(`${items.length} sentence pairs read, ${skipped} lines left out\n`);
  return { items, skipped };
}

/** @throws OtherwiseError `bad-request`, `text-empty`, `missing-field`, `bad-json` */
function pairsOf(line: string): MinedPair[] {
  if (!line.trimStart().startsWith('{')) {
    const { reference, translation } = readPair(line, Infinity);
    return [{ a: reference, b: translation }];
  }
  const object = parseObject(line);
  if ('rewrites' in object) {
    const found = readEntryPairs(object);
    return found.flatMap(({ source, rewrite }) => (rewrite === undefined ? [] : [clean(source, rewrite)]));
  }
  const { a, b } = checkFields(pairSchema, object);
  return [clean(a, b)];
}

function clean(one: string, other: string): MinedPair {
  const pair = { a: cleanText(one), b: cleanText(other) };
  if (pair.a === '' || pair.b === '') throw new OtherwiseError('text-empty', `The ${pair.a === '' ? 'first' : 'second'} text is empty.`);
  return pair;
}
