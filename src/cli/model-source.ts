import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { ModelSource } from '../engine/open.ts';
import { pairNames } from '../engine/model/pair.ts';
import { OtherwiseError } from '../core/errors.ts';
import type { HubFile, HubFiles } from '../engine/files/hub/hub-files.ts';
import { isHubId } from '../engine/files/hub/address.ts';
import { RemoteModel } from '../engine/files/hub/remote.ts';
import { hubHost } from '../engine/files/hub/request.ts';
import { folderPlace, hostFolder } from './hub-place.ts';
import { bundledFolder, modelFolder } from './model-folder.ts';

/**
 * Says where a model lies, by its name: one that is bundled, a folder with our manifest or in the hub's layout (which its `config.json`
 * tells), else an id on a hub; or `pair:` and two of these, into the pivot language and back.
 * @param hub address of the hub; that of the environment (`OTHERWISE_HUB`), else Hugging Face's, when undefined
 * @throws OtherwiseError `model-not-found`, `bad-request`
 */
export function modelSource(name: string, hub?: string): ModelSource {
  const pair = pairNames(name);
  if (pair) {
    const [toPivot, back] = pair;
    return { kind: 'pair', toPivot: modelSource(toPivot, hub), back: modelSource(back, hub) };
  }
  const hasManifest = bundledFolder(name) !== undefined || existsSync(join(resolve(name), 'manifest.json'));
  if (hasManifest) return { kind: 'bundled', files: modelFolder(name) };
  if (name !== '' && existsSync(join(resolve(name), 'config.json'))) return { kind: 'hub', files: hubFolderFiles(name) };
  if (!isHubId(name))
    throw new OtherwiseError(
      'model-not-found',
      `There is no model '${name}': it is neither bundled (base, small, tiny), nor a folder with a manifest.json or config.json, nor ` +
      'an id of a hub (owner/name).',
    );
  return { kind: 'hub', files: remoteModel(name, hub) };
}

/** Returns a model on a hub, kept below this machine's folder for it. @throws OtherwiseError `bad-request` */
export function remoteModel(id: string, hub = process.env['OTHERWISE_HUB']): RemoteModel {
  const host = hubHost(hub === '' ? undefined : hub);
  return new RemoteModel(id, host, folderPlace(join(hostFolder(host), ...id.split('/'))));
}

/** Returns a folder in the hub's layout. */
export function hubFolderFiles(folder: string): HubFiles {
  return {
    name: folder,
    listing: async () => ({ revision: 'folder', languages: [], ...await cardOf(folder), files: filesBelow(folder) }),
    async read(file) {
      try {
        return new Uint8Array(await readFile(join(folder, ...file.split('/'))));
      } catch (cause) {
        throw new OtherwiseError('model-not-found', `The model '${folder}' has no file ${file}.`, { cause });
      }
    },
  };
}

function filesBelow(folder: string): ReadonlyMap<string, HubFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(entries.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [relative(folder, path).split(sep).join('/'), { bytes: statSync(path).size }];
  }));
}

/** Reads licence and languages from the model card's front matter, where there is one. */
async function cardOf(folder: string): Promise<{ readonly licence?: string; readonly languages?: readonly string[] }> {
  const text = await readFile(join(folder, 'README.md'), 'utf8').catch(() => '');
  const front = /^---\r?\n(.*?)\r?\n---/su.exec(text)?.[1] ?? '';
  const licence = /^license:[ \t]*(\S+)/mu.exec(front)?.[1];
  const one = /^language:[ \t]*([\w-]+)/mu.exec(front)?.[1];
  const list = /^language:[ \t]*\r?\n((?:[ \t]*-[ \t]*[\w-]+[ \t]*\r?\n?)+)/mu.exec(front)?.[1]?.match(/[\w-]{2,}/gu);
  const languages = one === undefined ? list ?? undefined : [one];
  return { ...(licence !== undefined && { licence }), ...(languages && { languages }) };
}
