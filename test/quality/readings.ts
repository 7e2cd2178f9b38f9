import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFileLines } from '../../src/cli/evaluation-input.ts';
import { isRight, meanRatings, readRatings } from '../../src/lab/blind/ratings.ts';
import type { Rewrite } from '../../src/core/protocol.ts';
import { readKey } from './key.ts';
import { type Part, partOfText } from './sources.ts';

/** A rewrite of a reading, with what the program and what its readers said of it. */
export interface ReadRewrite {
  readonly rewrite: Rewrite;
  /** Tells whether fluency and adequacy, or adequacy alone, are at least 4 in the mean of the raters. */
  readonly right: boolean;
  readonly adequate: boolean;
}

/** The rewrites that one system showed for one sentence, in its own order. */
export interface ReadSet {
  readonly source: string;
  readonly part: Part;
  readonly rewrites: readonly ReadRewrite[];
}

/**
 * Reads the sets of a reading's folder: its key, the sheets A.tsv and B.tsv, and the outputs beside them. Left out are
 * sets of which a rewrite was not rated by both or has no estimate, and such as only repeat an earlier one.
 * @throws OtherwiseError `file-unreadable`, `bad-request`
 */
export async function readingIn(folder: string, seen = new Set<string>()): Promise<ReadSet[]> {
  const key = readKey(join(folder, 'sheet.key.json'));
  const sheets = [];
  for (const name of ['A.tsv', 'B.tsv']) sheets.push(readRatings(await readFileLines(join(folder, name)), key));
  const ratings = meanRatings(sheets);
  const outputs = outputsIn(folder);
  const texts = new Map(key.items.map(({ id, text }) => [id, text]));
  return key.sources.flatMap(({ text: source, sets }) => sets.flatMap(({ rewrites }): ReadSet[] => {
    const read = rewrites.flatMap(({ item, right }): ReadRewrite[] => {
      const [rating, rewrite] = [ratings.get(item), outputs.get(outputKey(source, texts.get(item) ?? '', right))];
      return rating && rewrite ? [{ rewrite, right: isRight(rating), adequate: rating.adequacy >= 4 }] : [];
    });
    const id = JSON.stringify([source, read.map(({ rewrite }) => rewrite.text)]);
    const isWhole = read.length === rewrites.length && read.length > 0 && read.every(({ rewrite }) => rewrite.right !== undefined);
    if (!isWhole || seen.has(id)) return [];
    seen.add(id);
    return [{ source, part: partOfText(source), rewrites: read }];
  }));
}

const outputKey = (source: string, rewrite: string, right: number | undefined): string => JSON.stringify([source, rewrite, right]);

/** Gives every rewrite of the outputs in a folder. */
function outputsIn(folder: string): ReadonlyMap<string, Rewrite> {
  const lines = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  const results = lines.map((line) => JSON.parse(line) as { readonly text: string; readonly rewrites: readonly Rewrite[] });
  return new Map(results.flatMap(({ text, rewrites }) =>
    rewrites.map((rewrite) => [outputKey(text, rewrite.text, rewrite.right), rewrite] as const)));
}
