import { throwIfAborted } from '../core/errors.ts';
import { Bitext } from '../core/alignment/bitext.ts';
import { LexicalTable } from '../core/alignment/lexical-table.ts';
import { WordAligner } from '../core/alignment/word-aligner.ts';
import { type Mined, minedFragments } from '../lab/mining/mine.ts';
import { type MiningCounts, MiningTally } from '../lab/mining/mining-tally.ts';
import type { FragmentOptions } from '../lab/mining/scored-fragments.ts';
import { alignerWords, trainedTable, type Training } from './aligner-training.ts';
import type { CommandContext } from './command.ts';
import type { FolderWriter } from './folder-writer.ts';
import type { MinedPair } from './mining-input.ts';

/** The file of a table that was trained on the sentence pairs of the run. */
export const TABLE_FILE = 'aligner.tsv';
const REPORT = 1000;

/** The options for training an aligner on what the run finds, and for cutting fragments with it then. */
export interface MiningTraining extends Pick<Training, 'iterations' | 'identical'> {
  readonly fragments: Omit<FragmentOptions, 'model'>;
}

/** Writes what a run finds, each pair into the file of its stage, and counts it. */
export class MiningRun {
  private readonly tally = new MiningTally();

  constructor(private readonly writer: FolderWriter, private readonly context: Pick<CommandContext, 'stderr' | 'signal'>) {}

  /**
   * Writes all that is found. With `training` what comes has no fragments: an aligner is trained on its sentence pairs, the
   * table is written, and the fragments are cut with it.
   */
  async write(found: Iterable<Mined>, training?: MiningTraining): Promise<MiningCounts> {
    const pairs: MinedPair[] = [];
    for (const one of found) {
      await this.take(one);
      if (training && one.stage === 'sentences') pairs.push(one.pair);
    }
    if (training && pairs.length > 0) await this.cut(pairs, training, await this.train(pairs, training));
    return this.tally.result();
  }

  private async take(one: Mined): Promise<void> {
    if (one.stage !== 'compared') {
      this.tally.add(one);
      this.writer.write(`${one.stage}.jsonl`, `${JSON.stringify({ ...one.pair, score: Number(one.pair.score.toFixed(4)) })}\n`);
    } else if (one.documents % REPORT === 0) {
      this.context.stderr.write(`${one.documents} documents compared, ${this.tally.documents} pairs\n`);
    }
    if (one.stage === 'compared' || one.stage === 'documents') await this.pause();
  }

  private async train(pairs: readonly MinedPair[], training: MiningTraining): Promise<LexicalTable> {
    const bitext = new Bitext();
    for (const { a, b } of pairs) bitext.add(alignerWords(a), alignerWords(b));
    const { table } = await trainedTable(bitext, training, this.context);
    const text = table.serialise();
    this.writer.write(TABLE_FILE, text);
    // A later run with --table gives the same fragments.
    return LexicalTable.from(text);
  }

  private async cut(pairs: readonly MinedPair[], { fragments }: MiningTraining, table: LexicalTable): Promise<void> {
    const model = new WordAligner(table);
    for (const [at, pair] of pairs.entries()) {
      for (const fragment of minedFragments(at + 1, pair, { ...fragments, model })) await this.take(fragment);
      if (at % REPORT === 0) await this.pause();
    }
  }

  /** Signals reach a program only while it waits. @throws OtherwiseError `aborted` */
  private async pause(): Promise<void> {
    await new Promise(setImmediate);
    throwIfAborted(this.context.signal);
  }
}
