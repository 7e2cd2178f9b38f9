import * as v from 'valibot';
import { dtypes } from '../../workers/engine/loaded.ts';
import type { FlagKind } from '../options.ts';
import type { LoadProgress } from '../protocol.ts';
import type { CommandContext } from './command.ts';
import { type Loading, threadCount } from './tools.ts';

/** Flags of every command that loads a model, besides `--model`. */
export const modelFlags = {
  hub: v.optional(v.string()),
  dtype: v.optional(v.picklist(dtypes, `must be one of ${dtypes.join(', ')}.`)),
  threads: v.optional(threadCount),
};
export const modelFlagKinds = { hub: 'string', dtype: 'string', threads: 'number' } as const satisfies Record<string, FlagKind>;

export const modelHelp = `  --model NAME          base (default), small, tiny; owner/name of a model on a hub; or a folder with our
                        manifest.json or, in the hub's layout, a config.json. Models of a hub stay here
                        (otherwise models); no text leaves the machine
  --hub URL             another host with the hub's paths (or the environment's OTHERWISE_HUB)
  --dtype NAME          which export of a hub model: ${dtypes.join(', ')} (the first that it has)`;

/** How a command's models are loaded: what arrives is told on stderr, tenth by tenth. */
export function loadingOf(
  { hub, dtype }: Pick<Loading, 'hub' | 'dtype'>, { stderr, signal }: Pick<CommandContext, 'stderr' | 'signal'>,
): Loading {
  const tenths = new Map<string, number>();
  const onProgress = (event: LoadProgress): void => {
    if (event.kind !== 'download' || event.cached || event.total === 0) return;
    const tenth = Math.floor((10 * event.loaded) / event.total);
    if (tenth <= (tenths.get(event.file) ?? 0)) return;
    tenths.set(event.file, tenth);
    stderr.write(`${event.file}: ${megabytes(event.loaded)} of ${megabytes(event.total)} MB\n`);
  };
  return { hub, dtype, onProgress, signal };
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
