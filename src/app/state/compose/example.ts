import { CONSTRAINT_STREAM, drawConstraints, sparing } from '../../../core/constraints/drawn.ts';
import { Random } from '../../../core/decoding/random.ts';
import { settingsOf } from '../../../core/options.ts';
import type { ConstraintSet, ParaphraseOptions } from '../../../core/protocol.ts';
import { cleanText } from '../../../core/text/clean.ts';
import { frameOf } from '../../../core/text/frame.ts';
import { Masked } from '../../../core/text/masked.ts';
import { tagTokens } from '../../../core/text/tagger.ts';
import { foldWord } from '../../../core/text/words.ts';
import type { Tables } from '../words/tables.ts';

/** The constraints of an approach on a sentence, besides the user's; of random sets, the first one. */
export interface Example extends ConstraintSet {
  /** Tells whether the sentence has what the system needs. */
  readonly applicable: boolean;
}

/** Draws the constraints of a request for a sentence as the engine does; the two cases of a word are one. */
export function exampleOf(text: string, options: ParaphraseOptions, { inflector, lexicon, idf }: Tables): Example {
  const [settings, mask] = [settingsOf(options, 0), new Masked(cleanText(text))];
  const { system, sets } = drawConstraints(
    frameOf(mask.plain, settings).core,
    settings,
    {
      inflector,
      known: (word) => idf.idf(word) !== undefined || inflector.knows(word),
      systems: { idf, inflector, lexicon, tag: (tokens) => tagTokens(tokens, inflector) },
    },
    new Random(settings.seed, CONSTRAINT_STREAM),
  );
  const [first = []] = sparing(sets, [...settings.require, ...mask.kept]);
  const { applicable, avoid, require, anchored } = system ?? { applicable: true, avoid: first, require: [], anchored: [] };
  return { applicable, avoid: inOneCase(avoid), require, anchored };
}

const inOneCase = (words: readonly string[]): string[] =>
  words.filter((word, at) => words.findIndex((other) => foldWord(other) === foldWord(word)) === at);
