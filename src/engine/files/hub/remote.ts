import * as v from 'valibot';
import { OtherwiseError } from '../../../core/errors.ts';
import { type HubAnswer, listingOf, parseAnswer } from './answer.ts';
import { isWhole } from './digest.ts';
import type { HubFile, HubFiles, HubListing } from './hub-files.ts';
import type { HubPlace } from './place.ts';
import { askHub, type HubHost } from './request.ts';

/** The name of the file with the hub's listing of a model. Later loads read it, ask nothing and go on with the same files. */
export const LISTING = 'listing.json';
/** The suffix of the name of a file that is not complete yet. */
export const PART = '.part';
/** The least number of bytes of a file that are written at once while it arrives. */
const STEP = 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;
type OnBytes = (loaded: number, cached: boolean) => void;

/**
 * A model on a hub. Its files are loaded when they are first read, checked, and stay in `place`; a later load needs no
 * network. What arrived of a file that broke off is continued.
 */
export class RemoteModel implements HubFiles {
  private known: Promise<HubListing> | undefined;

  constructor(readonly name: string, private readonly host: HubHost, private readonly place: HubPlace) {}

  listing(signal?: AbortSignal): Promise<HubListing> {
    const known = (this.known ??= this.find(signal));
    // A request that failed once may succeed at the next try.
    known.catch(() => { this.known = undefined; });
    return known;
  }

  /** Tells whether a file is here, so that reading it asks nobody. */
  async holds(file: string): Promise<boolean> {
    const kept = await keptListing(this.place);
    const listed = kept?.files.get(file);
    return listed !== undefined && await this.place.size(file) === listed.bytes;
  }

  /** @throws OtherwiseError `model-not-found`, `model-download`, `model-corrupt`, `aborted` */
  async read(file: string, onBytes?: OnBytes, signal?: AbortSignal): Promise<Bytes> {
    const { files, revision } = await this.listing(signal);
    const listed = files.get(file);
    if (listed === undefined) throw new OtherwiseError('model-not-found', `The model ${this.name} has no file ${file}.`);
    const kept = await this.place.read(file);
    if (kept !== undefined && await isWhole(kept, listed)) {
      onBytes?.(kept.byteLength, true);
      return kept;
    }
    const path = `${this.name}/resolve/${encodeURIComponent(revision)}/${file.split('/').map(encodeURIComponent).join('/')}`;
    await this.download({ path, file, listed, ...(onBytes && { onBytes }), signal });
    return this.finish(file, listed);
  }

  private async find(signal: AbortSignal | undefined): Promise<HubListing> {
    const kept = await keptListing(this.place);
    if (kept) return kept;
    const answer = await this.ask(signal);
    if (answer.gated !== false)
      throw new OtherwiseError('model-not-found', `${this.name} is gated: its owners give it to those who ask. It can’t be loaded.`);
    await this.place.remove(LISTING);
    await this.place.append(LISTING, new TextEncoder().encode(JSON.stringify(answer)));
    return listingOf(answer);
  }

  private async ask(signal: AbortSignal | undefined): Promise<HubAnswer> {
    const path = `api/models/${this.name}/revision/main?blobs=true`;
    const body = await askHub(this.host, { path, what: `the model ${this.name}`, signal });
    const parts: Bytes[] = [];
    for await (const chunk of body.chunks()) parts.push(chunk);
    try {
      return parseAnswer(JSON.parse(await new Blob(parts).text()));
    } catch (cause) {
      const why = v.isValiError(cause) ? `${v.getDotPath(cause.issues[0]) ?? ''} ${cause.message}` : 'no JSON';
      throw new OtherwiseError(
        'model-download', `${this.host.url} does not answer as the hub does about ${this.name} (${why}). Check its address.`, { cause },
      );
    }
  }

  /** Loads the rest of a file behind what is here of it. */
  private async download({ path, file, listed, onBytes, signal }: Download): Promise<void> {
    const part = file + PART;
    let have = await this.place.size(part);
    if (have > listed.bytes) have = await this.dropped(part);
    if (have === listed.bytes && have > 0) return;
    const answer = await askHub(this.host, { path, what: `${file} of ${this.name}`, from: have, signal });
    if (have > 0 && !continues(answer, have)) have = await this.dropped(part);
    let waiting: Bytes[] = [];
    const write = async (): Promise<void> => {
      const bytes = new Uint8Array(await new Blob(waiting).arrayBuffer());
      waiting = [];
      if (bytes.byteLength > 0) await this.place.append(part, bytes);
    };
    try {
      for await (const chunk of answer.chunks()) {
        waiting.push(chunk);
        have += chunk.byteLength;
        onBytes?.(have, false);
        if (have > listed.bytes) break;
        if (waiting.reduce((sum, { byteLength }) => sum + byteLength, 0) >= STEP) await write();
      }
    } finally {
      await write();
    }
    if (have < listed.bytes)
      throw new OtherwiseError('model-download', `${this.host.url} sent ${have} of ${listed.bytes} bytes of ${file}. ` +
        'Try again; what is already here is kept.');
  }

  private async finish(file: string, listed: HubFile): Promise<Bytes> {
    const part = file + PART;
    const bytes = await this.place.read(part);
    if (bytes === undefined || !(await isWhole(bytes, listed))) {
      await this.place.remove(part);
      throw new OtherwiseError('model-corrupt', `${file} of ${this.name} is not what ${this.host.url} says it is ` +
        `(${bytes?.byteLength ?? 0} of ${listed.bytes} bytes, or another hash). Nothing of it is kept; try again, or take another model.`);
    }
    await this.place.rename(part, file);
    return bytes;
  }

  private async dropped(part: string): Promise<0> {
    await this.place.remove(part);
    return 0;
  }
}

interface Download {
  readonly path: string;
  readonly file: string;
  readonly listed: HubFile;
  readonly onBytes?: OnBytes;
  readonly signal: AbortSignal | undefined;
}

/** Tells whether an answer goes on where the bytes that are here end. */
const continues = ({ status, headers }: { readonly status: number; readonly headers: Headers }, have: number): boolean =>
  status === 206 && headers.get('content-range')?.startsWith(`bytes ${have}-`) === true;

/** Says what was told of a model when it was first loaded; undefined for one that never was, and where it can't be read. */
export async function keptListing(place: HubPlace): Promise<HubListing | undefined> {
  const kept = await place.read(LISTING);
  if (kept === undefined) return undefined;
  try {
    return listingOf(parseAnswer(JSON.parse(new TextDecoder().decode(kept))));
  } catch {
    return undefined;
  }
}
