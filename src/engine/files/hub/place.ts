/**
 * A place on this machine that stores the files of one model of a hub. Names are paths below it, with `/`. A file that is written
 * lies under another name until it is whole and checked.
 */
export interface HubPlace {
  /** Returns a file; undefined where there is none of the name. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Returns the size of a file in bytes; 0 where there is none. */
  size(name: string): Promise<number>;
  append(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Gives a file its name, in the place of another one. */
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Makes a place in memory, for looking at a model without storing anything. */
export function memoryPlace(): HubPlace {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    read: (name) => Promise.resolve(files.get(name)),
    size: (name) => Promise.resolve(files.get(name)?.byteLength ?? 0),
    async append(name, bytes) {
      files.set(name, new Uint8Array(await new Blob([files.get(name) ?? new Uint8Array(), bytes]).arrayBuffer()));
    },
    rename(from, to) {
      const bytes = files.get(from);
      if (bytes) files.set(to, bytes);
      return this.remove(from);
    },
    remove(name) {
      files.delete(name);
      return Promise.resolve();
    },
  };
}
