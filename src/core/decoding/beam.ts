import { AvoidAutomaton } from '../constraints/avoid.ts';
import type { DemandedText } from '../constraints/demanded.ts';
import { RequireAny } from '../constraints/require-any.ts';
import { requireMachine } from '../constraints/require.ts';
import type { RequireMachine } from '../constraints/require.ts';
import { OtherwiseError, throwIfAborted } from '../errors.ts';
import { allocate } from './banks.ts';
import { Bans, type BansOnText, checkForText } from './bans.ts';
import { Prefix } from './prefix.ts';
import type { Cache, Memory, StepModel } from './step-model.ts';

/** A request for a beam search: its width, its limits and its constraints, as tokens or as text. */
export interface BeamRequest extends BansOnText {
  readonly tags: readonly number[];
  /** The number k of hypotheses kept at every step. */
  readonly beam: number;
  /** The most tokens of a hypothesis, the end token not counted. */
  readonly maxTokens: number;
  readonly avoid?: readonly (readonly number[])[];
  readonly anchored?: readonly (readonly number[])[];
  /** Required phrases as token sequences, met in any order unless `ordered`. */
  readonly require?: readonly (readonly number[])[];
  /** Required phrases that may each be written in several ways, in place of `require`. */
  readonly anyOf?: readonly (readonly (readonly number[])[])[];
  readonly ordered?: boolean;
  /** Required phrases that the text must contain between word boundaries, whatever its tokens; `require` and `anyOf` lead there. */
  readonly demanded?: DemandedText;
  /**
   * Drops a hypothesis within a banned phrase when a ban takes more than this share of its next token's probability. The rest there are
   * stumps ('postp' + anything but 'one'). Where it is absent, the search is exact.
   */
  readonly stumpShare?: number;
  /** Finished hypotheses rank by log-probability / length^penalty, the end token counted; 0 (default) ranks by the plain sum. */
  readonly lengthPenalty?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (step: number, most: number) => void;
}

/** A finished hypothesis. */
export interface Hypothesis {
  readonly tokens: readonly number[];
  /** The natural log-probability, the end token included. */
  readonly logProb: number;
}

interface Beam {
  readonly prefix: Prefix;
  readonly tokens: readonly number[];
  readonly logProb: number;
  readonly avoid: number;
  readonly met: unknown;
}

interface Extension {
  readonly from: Beam;
  readonly id: number;
  readonly logProb: number;
  readonly met: unknown;
}

/**
 * Searches with a beam and dynamic beam allocation (Post & Vilar 2018; ParaBank §2.3): its width is constant whatever the number of
 * constraints. The candidates of a step are (a) the k best of all, (b) for every hypothesis each token that advances an unmet required
 * phrase, and (c) for every hypothesis its best token. They compete within banks with equally many tokens of required phrases. The end
 * token is closed until every required phrase is met; hypotheses that end take no slot.
 * @returns up to k finished hypotheses, best first, all of which satisfy the constraints; none when nothing could
 * @throws OtherwiseError `bad-request`, `aborted`, and what the model throws
 */
export async function beamSearch(model: StepModel, memory: Memory, request: BeamRequest): Promise<Hypothesis[]> {
  if (!Number.isInteger(request.beam) || request.beam < 1)
    throw new OtherwiseError('bad-request', `The beam is ${request.beam}; it must be a whole number of at least 1.`);
  checkForText(request, request.demanded !== undefined);
  return new Search(model, memory, request).run();
}

class Search {
  private readonly bans: Bans;
  private readonly demands: RequireMachine<unknown>;
  private readonly maxTokens: number;
  private finished: Hypothesis[] = [];

  constructor(private readonly model: StepModel, private readonly memory: Memory, private readonly request: BeamRequest) {
    this.bans = new Bans(new AvoidAutomaton(request.avoid ?? [], request.anchored), request, model.eos);
    const { anyOf, require = [], ordered } = request;
    this.demands = anyOf ? new RequireAny(anyOf, ordered) : requireMachine(require, ordered);
    this.maxTokens = Math.min(request.maxTokens, model.maxPositions - memory.length - request.tags.length - 1);
  }

  async run(): Promise<Hypothesis[]> {
    const { tags, beam, signal } = this.request;
    const root = new Prefix(undefined, -1, 0, '');
    let hypotheses: Beam[] = [{ prefix: root, tokens: [], logProb: 0, avoid: this.bans.avoid.start, met: this.demands.start }];
    let cache: Cache | undefined;
    try {
      const probes = this.probesOf(hypotheses);
      const opened = await this.model.begin(this.memory, [tags], {
        capacity: Math.max(1, beam * this.maxTokens),
        probes: probes[0] ?? [],
        ...(signal && { signal }),
      });
      cache = opened.cache;
      root.read(opened.output, probes[0] ?? []);
      for (let step = 1; ; step += 1) {
        this.finish(hypotheses);
        this.request.onProgress?.(step, this.maxTokens + 1);
        if (step > this.maxTokens || this.settled(hypotheses)) break;
        hypotheses = this.select(hypotheses).map((extension, row) => this.extend(extension, row));
        if (hypotheses.length === 0) break;
        throwIfAborted(signal);
        await this.step(cache, hypotheses);
      }
    } finally {
      cache?.dispose();
    }
    return this.finished;
  }

  /** Runs the model on the new hypotheses. */
  private async step(cache: Cache, hypotheses: readonly Beam[]): Promise<void> {
    const probes = this.probesOf(hypotheses);
    const { signal } = this.request;
    const parents = Int32Array.from(hypotheses, ({ prefix }) => prefix.parent?.row ?? 0);
    const output = await this.model.step(
      cache,
      parents,
      Int32Array.from(hypotheses, ({ prefix }) => prefix.id),
      { probes: Int32Array.from(probes.flat()), ...(signal && { signal }) },
    );
    hypotheses.forEach(({ prefix }, row) => prefix.read(output, probes[row] ?? []));
  }

  /** Gives the ids of the end token and of tokens that advance a required phrase, equally many a row. */
  private probesOf(hypotheses: readonly Beam[]): number[][] {
    const { eos } = this.model;
    const wanted = hypotheses.map(({ met }) => [eos, ...this.demands.advancing(met)]);
    const most = Math.max(...wanted.map((ids) => ids.length));
    return wanted.map((ids) => [...ids, ...Array.from({ length: most - ids.length }, () => eos)]);
  }

  /** Ends those hypotheses that may end here, and keeps the k best of all that did. */
  private finish(hypotheses: readonly Beam[]): void {
    const { eos } = this.model;
    const ending = hypotheses.filter((hypothesis) => this.mayEnd(hypothesis))
      .map(({ prefix, tokens, logProb }) => ({ tokens, logProb: logProb + (prefix.logProb(eos) ?? -Infinity) }))
      .filter(({ logProb }) => logProb > -Infinity);
    if (ending.length === 0) return;
    this.finished = [...this.finished, ...ending]
      .sort((a, b) => this.rank(b) - this.rank(a) || compareTokens(a.tokens, b.tokens))
      .slice(0, this.request.beam);
  }

  private mayEnd({ prefix, avoid, met }: Beam): boolean {
    if (this.bans.block(prefix, avoid, this.model.eos)) return false;
    return this.request.demanded?.satisfied(prefix.text) ?? this.demands.satisfied(met);
  }

  private rank({ tokens, logProb }: Hypothesis): number {
    return logProb / (tokens.length + 1) ** (this.request.lengthPenalty ?? 0);
  }

  /**
   * Tells whether no hypothesis can still come among the k best. Log-probabilities only fall, and divided by the greatest length they fall
   * least.
   */
  private settled(hypotheses: readonly Beam[]): boolean {
    const worst = this.finished.at(-1);
    if (!worst || this.finished.length < this.request.beam) return false;
    const longest = (this.maxTokens + 1) ** (this.request.lengthPenalty ?? 0);
    return hypotheses.every(({ logProb }) => logProb / longest < this.rank(worst));
  }

  private isStump({ prefix, avoid }: Beam): boolean {
    const { stumpShare } = this.request;
    return stumpShare !== undefined && this.bans.isClose(prefix.text, avoid) && this.bans.mass(prefix, avoid) > stumpShare;
  }

  private blocked({ prefix, avoid }: Beam, id: number): boolean {
    const { demanded, text } = this.request;
    if (id === this.model.eos || this.model.reserved.has(id) || this.bans.block(prefix, avoid, id)) return true;
    return demanded?.destroys(prefix.text, text?.pieceText(id) ?? '') === true;
  }

  /** Gives the candidates (a), (b) and (c) without duplicates, chosen by banks. */
  private select(hypotheses: readonly Beam[]): Extension[] {
    const chosen = new Set<Extension>();
    const all: Extension[] = [];
    for (const from of hypotheses) {
      if (this.isStump(from)) continue;
      const extensions = new Map<number, Extension>();
      const add = (id: number, logProb: number): Extension | undefined => {
        const known = extensions.get(id);
        if (known || logProb === -Infinity || this.blocked(from, id)) return known;
        const extension = { from, id, logProb: from.logProb + logProb, met: this.demands.next(from.met, id) };
        extensions.set(id, extension);
        return extension;
      };
      for (const { id, logProb } of from.prefix.candidates) {
        const extension = add(id, logProb);
        if (extension && extensions.size === 1) chosen.add(extension);
      }
      for (const id of this.demands.advancing(from.met)) {
        const extension = add(id, from.prefix.logProb(id) ?? -Infinity);
        if (extension) chosen.add(extension);
      }
      all.push(...extensions.values());
    }
    const byScore = (a: Extension, b: Extension): number => b.logProb - a.logProb || a.from.prefix.row - b.from.prefix.row || a.id - b.id;
    for (const extension of all.sort(byScore).slice(0, this.request.beam)) chosen.add(extension);
    return allocate([...chosen].sort(byScore), ({ met }) => this.demands.met(met), this.demands.total, this.request.beam);
  }

  private extend({ from, id, logProb, met }: Extension, row: number): Beam {
    const { prefix } = from.prefix.child(id, row, this.request.text, true);
    return { prefix, tokens: [...from.tokens, id], logProb, avoid: this.bans.avoid.next(from.avoid, id), met };
  }
}

/** Compares by the first different token, then by length; it settles ties of score. */
export function compareTokens(a: readonly number[], b: readonly number[]): number {
  for (const [k, id] of a.entries()) {
    const other = b[k];
    if (other === undefined) return 1;
    if (id !== other) return id - other;
  }
  return a.length - b.length;
}
