import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { bundledFolder } from '../../../src/cli/model-folder.ts';
import { exportsFolder } from './node-place.ts';

/**
 * Sees to it that a model lies there in the hub's layout, made from the folder that ships.
 * @throws Error with the command that makes it
 */
export function requireExport(model: string): void {
  const folder = bundledFolder(model);
  if (folder === undefined) throw new Error(`There is no model '${model}' in models/.`);
  const config = `${exportsFolder}${model}/config.json`;
  const made = existsSync(config) ? (JSON.parse(readFileSync(config, 'utf8')) as { made_from?: string }).made_from : undefined;
  if (made === createHash('sha256').update(readFileSync(`${folder}/manifest.json`)).digest('hex')) return;
  throw new Error(
    `The benchmark needs '${model}' in the hub's layout; \`python models/recipe/hub_export.py --model ${model}\` makes it ` +
      '(Python with numpy and onnx).',
  );
}
