/** The most positions of one scoring pass; it keeps the logits under WebGPU's default buffer limit of 128 MiB. */
const MOST_POSITIONS = 1024;
const MOST_TARGETS = 1024;
/**
 * Sequences are padded to a multiple of this and scored with those of the same length only. Rounding to int8 makes scores depend a little
 * on the padding, so this way they depend on the sequence alone, not on its neighbours.
 */
const PADDING = 8;

export interface ScoredSequence {
  /** Its index among the requests. */
  readonly index: number;
  /** All positions: marks, source, tags, target. */
  readonly ids: readonly number[];
  /** The tokens of the source whose own probabilities are wanted too. */
  readonly prior: readonly number[] | undefined;
  /** The tokens whose probabilities are wanted: the target and the end. */
  readonly wanted: readonly number[];
}

/** Returns the number of positions of a sequence in its pass. */
export const padded = ({ ids }: ScoredSequence): number => Math.ceil(ids.length / PADDING) * PADDING;

/** Groups sequences into passes of one padded length each, shorter ones first. */
export function* scoringPasses(sequences: readonly ScoredSequence[]): Generator<ScoredSequence[]> {
  let pass: ScoredSequence[] = [];
  let targets = 0;
  for (const sequence of sequences.toSorted((a, b) => padded(a) - padded(b) || a.index - b.index)) {
    const count = (sequence.prior?.length ?? 0) + sequence.wanted.length;
    const [first] = pass;
    const fits = (pass.length + 1) * padded(sequence) <= MOST_POSITIONS && targets + count <= MOST_TARGETS;
    if (first && !(padded(first) === padded(sequence) && fits)) {
      yield pass;
      [pass, targets] = [[], 0];
    }
    pass.push(sequence);
    targets += count;
  }
  if (pass.length > 0) yield pass;
}
