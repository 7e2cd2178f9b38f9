import * as v from 'valibot';
import { systemCount, systemOf, type System } from '../../../core/constraints/system-table.ts';
import type { ParaphraseOptions } from '../../../core/protocol.ts';

export type { System };

/** Names the way rewrites are made: our own mode, ParaBank 2, or one of ParaBank's systems by its number. */
export type Approach = 'otherwise' | 'parabank2' | number;

export const approachSchema = v.union([
  v.picklist(['otherwise', 'parabank2']),
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(systemCount)),
]);

/** ParaBank's systems, by number from 1. */
export const systems: readonly { readonly number: number; readonly system: System }[] = Array.from(
  { length: systemCount },
  (_, at) => ({ number: at + 1, system: systemOf(at + 1) }),
);

/** All approaches, our own first. */
export const approaches: readonly Approach[] = ['otherwise', 'parabank2', ...systems.map(({ number }) => number)];

/** Returns the mode of an approach, and the number where it has one, as the engine takes them. */
export function modeOptions(approach: Approach): Pick<ParaphraseOptions, 'mode' | 'system'> {
  return typeof approach === 'number' ? { mode: 'parabank', system: approach } : { mode: approach };
}

/** Returns the approach of a request. */
export function approachOf({ mode, system }: ParaphraseOptions): Approach {
  if (typeof system === 'number') return system;
  return mode === 'parabank2' ? mode : 'otherwise';
}

/** Reads what an earlier version called a `system`: `parabank2` was our own mode. A value without that field stays as it is. */
export function withApproach(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { system, ...rest } = stored;
  return system === undefined || 'approach' in rest ? rest : { ...rest, approach: system === 'parabank2' ? 'otherwise' : system };
}
