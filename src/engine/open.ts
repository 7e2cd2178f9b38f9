import type { HubFiles } from './files/hub/hub-files.ts';
import type { ModelFiles } from './files/read.ts';
import { loadEngine } from './model/engine.ts';
import type { Engine, EngineOptions } from './model/loaded.ts';
import { pairOf } from './model/pair.ts';

/** The source of a model: files with a manifest of ours, a repository in the hub's layout, or two of these that translate. */
export type ModelSource =
  | { readonly kind: 'bundled'; readonly files: ModelFiles }
  | { readonly kind: 'hub'; readonly files: HubFiles }
  | { readonly kind: 'pair'; readonly toPivot: ModelSource; readonly back: ModelSource };

/**
 * Loads any model, by the class that fits it. The code for models of a hub is fetched when one is asked for.
 * @throws OtherwiseError `model-*`, `no-webgpu`, `self-test-failed`, `runtime`, `aborted`
 */
export async function openEngine(source: ModelSource, options: EngineOptions): Promise<Engine> {
  if (source.kind === 'bundled') return loadEngine(source.files, options);
  if (source.kind === 'pair') return openPair(source, options);
  const { loadHubEngine } = await import('./hub/load.ts');
  return loadHubEngine(source.files, options);
}

/** Opens both halves of a pair, one after the other; if one fails, none stays open. */
async function openPair(source: Extract<ModelSource, { kind: 'pair' }>, options: EngineOptions): Promise<Engine> {
  const opened: Engine[] = [];
  try {
    const toPivot = await openEngine(source.toPivot, options);
    opened.push(toPivot);
    const back = await openEngine(source.back, options);
    opened.push(back);
    return await pairOf(toPivot, back);
  } catch (cause) {
    for (const engine of opened) await engine.dispose();
    throw cause;
  }
}
