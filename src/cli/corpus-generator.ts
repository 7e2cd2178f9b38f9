import type { CorpusCandidate } from '../lab/corpus/entry.ts';
import type { Generator } from '../lab/corpus/generate.ts';
import type { OwnSystem } from '../lab/corpus/systems.ts';
import { pieceOverlap } from '../core/metrics/overlap.ts';
import { paraphraseText } from '../core/pipeline/text.ts';
import { type RunOptions, settingsFor } from './run-settings.ts';
import type { LoadedTools } from './tools.ts';

/**
 * Makes the generator of a corpus's rewrites: the pipeline with the settings of each system.
 * @throws OtherwiseError `bad-request` where options contradict each other
 */
export function generatorOf(tools: LoadedTools, systems: readonly OwnSystem[], options: RunOptions): Generator {
  const settings = new Map(systems.map((system) => [system, settingsFor(system, options, tools.threshold)]));
  const pieces = (text: string): string[] => tools.pieces.encode(text).map((id) => tools.pieces.pieceText(id));
  return async ({ text: source, asked = {} }, system, signal) => {
    const usual = settings.get(system);
    if (usual === undefined) throw new RangeError(`${system} is no system of this run`);
    const { avoid = usual.avoid, require = usual.require, keep, foreign } = asked;
    const input = { lines: options.lines ?? false, keep, foreign };
    const { rewrites, unmet, outside } = await paraphraseText(source, { tools, settings: { ...usual, avoid, require }, signal }, input);
    const tokens = pieces(source);
    const candidates = rewrites.map((rewrite): CorpusCandidate => {
      const { text, forward, backward, score, right, distance, meaning, kept, outside: share } = rewrite;
      const overlap = pieceOverlap(tokens, pieces(text));
      return {
        text, forward, backward, score, ...(right !== undefined && { right }), distance,
        ...(overlap !== undefined && { overlap: Math.round(overlap * 100) / 100 }), ...(meaning !== undefined && { meaning }),
        ...(kept && { kept }), ...(share !== undefined && { outside: share }),
      };
    });
    return { candidates, unmet, outside };
  };
}
