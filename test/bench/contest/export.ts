import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundledFolder } from '../../../src/cli/model-folder.ts';
import { exportsFolder } from './node-place.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const recipe = ['models/recipe/main.py', 'hub-export'];

/** Tells whether a model lies there in the hub's layout, made from what the folder holds now. */
function isThere(model: string, folder: string): boolean {
  const config = `${exportsFolder}${model}/config.json`;
  if (!existsSync(config)) return false;
  const { made_from: made } = JSON.parse(readFileSync(config, 'utf8')) as { made_from?: string };
  return made === createHash('sha256').update(readFileSync(`${folder}/manifest.json`)).digest('hex');
}

/**
 * Sees to it that a model lies there in the hub's layout: makes it where Python can.
 * @throws Error with the command that makes it
 */
export function requireExport(model: string): void {
  const folder = bundledFolder(model);
  if (folder === undefined) throw new Error(`There is no model '${model}' in models/.`);
  if (isThere(model, folder)) return;
  spawnSync(process.env['PYTHON'] ?? 'python3', [...recipe, '--model', model, '--out', exportsFolder], { cwd: root, stdio: 'ignore' });
  if (isThere(model, folder)) return;
  throw new Error(
    `The benchmark needs '${model}' in the hub's layout; \`python ${recipe.join(' ')} --model ${model}\` makes it ` +
    '(Python with numpy and onnx).',
  );
}
