import { rename, rm, writeFile } from 'node:fs/promises';
import { OtherwiseError, throwIfAborted } from '../core/errors.ts';
import { Bitext } from '../core/alignment/bitext.ts';
import { ibm1 } from '../core/alignment/ibm1.ts';
import { LexicalTable } from '../core/alignment/lexical-table.ts';
import { sideOf } from '../core/alignment/tokens.ts';
import { readPair } from '../lab/corpora/pairs.ts';
import type { CommandContext } from './command.ts';
import { readFileLines } from './evaluation-input.ts';
import { errorObject, write } from './lines.ts';

export interface Training {
  /** The corpus, and the table to write. */
  readonly train: string;
  readonly out: string;
  readonly iterations?: number | undefined;
  readonly identical?: number | undefined;
  readonly maxWords?: number | undefined;
}

const usual = { iterations: 5, identical: 100, maxWords: 100, nullShare: 0.1 };

/**
 * Trains a word aligner (`ibm1`) on a file of pairs and writes its table when all is done.
 * @returns the exit code: 1 when lines were left out
 * @throws OtherwiseError `file-unreadable`, `bad-flag` for a corpus without pairs or a table that can't be written, `aborted`
 */
export async function trainAligner(training: Training, context: CommandContext): Promise<number> {
  const { iterations = usual.iterations, identical = usual.identical, maxWords = usual.maxWords } = training;
  const { bitext, wrong } = await readBitext(training.train, maxWords, context);
  if (bitext.pairs === 0) throw new OtherwiseError('bad-flag', `${training.train} has no pair: lines of a text, a tab and a text.`);
  context.stderr.write(`${bitext.pairs} pairs, ${bitext.words.length} words\n`);
  const { table, logLikelihood } = await trainedTable(bitext, { iterations, identical }, context);
  await save(training.out, table.serialise());
  const summary = { pairs: bitext.pairs, words: bitext.words.length, iterations, logLikelihood };
  await write(context, `${JSON.stringify(summary)}\n`);
  return wrong > 0 ? 1 : 0;
}

/**
 * Trains a table on a bitext; the log-likelihood of each iteration, in nats, goes to stderr.
 * @throws OtherwiseError `aborted`
 */
export async function trainedTable(
  bitext: Bitext,
  { iterations = usual.iterations, identical = usual.identical }: Pick<Training, 'iterations' | 'identical'>,
  { stderr, signal }: Pick<CommandContext, 'stderr' | 'signal'>,
): Promise<{ readonly table: LexicalTable; readonly logLikelihood: number }> {
  const meetings = bitext.meetings();
  const model = ibm1(bitext, meetings, { nullShare: usual.nullShare, identical });
  let { value: state } = model.next();
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    stderr.write(`iteration ${iteration} log-likelihood ${state.logLikelihood}\n`);
    // Signals reach a program only while it waits.
    await new Promise(setImmediate);
    throwIfAborted(signal);
    if (iteration < iterations) ({ value: state } = model.next());
  }
  return { table: LexicalTable.trained(bitext, meetings, state, usual.nullShare), logLikelihood: state.logLikelihood };
}

/** Returns the words of a text as the aligner compares them. */
export const alignerWords = (text: string): string[] => sideOf(text).tokens.map(({ key }) => key);

/** The pairs of a file; lines that are none are told on stderr. */
async function readBitext(file: string, maxWords: number, { stderr, signal }: CommandContext): Promise<{ bitext: Bitext; wrong: number }> {
  const bitext = new Bitext();
  let wrong = 0;
  for (const { text, number, error } of await readFileLines(file)) {
    throwIfAborted(signal);
    try {
      if (error) throw error;
      const { reference, translation } = readPair(text);
      const [a, b] = [alignerWords(reference), alignerWords(translation)];
      if (a.length > maxWords || b.length > maxWords)
        throw new OtherwiseError('text-too-long', `A side of the pair has more than ${maxWords} words and marks (--max-words).`);
      bitext.add(a, b);
    } catch (cause) {
      wrong += 1;
      stderr.write(`${JSON.stringify({ file, line: number + 1, error: errorObject(cause) })}\n`);
    }
  }
  return { bitext, wrong };
}

/** Writes a file at once, so that a table of before stays whole until then. */
async function save(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await writeFile(partial, text);
    await rename(partial, path);
  } catch (cause) {
    await rm(partial, { force: true });
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OtherwiseError('bad-flag', `--out ${path} can't be written: ${why}`, { cause });
  }
}
