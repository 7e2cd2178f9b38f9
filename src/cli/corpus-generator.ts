import type { Candidate } from '../corpus/entry.ts';
import type { Generator } from '../corpus/generate.ts';
import type { OwnSystem } from '../corpus/systems.ts';
import { pieceOverlap } from '../evaluation/metrics/overlap.ts';
import { paraphraseText } from '../pipeline/text.ts';
import { type RunOptions, settingsFor } from './evaluation.ts';
import type { LoadedTools } from './tools.ts';

/**
 * What makes the rewrites of a corpus: the pipeline with the settings of each system.
 * @throws OtherwiseError `bad-request` where options contradict each other
 */
export function generatorOf(tools: LoadedTools, systems: readonly OwnSystem[], options: RunOptions): Generator {
  const settings = new Map(systems.map((system) => [system, settingsFor(system, options, tools.threshold)]));
  const pieces = (text: string): string[] => tools.pieces.encode(text).map((id) => tools.pieces.pieceText(id));
  return async (source, system, signal) => {
    const own = settings.get(system);
    if (own === undefined) throw new RangeError(`${system} is no system of this run`);
    const { rewrites } = await paraphraseText(source, { tools, settings: own, signal }, { lines: options.lines ?? false });
    const tokens = pieces(source);
    return rewrites.map(({ text, forward, backward, score, right, distance, meaning }): Candidate => {
      const overlap = pieceOverlap(tokens, pieces(text));
      return {
        text, forward, backward, score, ...(right !== undefined && { right }), distance,
        ...(overlap !== undefined && { overlap: Math.round(overlap * 100) / 100 }), ...(meaning !== undefined && { meaning }),
      };
    });
  };
}
