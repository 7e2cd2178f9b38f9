import { deleteModels, keepStorage, storageUse, storedBytes, storesModels, type StorageUse } from '../platform/storage.ts';

/** The space on the user's machine, as the settings show it. */
export class StorageState {
  use = $state.raw<StorageUse | undefined>(undefined);
  /** The bytes of the models; undefined before they were measured. */
  models = $state<number | undefined>(undefined);
  /** Tells whether models are stored at all. */
  readonly storesModels = storesModels;

  async measure(): Promise<void> {
    [this.use, this.models] = await Promise.all([storageUse(), storedBytes()]);
  }

  /** Asks the browser not to clear the models under pressure. */
  async keep(): Promise<void> {
    await keepStorage();
    await this.measure();
  }

  /** @returns false when the browser refused */
  async deleteModels(): Promise<boolean> {
    const deleted = await deleteModels();
    await this.measure();
    return deleted;
  }
}
