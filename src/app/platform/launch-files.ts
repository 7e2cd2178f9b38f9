/** The launch queue of an installed app, which hands over files (File Handling API); absent where browsers have none. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/**
 * Opens the files that the operating system hands to the installed app, one after the other. A file that can't be read
 * is left out: the others open.
 * @param open takes one file; its result is awaited before the next
 */
export function onLaunchFiles(open: (file: File) => Promise<unknown>): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => void openAll(files, open));
}

async function openAll(files: readonly { getFile(): Promise<File> }[], open: (file: File) => Promise<unknown>): Promise<void> {
  for (const handle of files) {
    const file = await handle.getFile().catch(() => undefined);
    if (file) await open(file);
  }
}
