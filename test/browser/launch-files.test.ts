import { afterEach, expect, it } from 'vitest';
import { onLaunchFiles } from '../../src/app/platform/launch-files.ts';

const world = globalThis as { launchQueue?: unknown };
const own = world.launchQueue;

afterEach(() => {
  Object.defineProperty(world, 'launchQueue', { value: own, configurable: true, writable: true });
});

it('opens the files of a launch in their order and leaves out one that can not be read', async () => {
  let launch: ((launch: { files: { getFile(): Promise<File> }[] }) => void) | undefined;
  Object.defineProperty(world, 'launchQueue', {
    value: {
      setConsumer: (consumer: typeof launch) => {
        launch = consumer;
      },
    },
    configurable: true,
    writable: true,
  });
  const opened: string[] = [];
  onLaunchFiles(async (file) => { opened.push(`${file.name}: ${await file.text()}`); });
  const handle = (name: string): { getFile(): Promise<File> } => ({ getFile: () => Promise.resolve(new File(['text'], name)) });
  launch?.({ files: [handle('a.txt'), { getFile: () => Promise.reject(new Error('gone')) }, handle('b.otherwise')] });
  await expect.poll(() => opened).toEqual(['a.txt: text', 'b.otherwise: text']);
});

it('does nothing where the browser has no launch queue', () => {
  Object.defineProperty(world, 'launchQueue', { value: undefined, configurable: true, writable: true });
  expect(() => { onLaunchFiles(() => Promise.resolve()); }).not.toThrow();
});
