import * as v from 'valibot';
import { dtypes } from '../engine/model/loaded.ts';
import type { FlagKind } from '../core/options.ts';
import type { LoadProgress } from '../core/protocol.ts';
import type { CommandContext } from './command.ts';
import { devices, runtimes } from './execution.ts';
import { type Loading, threadCount } from './tools.ts';

/** Flags of every command that decodes or scores: what computes. */
export const executionFlags = {
  runtime: v.optional(v.picklist(runtimes, `must be one of ${runtimes.join(', ')}.`)),
  device: v.optional(v.picklist(devices, `must be one of ${devices.join(', ')}.`)),
  threads: v.optional(threadCount),
};
export const executionFlagKinds = { runtime: 'string', device: 'string', threads: 'number' } as const satisfies Record<string, FlagKind>;

export const runtimeHelp = `  --runtime NAME        native: onnxruntime-node, the default where it is installed (see otherwise models);
                        wasm: onnxruntime-web's WebAssembly; or the environment's OTHERWISE_RUNTIME
  --device cpu|webgpu   the processor, or with the native runtime a graphics adapter (cpu)`;
export const executionHelp = `${runtimeHelp}
  --threads N           threads (the machine's; on WebAssembly at most 4)`;

/** Flags of commands that take models of a hub as well, besides `--model`. */
export const modelFlags = {
  hub: v.optional(v.string()),
  dtype: v.optional(v.picklist(dtypes, `must be one of ${dtypes.join(', ')}.`)),
  ...executionFlags,
};
export const modelFlagKinds = { hub: 'string', dtype: 'string', ...executionFlagKinds } as const satisfies Record<string, FlagKind>;

export const modelHelp = `  --model NAME          base (default), small, tiny; owner/name of a model on a hub; a folder with our
                        manifest.json or, in the hub's layout, a config.json; or a pair of translators, pair:<to pivot>,<back>, which
                        system backtranslate needs. Models of a hub are kept on this machine (otherwise models lists
                        them); no text leaves it
  --hub URL             another host with the hub's paths (or the environment's OTHERWISE_HUB)
  --dtype NAME          which export of a hub model: ${dtypes.join(', ')} (the first that it has)`;

/** Says how a command's models are loaded: what arrives is told on stderr, tenth by tenth. */
export function loadingOf(
  { hub, dtype, runtime, device, tables }: Partial<Pick<Loading, 'hub' | 'dtype' | 'runtime' | 'device' | 'tables'>>,
  { stderr, signal }: Pick<CommandContext, 'stderr' | 'signal'>,
): Loading {
  const tenths = new Map<string, number>();
  const onProgress = (event: LoadProgress): void => {
    if (event.kind !== 'download' || event.cached || event.total === 0) return;
    const tenth = Math.floor((10 * event.loaded) / event.total);
    if (tenth <= (tenths.get(event.file) ?? 0)) return;
    tenths.set(event.file, tenth);
    stderr.write(`${event.file}: ${megabytes(event.loaded)} of ${megabytes(event.total)} MB\n`);
  };
  return { hub, dtype, runtime, device, tables, onProgress, warn: (line) => stderr.write(line), signal };
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
