import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { BUNDLED_LANGUAGES } from '../../engine/model/engine.ts';
import { aboutModel } from '../../engine/hub/about.ts';
import { pairNames } from '../../engine/model/pair.ts';
import { OtherwiseError } from '../../core/errors.ts';
import type { HubListing } from '../../engine/files/hub/hub-files.ts';
import { isHubId } from '../../engine/files/hub/address.ts';
import { memoryPlace } from '../../engine/files/hub/place.ts';
import { keptListing, PART, RemoteModel } from '../../engine/files/hub/remote.ts';
import { hubHost } from '../../engine/files/hub/request.ts';
import { readListed } from '../../engine/files/list.ts';
import { readManifest } from '../../engine/files/manifest.ts';
import type { HubAbout } from '../../core/protocol.ts';
import type { Command } from '../command.ts';
import { answeringRuntime } from '../execution.ts';
import { checkFlags, parseFlagsAndRest } from '../flags.ts';
import { folderPlace, hostFolder, hubFolder } from '../hub-place.ts';
import { write } from '../lines.ts';
import { bundledFolder, bundledModels, modelFolder } from '../model-folder.ts';
import { modelSource } from '../model-source.ts';

/** A model as it is listed. */
export interface ModelEntry {
  readonly name: string;
  readonly kind: 'bundled' | 'hub' | 'folder' | 'pair';
  /** The bytes that it takes on this machine; for one that is not here, the bytes that are loaded for it. */
  readonly bytes: number;
  readonly licence: string | null;
  /** The languages, as BCP 47 tags. */
  readonly languages: readonly string[];
  readonly present: boolean;
  /** The address of the hub, for a model of a hub. */
  readonly hub?: string;
  /** The exports (`--dtype`) of a hub's model that is not here; the first is taken if none is named. */
  readonly exports?: HubAbout['exports'];
}

const flags = v.strictObject({ delete: v.optional(v.string()), hub: v.optional(v.string()) });
const MOST_NAMES = 50;

/** `otherwise models`: what is here, what a model would bring, and what is deleted. */
export const command: Command = {
  name: 'models',
  summary: 'the models on this machine, and what is known of others before they are loaded',
  help: `Usage: otherwise models [NAME …] [--hub URL]
       otherwise models --delete NAME [--hub URL]

Without a name: the bundled models, and those of hubs that were loaded on this machine. With names (owner/name of a model on a hub, a
folder, pair:<to pivot>,<back>): what is known of these; the hub is asked about those that are not here, and nothing of its answer is kept.

Flags
  --delete NAME         delete what is here of a model of a hub
  --hub URL             another host with the hub's paths (or the environment's OTHERWISE_HUB)

Output, a JSON object a line
  {"name", "kind": "bundled"|"hub"|"folder"|"pair", "bytes", "licence", "languages", "present", "hub"?, "exports"?: [{"dtype", "bytes"}]}
  bytes is what it takes here; of a model that is not here, what is loaded of the first of its exports. Models of hubs lie in
  ${'$XDG_CACHE_HOME'}/otherwise/hub (~/.cache/otherwise/hub). Which runtime computes where no --runtime is given, and how to have
  the other, is told on stderr.
`,
  async run(context) {
    const { flags: given, rest } = parseFlagsAndRest(context.args, { delete: 'string', hub: 'string' }, MOST_NAMES);
    const { delete: gone, hub } = checkFlags(flags, given);
    if (gone !== undefined) {
      await write(context, `${JSON.stringify(await deleted(gone, hub))}\n`);
      return 0;
    }
    const entries = rest.length > 0 ? rest.map((name) => () => entryOf(name, hub, context.signal)) : everything();
    for (const entry of entries) await write(context, `${JSON.stringify(await entry())}\n`);
    context.stderr.write(`${await answeringRuntime()}\n`);
    return 0;
  },
};

/** The bundled models, and those of every hub that are here, in the order of their names. */
function everything(): (() => Promise<ModelEntry>)[] {
  const below = (folder: string): string[] =>
    existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name).sort()
      : [];
  const remote = below(hubFolder()).flatMap((host) => below(join(hubFolder(), host)).flatMap((owner) =>
    below(join(hubFolder(), host, owner)).map((name) => () => keptEntry(`${owner}/${name}`, join(hubFolder(), host, owner, name), host))));
  return [...bundledModels().map((name) => () => bundledEntry(name, 'bundled')), ...remote];
}

async function entryOf(name: string, hub: string | undefined, signal: AbortSignal): Promise<ModelEntry> {
  const halves = pairNames(name);
  if (halves) return pairEntry(name, await Promise.all(halves.map((half) => entryOf(half, hub, signal))));
  const source = modelSource(name, hub);
  if (source.kind === 'pair') throw new OtherwiseError('bad-request', `'${name}' names a pair within a pair.`);
  if (source.kind === 'bundled') return bundledEntry(name, bundledFolder(name) === undefined ? 'folder' : 'bundled');
  const { files } = source;
  if (!(files instanceof RemoteModel)) return told(name, 'folder', await files.listing(signal), true);
  const host = hubHost(hub ?? process.env['OTHERWISE_HUB']);
  const folder = join(hostFolder(host), ...name.split('/'));
  if (await isPresent(folder)) return keptEntry(name, folder, new URL(host.url).host);
  // Asked without a place to keep the answer: who only looks leaves nothing behind.
  const { licence, languages, exports } = await aboutModel(new RemoteModel(name, host, memoryPlace()), signal);
  return { name, kind: 'hub', bytes: exports[0]?.bytes ?? 0, licence: licence ?? null, languages, present: false, hub: host.url, exports };
}

/** Gives two translators as one model: what both take, under the licences of both. */
function pairEntry(name: string, halves: readonly ModelEntry[]): ModelEntry {
  const licences = [...new Set(halves.map(({ licence }) => licence))];
  return {
    name, kind: 'pair', bytes: halves.reduce((sum, { bytes }) => sum + bytes, 0),
    licence: licences.includes(null) ? null : licences.join(', '),
    languages: [...new Set(halves.flatMap(({ languages }) => languages))],
    present: halves.every(({ present }) => present),
  };
}

async function bundledEntry(name: string, kind: 'bundled' | 'folder'): Promise<ModelEntry> {
  const manifest = await readManifest(modelFolder(name));
  const bytes = [...readListed(manifest).values()].reduce((sum, one) => sum + one.bytes, 0);
  return { name, kind, bytes, licence: manifest.license, languages: BUNDLED_LANGUAGES, present: true };
}

async function keptEntry(name: string, folder: string, host: string): Promise<ModelEntry> {
  const listing = await keptListing(folderPlace(folder));
  return {
    name, kind: 'hub', bytes: bytesBelow(folder), licence: listing?.licence ?? null, languages: listing?.languages ?? [],
    present: await isPresent(folder), hub: host.replace('+', ':'),
  };
}

/** Tells whether a model was loaded whole: it was told of, and nothing of its graphs is unfinished. */
async function isPresent(folder: string): Promise<boolean> {
  const graphs = existsSync(join(folder, 'onnx')) ? readdirSync(join(folder, 'onnx')) : [];
  const isWhole = graphs.length > 0 && graphs.every((file) => !file.endsWith(PART));
  return isWhole && await keptListing(folderPlace(folder)) !== undefined;
}

function told(name: string, kind: 'hub' | 'folder', { licence, languages, files }: HubListing, present: boolean): ModelEntry {
  const bytes = [...files.values()].reduce((sum, one) => sum + one.bytes, 0);
  return { name, kind, bytes, licence: licence ?? null, languages, present };
}

const bytesBelow = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    : 0;

/** Deletes what is here of a hub's model. @throws OtherwiseError `bad-flag`, `model-not-found` */
async function deleted(name: string, hub: string | undefined): Promise<ModelEntry> {
  if (!isHubId(name)) {
    throw new OtherwiseError('bad-flag', bundledFolder(name) === undefined
      ? `'${name}' is no model of a hub (owner/name).`
      : `${name} is bundled and belongs to the installation: it can’t be deleted.`);
  }
  const host = hubHost(hub ?? process.env['OTHERWISE_HUB']);
  const folder = join(hostFolder(host), ...name.split('/'));
  if (!existsSync(folder)) throw new OtherwiseError('model-not-found', `Nothing of ${name} from ${host.url} is on this machine.`);
  const entry = await keptEntry(name, folder, new URL(host.url).host);
  rmSync(folder, { recursive: true });
  return { ...entry, bytes: 0, present: false };
}
