/** A folder that a person gave, and its files by their paths below it. */
export interface GivenFolder {
  readonly name: string;
  readonly files: ReadonlyMap<string, File>;
}

/** Returns the folder among what was dropped; undefined where there is none. Call it in the event, before anything is awaited. */
export async function droppedFolder(transfer: DataTransfer): Promise<GivenFolder | undefined> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry());
  const folder = entries.find((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true);
  if (folder === undefined) return undefined;
  const files = new Map<string, File>();
  await walk(folder, '', files);
  return { name: folder.name, files };
}

/** Returns the folder that was chosen with an input of kind `webkitdirectory`; undefined where nothing was. */
export function chosenFolder(list: FileList | null): GivenFolder | undefined {
  const all = Array.from(list ?? []);
  const [name] = all[0]?.webkitRelativePath.split('/') ?? [];
  if (name === undefined) return undefined;
  return { name, files: new Map(all.map((file) => [file.webkitRelativePath.slice(name.length + 1), file])) };
}

async function walk(folder: FileSystemDirectoryEntry, path: string, files: Map<string, File>): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, `${path}${entry.name}/`, files);
    else files.set(path + entry.name, await new Promise((resolve, reject) => { (entry as FileSystemFileEntry).file(resolve, reject); }));
  }
}

/** Lists the entries of a folder. Its reader gives some at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (some.length === 0) return all;
    all.push(...some);
  }
}
