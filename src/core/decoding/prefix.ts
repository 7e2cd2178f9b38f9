import type { StepOutput } from './step-model.ts';
import type { TokenCandidate } from './top-k.ts';

/** The text of tokens, for constraints that are read off the text. */
export interface PieceText {
  /** Gives the text of one token, its space included; U+FFFD where its bytes are no whole character. */
  pieceText(id: number): string;
  /** Gives the text of a sequence; used after a token with U+FFFD, whose characters only the sequence tells. */
  decode?(ids: readonly number[]): string;
}

/**
 * A distinct prefix of the batch. It has one row of the model, which all samples with these tokens share: the model's output depends on the
 * tokens alone, whatever the set.
 */
export class Prefix {
  private readonly children = new Map<number, Prefix>();
  /** Keeps the answers of `Bans`: whether a token would complete an avoided phrase here. All sets of a batch avoid the same phrases. */
  readonly closing = new Map<number, boolean>();
  private top: readonly TokenCandidate[] = [];
  private probes: ReadonlyMap<number, number> = new Map();
  /** The estimator's reading at this position; undefined without an estimator. */
  estimate: number | undefined;

  /** @param row the row it has, or will have, in the batch */
  constructor(readonly parent: Prefix | undefined, readonly id: number, readonly row: number, readonly text: string) {}

  /** Takes the model's output for this row. `probeIds`: the ids asked for in this row. */
  read(output: StepOutput, probeIds: readonly number[]): void {
    const { top, probes, topIds, topLogProbs, probeLogProbs, estimates } = output;
    this.estimate = estimates?.[this.row];
    this.top = Array.from(topIds.subarray(this.row * top, (this.row + 1) * top), (id, k) => ({
      id,
      logProb: topLogProbs[this.row * top + k] ?? -Infinity,
    }));
    this.probes = new Map(probeIds.map((id, k) => [id, probeLogProbs[this.row * probes + k] ?? -Infinity]));
  }

  /** The model's most probable tokens, best first. */
  get candidates(): readonly TokenCandidate[] {
    return this.top;
  }

  /** The log-probability of a token after this prefix, when it is in the top or was asked for. */
  logProb(id: number): number | undefined {
    return this.top.find((candidate) => candidate.id === id)?.logProb ?? this.probes.get(id);
  }

  /** Gives the prefix one token longer, shared unless `apart`. `row`: its row when it is new. */
  child(id: number, row: number, text: PieceText | undefined, apart: boolean): { prefix: Prefix; isNew: boolean } {
    const known = apart ? undefined : this.children.get(id);
    if (known) return { prefix: known, isNew: false };
    const piece = text?.pieceText(id) ?? '';
    const whole = piece.includes('\ufffd') && text?.decode ? text.decode([...this.tokens(), id]) : this.text + piece;
    const prefix = new Prefix(this, id, row, whole);
    this.children.set(id, prefix);
    return { prefix, isNew: true };
  }

  tokens(): number[] {
    const ids: number[] = [];
    for (let at: Prefix | undefined = this; at?.parent; at = at.parent) ids.push(at.id);
    return ids.reverse();
  }
}
