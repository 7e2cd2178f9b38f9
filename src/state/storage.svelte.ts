import { deleteModels, holdsModel, keepStorage, storageUse, type StorageUse } from '../platform/storage.ts';

/** The space on the user's machine, as the settings show it. */
export class StorageState {
  use = $state.raw<StorageUse | undefined>(undefined);

  async measure(): Promise<void> {
    this.use = await storageUse();
  }

  /** Asks the browser not to clear the models under pressure. */
  async keep(): Promise<void> {
    await keepStorage();
    await this.measure();
  }

  /** Whether a model is on the user's machine already. */
  holdsModel(model: string): Promise<boolean> {
    return holdsModel(model);
  }

  async deleteModels(): Promise<void> {
    await deleteModels();
    await this.measure();
  }
}
