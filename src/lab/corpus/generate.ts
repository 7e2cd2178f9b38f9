import { throwIfAborted } from '../../core/errors.ts';
import type { CorpusCandidate, CorpusEntry, CorpusRewrite, CorpusUnmet, Origin } from './entry.ts';
import { type CorpusFilters, dualCrossEntropy, type FilterName, isWithinLength, leftOutBy } from './filters.ts';
import type { OwnSystem } from './systems.ts';

/** The output of one system for a source: its rewrites, best first, and the constraints that none of them meets. */
export interface Generated {
  readonly candidates: readonly CorpusCandidate[];
  readonly unmet: readonly Omit<CorpusUnmet, 'system'>[];
  /** The share of the source's words that are not in the vocabulary, 0–1; where there is one. */
  readonly outside?: number | undefined;
}
export type Generator = (source: CorpusSource, system: OwnSystem, signal?: AbortSignal) => Promise<Generated>;

/** The fields of a row that add to the options of its run. */
export interface RowRequest {
  readonly avoid?: readonly string[];
  readonly require?: readonly string[];
  /** Stretches of the text that stay letter for letter: start, end, label; in code points. */
  readonly keep?: readonly (readonly [start: number, end: number, label?: string])[];
  /** The text in the pivot language of a pair of translators. */
  readonly foreign?: string;
}

/** A source and where it stands. */
export interface CorpusSource {
  readonly line: number;
  readonly id?: string;
  readonly text: string;
  readonly asked?: RowRequest;
  /** Other columns of its row, which go along. */
  readonly columns?: Readonly<Record<string, unknown>>;
}

/** The plan of a run: its systems, its filters and how it works. */
export interface CorpusPlan {
  readonly systems: readonly OwnSystem[];
  readonly generate: Generator;
  readonly filters: CorpusFilters;
  /** Hash of the model's weights, and the seed of every system: what the entries are stamped with, and with what computes. */
  readonly model: string;
  readonly seed: number;
  /** The runtime and device that compute; undefined where only the results of a row tell them. */
  readonly execution?: Required<Pick<CorpusEntry, 'runtime' | 'device'>>;
  readonly signal?: AbortSignal | undefined;
  /** Tells whether the systems work on a source at the same time; one after the other if undefined. */
  readonly together?: boolean;
}

/**
 * Runs every system on a source, merges what they made and filters it. A source outside the wanted length is not run:
 * nothing that came of it could stay.
 * @throws OtherwiseError `aborted`, and what the generator throws
 */
export async function entryOf(source: CorpusSource, run: CorpusPlan): Promise<CorpusEntry> {
  const { line, id, text, asked, columns } = source;
  const systems = isWithinLength(text, run.filters) ? run.systems : [];
  const generated = await generatedBy(systems, source, run);
  const made = generated.flatMap(([system, { candidates }]) =>
    candidates.map((candidate, at) => ({ origin: { system, rank: at + 1 } satisfies Origin, candidate })));
  const unmet = generated.flatMap(([system, { unmet: ofSystem }]) =>
    ofSystem.map(({ phrase, reason }): CorpusUnmet => ({ system, phrase, reason })));
  const outside = generated.at(-1)?.[1].outside;
  const dropped: Partial<Record<FilterName, number>> = {};
  const rewrites = merged(made).filter((rewrite) => {
    const name = leftOutBy(text, rewrite, run.filters);
    if (name) dropped[name] = (dropped[name] ?? 0) + 1;
    return !name;
  });
  const keep = asked?.keep?.map(([start, end, label]) => ({ start, end, ...(label !== undefined && { label }) }));
  return {
    line, ...(id !== undefined && { id }), ...(columns && { columns }), source: text, ...(keep && { keep }),
    ...(outside !== undefined && { outside }), rewrites, dropped,
    ...(unmet.length > 0 && { unmet }), model: run.model, seed: run.seed, ...run.execution,
  };
}

/** The most systems that work on a source at the same time: the keys and values of their steps lie in memory until all have ended. */
const MOST_TOGETHER = 12;

/** Runs each system on a source. @returns the results in their order @throws OtherwiseError `aborted`, and what the generator throws */
async function generatedBy(
  systems: readonly OwnSystem[], source: CorpusSource, { generate, signal, together = false }: CorpusPlan,
): Promise<(readonly [OwnSystem, Generated])[]> {
  const one = async (system: OwnSystem): Promise<readonly [OwnSystem, Generated]> => {
    throwIfAborted(signal);
    return [system, await generate(source, system, signal)];
  };
  const width = together ? MOST_TOGETHER : 1;
  const made: (readonly [OwnSystem, Generated])[] = [];
  for (let at = 0; at < systems.length; at += width) {
    const running = systems.slice(at, at + width).map(one);
    // A failure is told once all have ended, so that none works on for a row that is given up.
    await Promise.allSettled(running);
    made.push(...await Promise.all(running));
  }
  return made;
}

/**
 * Equal outputs as one, with the list of the systems that made it (ParaBank's form), in the order of their first
 * appearance; what one system made twice counts once, at its better rank. A figure that one has and another lacks stays.
 */
export function merged(made: readonly { readonly origin: Origin; readonly candidate: CorpusCandidate }[]): CorpusRewrite[] {
  const found = new Map<string, CorpusRewrite>();
  for (const { origin, candidate } of made) {
    const known = found.get(candidate.text);
    if (known?.systems.some(({ system }) => system === origin.system)) continue;
    const systems = [...(known?.systems ?? []), origin];
    const { text, ...figures } = { ...candidate, ...(known && present(known)) };
    found.set(text, { text, ...figures, crossEntropy: dualCrossEntropy(figures), systems });
  }
  return [...found.values()];
}

const present = <T extends object>(one: T): T =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as T;
