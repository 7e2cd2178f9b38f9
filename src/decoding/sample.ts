import { AvoidAutomaton } from '../constraints/avoid.ts';
import { OtherwiseError, throwIfAborted } from '../errors.ts';
import { Prefix } from './prefix.ts';
import { Random } from './random.ts';
import type { Ending, Sampled, SampleRequest, SampleResult } from './sample-request.ts';
import { patience } from './sample-request.ts';
import { Steering } from './steering.ts';
import type { Steer, UnderWay } from './steering.ts';
import type { Cache, Memory, StepModel, StepOutput } from './step-model.ts';
import { constrainedTopK, draw } from './top-k.ts';

interface SetState {
  readonly avoid: AvoidAutomaton;
  readonly steering: Steering | undefined;
}

interface Row {
  readonly set: number;
  readonly index: number;
  readonly random: Random;
  readonly tokens: number[];
  readonly logProbs: number[];
  prefix: Prefix;
  avoid: number;
  /** The rest of a demand that has begun. */
  underWay: UnderWay;
}

/**
 * Constrained top-k sampling of all sets in one batch (ParaBank 2 §2.1): at every step blocked pieces are removed, the k most probable of the rest
 * rescaled, one drawn. Samples with the same prefix share a row of the model, so the first steps are cheap; samples that end leave the batch at
 * once. Sample i of set s draws from its own stream of the seed, so sharing, other sets and the order of ending do not change it.
 *
 * A blocked piece is never drawn: a sample for which the model's whole top is blocked ends as `exhausted` instead.
 * @throws OtherwiseError `bad-request`, `aborted`, and what the model throws
 */
export async function sampleBatch(model: StepModel, memory: Memory, request: SampleRequest): Promise<SampleResult> {
  return new Sampling(model, memory, request).run();
}

class Sampling {
  private readonly sets: readonly SetState[];
  private readonly maxTokens: number;
  private readonly ended: Sampled[] = [];
  private computed = 1;
  private drawn = 0;

  constructor(private readonly model: StepModel, private readonly memory: Memory, private readonly request: SampleRequest) {
    const { sets, samples, hardBan, text } = request;
    if (!Number.isInteger(samples) || samples < 1) throw new OtherwiseError('bad-request', `Samples a set: ${samples}; it must be a whole number of at least 1.`);
    const needsText = hardBan?.empty === false || sets.some((set) => set.require?.length);
    if (needsText && !text) throw new OtherwiseError('bad-request', 'Hard bans and demands need the text of the pieces.');
    this.maxTokens = Math.max(1, Math.min(request.maxTokens, model.maxPositions - memory.length - request.tags.length - 1));
    this.sets = sets.map((set) => ({
      avoid: new AvoidAutomaton(set.avoid, set.anchored),
      steering: set.require?.length && text ? new Steering(set, text, request.expectedLength ?? memory.length, this.maxTokens, model.eos) : undefined,
    }));
  }

  async run(): Promise<SampleResult> {
    const { tags, samples, seed, signal } = this.request;
    const random = new Random(seed);
    const root = new Prefix(undefined, -1, 0, '');
    let rows: Row[] = this.sets.flatMap(({ avoid }, set) => Array.from({ length: samples }, (_, index) => (
      { set, index, random: random.fork(set, index), tokens: [], logProbs: [], prefix: root, avoid: avoid.start, underWay: [] })));
    const total = rows.length;
    let cache: Cache | undefined;
    try {
      const probes = this.probesOf([root], rows);
      const opened = await this.model.begin(this.memory, tags, { capacity: total * this.maxTokens, probes: probes[0] ?? [], ...(signal && { signal }) });
      cache = opened.cache;
      this.check(opened.output);
      root.read(opened.output, probes[0] ?? []);
      for (let step = 1; ; step += 1) {
        const parents: Prefix[] = [];
        const prefixes: Prefix[] = [];
        rows = rows.filter((row) => this.advance(row, parents, prefixes));
        this.request.onProgress?.(total - rows.length, total, step);
        if (rows.length === 0) break;
        throwIfAborted(signal);
        await this.step(cache, parents, prefixes, rows);
      }
    } finally {
      cache?.dispose();
    }
    const counts = { finished: 0, length: 0, exhausted: 0, hopeless: 0 };
    for (const sample of this.ended) counts[sample.ending] += 1;
    const samplesInOrder = this.ended.sort((a, b) => a.set - b.set || a.index - b.index);
    return { samples: samplesInOrder, counts, rows: { computed: this.computed, drawn: this.drawn } };
  }

  private async step(cache: Cache, parents: readonly Prefix[], prefixes: readonly Prefix[], rows: readonly Row[]): Promise<void> {
    const probes = this.probesOf(prefixes, rows);
    const { signal } = this.request;
    const output = await this.model.step(cache, Int32Array.from(parents, (parent) => parent.row), Int32Array.from(prefixes, (prefix) => prefix.id), { probes: Int32Array.from(probes.flat()), ...(signal && { signal }) });
    this.computed += prefixes.length;
    prefixes.forEach((prefix, row) => prefix.read(output, probes[row] ?? []));
  }

  /** The ids whose log-probabilities each row needs beyond its top, equally many a row (filled up by repeating one). */
  private probesOf(prefixes: readonly Prefix[], rows: readonly Row[]): number[][] {
    const wanted = prefixes.map(() => new Set<number>());
    for (const row of rows) {
      const ids = wanted[row.prefix.row];
      const steering = this.sets[row.set]?.steering;
      for (const id of row.underWay.length > 0 ? row.underWay.slice(0, 1) : steering?.probes ?? []) ids?.add(id);
    }
    const most = Math.max(...wanted.map((ids) => ids.size));
    return wanted.map((ids) => [...ids, ...Array.from({ length: most - ids.size }, () => [...ids][0] ?? this.model.eos)]);
  }

  /** Draws the next piece of a sample; @returns whether it goes on. New prefixes are appended to the lists. */
  private advance(row: Row, parents: Prefix[], prefixes: Prefix[]): boolean {
    this.drawn += 1;
    const set = this.sets[row.set];
    if (!set) throw new RangeError(`no set ${row.set}`);
    const steer = set.steering?.steer(row.prefix, row.tokens.length);
    const id = this.choose(row, set, steer);
    if (id === undefined) return this.end(row, 'exhausted');
    if (id !== this.model.eos && row.tokens.length === this.maxTokens) return this.end(row, 'length');
    row.logProbs.push(row.prefix.logProb(id) ?? -Infinity);
    if (id === this.model.eos) return this.end(row, 'finished');
    row.underWay = row.underWay.length > 0 && row.underWay[0] === id ? row.underWay.slice(1) : steer?.starts.get(id) ?? [];
    row.tokens.push(id);
    const { giveUpAbove, text, shareRows = true } = this.request;
    if (giveUpAbove !== undefined && row.logProbs.length >= patience && mean(row.logProbs) < -giveUpAbove) return this.end(row, 'hopeless');
    const { prefix, isNew } = row.prefix.child(id, prefixes.length, text, !shareRows);
    if (isNew) {
      parents.push(row.prefix);
      prefixes.push(prefix);
    }
    row.prefix = prefix;
    row.avoid = set.avoid.next(row.avoid, id);
    return true;
  }

  private choose(row: Row, set: SetState, steer: Steer | undefined): number | undefined {
    const { model, request: { hardBan, text, topK, temperature } } = this;
    const { prefix } = row;
    const blocked = (id: number): boolean => {
      if (id === model.eos ? steer?.satisfied === false : model.reserved.has(id)) return true;
      if (set.avoid.isBlocked(row.avoid, id)) return true;
      if (hardBan && prefix.closes(hardBan, id, id === model.eos ? undefined : text?.piece(id) ?? '')) return true;
      return id !== model.eos && steer?.destroys(id) === true;
    };
    const [forced] = row.underWay;
    if (forced !== undefined && prefix.logProb(forced) !== undefined && !blocked(forced)) return forced;
    let { candidates } = prefix;
    if (steer && steer.starts.size > 0) {
      const starts = [...steer.starts.keys()].map((id) => ({ id, logProb: (prefix.logProb(id) ?? -Infinity) + steer.bonus }));
      if (steer.pressed && starts.some(({ id }) => !blocked(id))) candidates = starts;
      else candidates = [...candidates.filter(({ id }) => !steer.starts.has(id)), ...starts];
    }
    return draw(constrainedTopK(candidates, blocked, topK, temperature), row.random.uniform());
  }

  private end(row: Row, ending: Ending): false {
    const { set, index, tokens, logProbs, prefix } = row;
    const satisfied = this.sets[set]?.steering?.satisfied(prefix.text) ?? true;
    const sample: Sampled = { set, index, tokens, logProbs, ending, finished: ending === 'finished', satisfied };
    this.ended.push(sample);
    this.request.onEnded?.(sample);
    return false;
  }

  private check(output: StepOutput): void {
    if (this.request.topK > output.top) throw new OtherwiseError('bad-request', `top-k is ${this.request.topK}, but this model gives its ${output.top} most probable pieces only.`);
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
