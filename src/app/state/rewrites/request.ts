import type { Budget, ParaphraseOptions } from '../../../core/protocol.ts';
import type { NamedWords } from '../settings/vocabulary.ts';

/** The request that the page sends to the engine for a sentence. */
export interface Request {
  readonly text: string;
  readonly options: ParaphraseOptions;
  /** What the device can do: it goes to the engine, but does not tell one request from another. */
  readonly budget?: Partial<Budget>;
  readonly vocabulary?: NamedWords | undefined;
}

/** The options that go to the engine. */
export function sentOf({ options, budget, vocabulary }: Request): ParaphraseOptions {
  return { ...options, ...budget, ...(vocabulary && { vocabulary: vocabulary.words }) };
}

/** One string for everything the user decides of a request. */
export function keyOf(request: Request): string {
  const { text, options, vocabulary } = request;
  return JSON.stringify([text, options, ...(vocabulary ? [vocabulary.name] : [])]);
}

/** The key under which a result is kept that is to be made anew. */
export const draftOf = (key: string): string => `draft ${key}`;

/** The same for all chips. */
export const withoutChips = (request: Request): string =>
  keyOf({ ...request, options: { ...request.options, avoid: [], require: [], inflections: true } });
