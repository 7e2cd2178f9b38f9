import { createParaphraseWorker } from '../workers/create-worker.ts';
import { describeModel } from '../workers/hub-client.ts';
import { deleteStoredModel, FOLDER, storeFolder, type StoredModel, storedModels } from '../platform/hub-place.ts';
import { chosenFolder, droppedFolder, type GivenFolder } from '../platform/dropped-folder.ts';
import { hasModel, hubAddress, hubModel, isOfOneHub, usualHub } from '../platform/hub-models.ts';
import { isOfHub, type HubAbout } from '../../core/protocol.ts';
import { OtherwiseError } from '../../core/errors.ts';
import type { AppState } from './app.svelte.ts';
import { toFailure, type Failure } from './failure.ts';

/** The parts of the page that the choice of a model needs. */
type HubParts = Pick<AppState, 'changeEngine' | 'engine' | 'settings' | 'storage'>;

/** The present step with a model of a hub. */
export type HubWork = 'asking' | 'loading' | 'storing';

/**
 * The choice among models of hubs: asking about one, loading it in place of the bundled one, and those that are stored. The page speaks to
 * no host before the user asks about a model.
 */
export class HubState {
  /** An id or an address, as the user wrote it. */
  pasted = $state('');
  /** Address of the hub that ids are of. */
  host = $state('');
  /** The hub that is meant where none is named. */
  readonly usualHost = usualHub;
  /** The hub's answer about the model. */
  about = $state.raw<HubAbout | undefined>(undefined);
  /** The export that is to be loaded. */
  dtype = $state('');
  work = $state<HubWork | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  stored = $state.raw<readonly StoredModel[]>([]);
  readonly #app: HubParts;
  readonly #describe: (model: string) => Promise<HubAbout>;
  /** The address of the model that was asked about. */
  #asked = '';

  constructor(app: HubParts, describe = (model: string): Promise<HubAbout> => describeModel(model, createParaphraseWorker)) {
    this.#app = app;
    this.#describe = describe;
  }

  /** The address of the hub model that answers or is to answer; undefined where a bundled one does. */
  get chosen(): string | undefined {
    const { model } = this.#app.settings.values;
    return isOfHub(model) ? model : undefined;
  }

  isChosen({ address }: StoredModel): boolean {
    return this.chosen !== undefined && hasModel(this.chosen, address);
  }

  /** Gives the name of a stored model: its id, or its folder. */
  nameOf({ address }: StoredModel): string {
    return address.hub === FOLDER ? address.id.replace(/^folder\//u, '') : address.id;
  }

  async list(): Promise<void> {
    this.stored = await storedModels();
  }

  /** Asks the hub about the model that was pasted: size, licence, languages. */
  async ask(): Promise<void> {
    this.about = undefined;
    await this.#do('asking', async () => {
      const model = hubAddress(this.pasted, this.host);
      if (model === undefined)
        throw new OtherwiseError('bad-request', 'Give the id of a model as its hub has it, owner/name, or the address of its page; ' +
          'of two translators pair:<to pivot>,<back>.');
      if (!isOfOneHub(model)) throw new OtherwiseError('bad-request', 'Both models of a pair must be of the same hub.');
      this.#asked = model;
      this.about = await this.#describe(model);
      this.dtype = this.about.exports[0]?.dtype ?? '';
    });
  }

  /** Loads the model that was asked about. */
  async load(): Promise<void> {
    if (this.about !== undefined) await this.use(hubModel(this.#asked, this.dtype));
  }

  /** Loads a model of a hub in the place of the one that answers, which comes back where that fails. */
  async use(model: string): Promise<void> {
    const before = this.#app.settings.values.model;
    await this.#do('loading', async () => {
      await this.#app.changeEngine({ model });
      const { failure } = this.#app.engine;
      if (failure === undefined) return;
      if (before !== model) await this.#app.changeEngine({ model: before });
      throw new OtherwiseError(failure.code, failure.message);
    });
    if (this.failure === undefined) this.about = undefined;
    await this.list();
  }

  useStored({ address }: StoredModel): Promise<void> {
    return this.use(address.hub + address.id);
  }

  useChosen(list: FileList | null): Promise<void> {
    return this.useFolder(Promise.resolve(chosenFolder(list)));
  }

  useDropped(transfer: DataTransfer): Promise<void> {
    return this.useFolder(droppedFolder(transfer));
  }

  /** Stores the export of a folder and loads it. */
  private async useFolder(given: Promise<GivenFolder | undefined>): Promise<void> {
    let model: string | undefined;
    await this.#do('storing', async () => {
      const { name = '', files } = (await given) ?? {};
      if (files?.has('config.json') !== true)
        throw new OtherwiseError('model-not-found', 'The folder has no config.json: it is no export of a model as hubs have them.');
      const { hub, id } = await storeFolder(name, files);
      model = hub + id;
    });
    if (model !== undefined) await this.use(model);
  }

  /** Deletes a stored model; the bundled one answers where it was in use. */
  async remove(stored: StoredModel): Promise<void> {
    if (this.isChosen(stored)) await this.#app.changeEngine({ model: 'auto' });
    await deleteStoredModel(stored.address);
    await Promise.all([this.list(), this.#app.storage.measure()]);
  }

  async #do(work: HubWork, task: () => Promise<void>): Promise<void> {
    this.work = work;
    this.failure = undefined;
    try {
      await task();
    } catch (cause) {
      this.failure = toFailure(cause);
    } finally {
      this.work = undefined;
    }
  }
}
