import { OtherwiseError } from '../../core/errors.ts';
import type { Mode } from '../../core/options.ts';

/** A system of mode `parabank`: the number of one of ParaBank's, or ParaNMT's back-translation. */
export type BeamSystem = number | 'backtranslate';
/** Our mode, ParaBank 2's mode, or a system of mode `parabank`. */
export type OwnSystem = Exclude<Mode, 'parabank'> | BeamSystem;

export const isBeamSystem = (system: Mode | OwnSystem | undefined): system is BeamSystem =>
  typeof system === 'number' || system === 'backtranslate';

/** Returns the mode that a system is of. */
export const modeOf = (system: OwnSystem): Mode => (isBeamSystem(system) ? 'parabank' : system);

/** The options that ask for a system, in the place of any mode or system named elsewhere. */
export const systemOptions = (
  system: OwnSystem,
): { readonly mode: Mode | undefined; readonly system: BeamSystem | undefined } =>
  isBeamSystem(system) ? { mode: undefined, system } : { mode: system, system: undefined };

/** Reads a list such as `otherwise,parabank2,17`, each system once. @throws OtherwiseError `bad-request` */
export const parseSystems = (list: string): OwnSystem[] => [...new Set(list.split(',').map((name) => parseSystem(name.trim())))];

/** @throws OtherwiseError `bad-request` */
function parseSystem(name: string): OwnSystem {
  if (name === 'otherwise' || name === 'parabank2' || name === 'backtranslate') return name;
  if (/^\d{1,2}$/.test(name) && Number(name) >= 1 && Number(name) <= 37) return Number(name);
  throw new OtherwiseError('bad-request', `A system is otherwise, parabank2, backtranslate or a number from 1 to 37, not '${name}'.`);
}
