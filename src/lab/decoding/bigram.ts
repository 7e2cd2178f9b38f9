import { OtherwiseError } from '../../core/errors.ts';
import type { Cache, Memory, ScoreRequest, Scores, StepModel, StepOutput } from '../../core/decoding/step-model.ts';

interface BigramCache extends Cache {
  rows: number;
}

/** A model that sees the last piece only: a table of logits. Every piece is in its top, so searches over it can be checked exactly. */
export class BigramModel implements StepModel {
  readonly vocabularySize: number;
  readonly maxPositions = Infinity;
  readonly reserved: ReadonlySet<number> = new Set();
  private readonly table: readonly (readonly number[])[];
  private readonly orders: readonly (readonly number[])[];

  /**
   * @param logits [rows × vocabulary]: row i gives the piece after piece i; rows beyond the vocabulary can be a start
   * @param start the row of the first piece
   * @throws OtherwiseError `bad-request` for a ragged table, or a start, end piece or row that is missing
   */
  constructor(
    logits: readonly (readonly number[])[],
    private readonly start: number,
    readonly eos: number,
  ) {
    this.vocabularySize = logits[0]?.length ?? 0;
    const ragged = logits.findIndex((row) => row.length !== this.vocabularySize);
    if (this.vocabularySize === 0 || ragged >= 0)
      throw new OtherwiseError(
        'bad-request',
        `'logits' must be rows of one length, at least 1${ragged >= 0 ? `; row ${ragged} differs` : ''}.`,
      );
    if (start >= logits.length) throw new OtherwiseError('bad-request', `'start' is ${start}, but 'logits' has ${logits.length} rows.`);
    if (eos >= this.vocabularySize)
      throw new OtherwiseError('bad-request', `'eos' is ${eos}, but the rows have ${this.vocabularySize} values.`);
    const bare = Array.from({ length: this.vocabularySize }, (_, id) => id).find((id) => id !== eos && id >= logits.length);
    if (bare !== undefined) throw new OtherwiseError('bad-request', `'logits' has no row for piece ${bare}.`);
    this.table = logits.map(logSoftmax);
    this.orders = this.table.map((row) => row.map((_, id) => id).sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0) || a - b));
  }

  encode(source: readonly number[]): Promise<Memory> {
    return Promise.resolve({ length: source.length, dispose: () => undefined });
  }

  begin(
    _memory: Memory,
    tags: readonly (readonly number[])[],
    options: { capacity: number; probes?: readonly number[] },
  ): Promise<{ cache: Cache; output: StepOutput }> {
    const cache: BigramCache = { rows: tags.length, dispose: () => undefined };
    return Promise.resolve({ cache, output: this.output(tags.map(() => this.start), tags.flatMap(() => options.probes ?? [])) });
  }

  step(cache: Cache, _parents: Int32Array, ids: Int32Array, options: { probes?: Int32Array } = {}): Promise<StepOutput> {
    (cache as BigramCache).rows = ids.length;
    return Promise.resolve(this.output([...ids], [...(options.probes ?? [])]));
  }

  score(requests: readonly ScoreRequest[]): Promise<Scores[]> {
    return Promise.resolve(requests.map(({ target }) => ({ logProbs: Float32Array.from(this.logProbs(target)) })));
  }

  /** Gives the log-probabilities, in double precision, of the pieces of a sequence and of the end piece after them. */
  logProbs(tokens: readonly number[]): number[] {
    return [...tokens, this.eos].map((id, k) => this.table[k === 0 ? this.start : (tokens[k - 1] ?? 0)]?.[id] ?? -Infinity);
  }

  private output(rows: readonly number[], probes: readonly number[]): StepOutput {
    const top = this.vocabularySize;
    const perRow = probes.length / rows.length;
    const at = (row: number, id: number): number => this.table[row]?.[id] ?? -Infinity;
    return {
      rows: rows.length,
      top,
      topIds: Int32Array.from(rows.flatMap((row) => this.orders[row] ?? [])),
      topLogProbs: Float32Array.from(rows.flatMap((row) => (this.orders[row] ?? []).map((id) => at(row, id)))),
      probes: perRow,
      probeLogProbs: Float32Array.from(probes, (id, k) => at(rows[Math.floor(k / perRow)] ?? 0, id)),
    };
  }
}

function logSoftmax(logits: readonly number[]): number[] {
  const most = Math.max(...logits);
  const norm = most + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0));
  return logits.map((logit) => logit - norm);
}
