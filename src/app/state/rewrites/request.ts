import type { Budget, ParaphraseOptions } from '../../../core/protocol.ts';
import type { NamedWords } from '../settings/vocabulary.ts';

/** The request that the page sends to the engine for a sentence. */
export interface Request {
  readonly text: string;
  readonly options: ParaphraseOptions;
  /** The budget of the device: it goes to the engine, but does not tell one request from another. */
  readonly budget?: Partial<Budget>;
  readonly vocabulary?: NamedWords | undefined;
}

/** Returns the options that go to the engine. */
export function sentOf({ options, budget, vocabulary }: Request): ParaphraseOptions {
  return { ...options, ...budget, ...(vocabulary && { vocabulary: vocabulary.words }) };
}

/** Returns a key for everything that the user decides of a request. */
export function keyOf(request: Request): string {
  const { text, options, vocabulary } = request;
  return JSON.stringify([text, options, ...(vocabulary ? [vocabulary.name] : [])]);
}

/** Returns the key under which a draft is stored. */
export const draftOf = (key: string): string => `draft ${key}`;

/** Returns the key without constraints. */
export const withoutChips = (request: Request): string =>
  keyOf({ ...request, options: { ...request.options, avoid: [], require: [], inflections: true } });
