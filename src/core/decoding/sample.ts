import { OtherwiseError, throwIfAborted } from '../errors.ts';
import { planInsertion } from './insertion.ts';
import { Prefix } from './prefix.ts';
import { Random } from './random.ts';
import type { Ending, Sampled, SampleRequest, SampleResult } from './sample-request.ts';
import { patience } from './sample-request.ts';
import { mean, start } from './sample-row.ts';
import { sampleSets, type SetState } from './sample-sets.ts';
import type { Branch, SampledRow } from './sample-row.ts';
import type { Steer } from './steering.ts';
import type { Cache, Memory, StepModel } from './step-model.ts';
import { constrainedTopK, draw } from './top-k.ts';

/** A drawn token, and the constraints it was drawn under. */
interface Drawn {
  readonly id: number;
  readonly steer: Steer | undefined;
}

/** The rows of the next step: each new prefix and the one it continues. */
interface Layer {
  readonly parents: Prefix[];
  readonly prefixes: Prefix[];
}

/**
 * Samples all sets in one batch by constrained top-k sampling (ParaBank 2 §2.1): at every step blocked tokens are removed, the k most
 * probable of the rest rescaled, one drawn. Samples with the same prefix share a row of the model, so the first steps are cheap; samples
 * that end leave the batch at once. Sample i of set s draws from its own stream of the seed, so sharing, other sets and the order of ending
 * do not change it.
 *
 * - A blocked token is never drawn: a sample for which the model's whole top is blocked ends as `exhausted` instead.
 * - Look-ahead at bans: a sample that begins a banned word goes on beside a spare branch that does not. Where the ban then takes a share of
 *   the next token's probability, the spare branch takes over with that probability. Else bans would leave stumps ('postp' + anything but
 *   'one').
 * - Required phrases: a sample first runs its natural course. If it ends without a phrase, it may run a second course (`pressed`), in a
 *   second batch, that begins the phrase where the first found it most fitting. There the end stays closed until every phrase is met.
 *
 * Without `lookAhead` the last two are off: every token is drawn from the distribution of `constrainedTopK`.
 * @throws OtherwiseError `bad-request`, `aborted`, and what the model throws
 */
export async function sampleBatch(model: StepModel, memory: Memory, request: SampleRequest): Promise<SampleResult> {
  return new Sampling(model, memory, request).run();
}

class Sampling {
  private readonly sets: readonly SetState[];
  /** The different sequences of tags of the sets. */
  private readonly tags: readonly (readonly number[])[];
  private readonly maxTokens: number;
  private readonly ended: Sampled[] = [];
  private again: SampledRow[] = [];
  private computed = 0;
  private drawn = 0;
  private steps = 0;

  constructor(private readonly model: StepModel, private readonly memory: Memory, private readonly request: SampleRequest) {
    ({ sets: this.sets, tags: this.tags, maxTokens: this.maxTokens } = sampleSets(request, model, memory));
  }

  async run(): Promise<SampleResult> {
    const { samples, seed, lookAhead = true, only = () => true } = this.request;
    const random = new Random(seed);
    const roots = this.roots();
    await this.batch(
      roots,
      this.sets.flatMap(({ bans: { avoid }, root }, set) =>
        [...Array(samples).keys()].filter((index) => only(set, index)).map((index): SampledRow => ({
          set,
          index,
          random: random.fork(set, index),
          branch: start(roots[root] as Prefix, avoid.start, []),
          spare: undefined,
          course: { kind: lookAhead ? 'scout' : 'plain' },
          places: [],
        })),
      ),
    );
    if (this.again.length > 0) {
      const anew = this.roots();
      const rootOf = ({ set }: SampledRow): Prefix => anew[this.sets[set]?.root ?? 0] as Prefix;
      await this.batch(anew, this.again.map((row) => ({ ...row, branch: { ...row.branch, prefix: rootOf(row) } })));
    }
    const counts = { finished: 0, length: 0, exhausted: 0, hopeless: 0 };
    for (const sample of this.ended) counts[sample.ending] += 1;
    const inOrder = this.ended.sort((a, b) => a.set - b.set || a.index - b.index);
    return { samples: inOrder, counts, rows: { computed: this.computed, drawn: this.drawn } };
  }

  /** The empty prefix after each sequence of tags. */
  private roots(): Prefix[] {
    return this.tags.map((_, row) => new Prefix(undefined, -1, row, ''));
  }

  /** Runs rows from their roots until each has ended or waits for its second course. */
  private async batch(roots: readonly Prefix[], all: readonly SampledRow[]): Promise<void> {
    const { signal } = this.request;
    const total = this.ended.length + all.length;
    let rows = [...all];
    let cache: Cache | undefined;
    try {
      const probes = [...new Set(this.probesOf(roots, rows).flat())];
      // A draw with a spare branch takes two rows.
      const opened = await this.model.begin(this.memory, this.tags, {
        capacity: 2 * rows.length * this.maxTokens,
        probes,
        ...(signal && { signal }),
      });
      cache = opened.cache;
      this.computed += roots.length;
      if (this.request.topK > opened.output.top)
        throw new OtherwiseError(
          'bad-request',
          `top-k is ${this.request.topK}, but this model gives its ${opened.output.top} most probable pieces only.`,
        );
      for (const root of roots) root.read(opened.output, probes);
      for (;;) {
        const layer: Layer = { parents: [], prefixes: [] };
        rows = rows.filter((row) => this.advance(row, layer));
        this.request.onProgress?.(this.ended.length, total, this.steps += 1);
        if (rows.length === 0) break;
        throwIfAborted(signal);
        await this.step(cache, layer, rows);
      }
    } finally {
      cache?.dispose();
    }
  }

  private async step(cache: Cache, { parents, prefixes }: Layer, rows: readonly SampledRow[]): Promise<void> {
    const probes = this.probesOf(prefixes, rows);
    const { signal } = this.request;
    const output = await this.model.step(
      cache,
      Int32Array.from(parents, (parent) => parent.row),
      Int32Array.from(prefixes, (prefix) => prefix.id),
      { probes: Int32Array.from(probes.flat()), ...(signal && { signal }) },
    );
    this.computed += prefixes.length;
    prefixes.forEach((prefix, row) => prefix.read(output, probes[row] ?? []));
  }

  /** Gives the ids whose log-probabilities each row needs beyond its top, equally many a row (filled up by repeating one). */
  private probesOf(prefixes: readonly Prefix[], rows: readonly SampledRow[]): number[][] {
    const wanted = prefixes.map(() => new Set<number>());
    for (const row of rows) {
      const steering = this.sets[row.set]?.steering;
      for (const branch of row.spare?.done === false ? [row.branch, row.spare] : [row.branch]) {
        for (const id of [...branch.script.slice(0, 1), ...steering?.probes ?? []]) wanted[branch.prefix.row]?.add(id);
      }
    }
    const most = Math.max(...wanted.map((ids) => ids.size));
    return wanted.map((ids) => [...ids, ...Array.from({ length: most - ids.size }, () => [...ids][0] ?? this.model.eos)]);
  }

  /** Draws the next token of a sample; @returns whether it goes on. New prefixes go into the layer. */
  private advance(row: SampledRow, layer: Layer): boolean {
    this.drawn += 1;
    const set = this.sets[row.set];
    if (!set) throw new RangeError(`no set ${row.set}`);
    if (row.spare && row.random.uniform() < set.bans.mass(row.branch.prefix, row.branch.avoid)) takeSpare(row);
    let steer = this.steerOf(row, row.branch);
    let id = row.branch.done ? this.model.eos : this.drawFrom(row, row.branch, steer);
    if (id === undefined && row.spare) {
      takeSpare(row);
      steer = this.steerOf(row, row.branch);
      id = row.branch.done ? this.model.eos : this.drawFrom(row, row.branch, steer);
    }
    const { branch } = row;
    if (row.course.kind === 'scout' && steer)
      row.places.push(...[...steer.starts.values()].map((at) => ({ length: branch.tokens.length, start: at })));
    if (id === undefined) return this.end(row, 'exhausted');
    if (id !== this.model.eos && branch.tokens.length === this.maxTokens) return this.end(row, 'length', steer);
    if (id === this.model.eos) {
      if (!branch.done) row.branch = this.finish(branch);
      return this.end(row, 'finished', steer);
    }
    row.branch = this.extend(branch, { id, steer }, set, layer);
    const { giveUpAbove } = this.request;
    if (giveUpAbove !== undefined && !set.steering && row.branch.logProbs.length >= patience && mean(row.branch.logProbs) < -giveUpAbove)
      return this.end(row, 'hopeless');
    const { lookAhead = true } = this.request;
    const isHedged = lookAhead && branch.script[0] !== id && set.bans.isClose(row.branch.prefix.text, row.branch.avoid);
    row.spare = isHedged ? this.spare(row, row.spare ?? branch, set, layer) : undefined;
    return true;
  }

  /** Gives a branch one token longer that is within no banned word. */
  private spare(row: SampledRow, from: Branch, set: SetState, layer: Layer): Branch | undefined {
    if (from.done || from.tokens.length >= this.maxTokens) return from.done ? from : undefined;
    const steer = this.steerOf(row, from);
    const id = this.drawFrom(row, from, steer, (other) => set.bans.getsClose(from.prefix, from.avoid, other));
    if (id === undefined) return undefined;
    return id === this.model.eos ? this.finish(from) : this.extend(from, { id, steer }, set, layer);
  }

  private steerOf(row: SampledRow, { prefix, tokens }: Branch): Steer | undefined {
    return this.sets[row.set]?.steering?.steer(prefix, tokens.length, row.course);
  }

  private finish(branch: Branch): Branch {
    return {
      ...branch,
      logProbs: [...branch.logProbs, branch.prefix.logProb(this.model.eos) ?? -Infinity],
      estimates: branch.estimates + (branch.prefix.estimate ?? NaN),
      done: true,
    };
  }

  private extend(branch: Branch, { id, steer }: Drawn, set: SetState, { parents, prefixes }: Layer): Branch {
    const { text, shareRows = true } = this.request;
    const { prefix, isNew } = branch.prefix.child(id, prefixes.length, text, !shareRows);
    if (isNew) {
      parents.push(branch.prefix);
      prefixes.push(prefix);
    }
    const script = branch.script[0] === id ? branch.script.slice(1) : steer?.starts.get(id)?.pieces.slice(1) ?? [];
    return {
      prefix,
      avoid: set.bans.avoid.next(branch.avoid, id),
      tokens: [...branch.tokens, id],
      logProbs: [...branch.logProbs, branch.prefix.logProb(id) ?? -Infinity],
      estimates: branch.estimates + (branch.prefix.estimate ?? NaN),
      script,
      done: false,
    };
  }

  /**
   * Gives the next token of a branch: the one of its script, unless it is blocked, or a draw. `shuns` tells tokens that are left out
   * besides the blocked ones.
   */
  private drawFrom(row: SampledRow, branch: Branch, steer: Steer | undefined, shuns?: (id: number) => boolean): number | undefined {
    const { topK, temperature } = this.request;
    const { prefix, script: [forced] } = branch;
    const bans = this.sets[row.set]?.bans;
    const blocked = (id: number): boolean =>
      bans?.block(prefix, branch.avoid, id) === true || this.isClosed(row, steer, id) || shuns?.(id) === true;
    if (forced !== undefined && prefix.logProb(forced) !== undefined && !blocked(forced)) return forced;
    let { candidates } = prefix;
    if (steer && steer.starts.size > 0) {
      const starts = [...steer.starts].map(([id, { bonus }]) => ({ id, logProb: (prefix.logProb(id) ?? -Infinity) + bonus }));
      if (steer.pressed && starts.some(({ id }) => !blocked(id))) candidates = starts;
      else candidates = [...candidates.filter(({ id }) => !steer.starts.has(id)), ...starts];
    }
    return draw(constrainedTopK(candidates, blocked, topK, temperature), row.random.uniform());
  }

  /** Tells whether a token is closed for other reasons: it is reserved, is the end before its time, or would hinder a required phrase. */
  private isClosed(row: SampledRow, steer: Steer | undefined, id: number): boolean {
    if (id === this.model.eos) return row.course.kind !== 'scout' && steer?.satisfied === false;
    return this.model.reserved.has(id) || steer?.closes(id) === true;
  }

  private end(row: SampledRow, ending: Ending, steer?: Steer): false {
    const { set, index, branch: { tokens, logProbs, estimates, prefix } } = row;
    const { samples, pressed = 1 } = this.request;
    if (row.course.kind === 'scout' && steer?.satisfied === false && index < pressed * samples) {
      const { script, hoped } = planInsertion(tokens, row.places.filter(({ start: at }) => steer.unmet.includes(at.phrase)), row.random);
      const avoid = this.sets[set]?.bans.avoid.start ?? 0;
      this.again.push({ ...row, branch: start(prefix, avoid, script), course: { kind: 'press', hoped } });
      return false;
    }
    const satisfied = this.sets[set]?.steering?.satisfied(prefix.text) ?? true;
    const estimate = estimates / logProbs.length;
    const sample: Sampled = {
      set,
      index,
      tokens,
      logProbs,
      ...(Number.isFinite(estimate) && { estimate }),
      ending,
      finished: ending === 'finished',
      satisfied,
    };
    this.ended.push(sample);
    this.request.onEnded?.(sample);
    return false;
  }
}

function takeSpare(row: SampledRow): void {
  const { spare, branch } = row;
  if (!spare) return;
  const parting = branch.tokens.findIndex((id, k) => spare.tokens[k] !== id);
  row.places = row.places.filter(({ length }) => length <= parting);
  row.branch = spare;
  row.spare = undefined;
}
