import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Lines of a file that somebody reads in one go, and of an entry that only starts what lies elsewhere. */
const [MOST, MOST_OF_ENTRY] = [300, 40];
/** Lines from which on a file says enough to be one. */
const LEAST = 10;
/** Shorter files, each with the reason why it is no part of another one. Entries of workers (`*.worker.ts`) may be as short as they are. */
const short: Readonly<Record<string, string>> = {
  'src/app/platform/turn.ts': 'Node checks and runs it too, and has no types for the other files about the page',
  'src/app/ui/messages/de/index.ts': 'it lists what every page in German needs; panes fetch the other files of its folder',
  'src/app/ui/messages/en/index.ts': 'it lists what every page in English needs; panes fetch the other files of its folder',
  'src/core/aims.ts': 'the page needs the names of the aims at once, and the table of options with its help only later',
  'src/core/choice/offered.ts': 'the page needs the number at once, and what fills a menu only later',
  'src/extension/panel.ts': 'it is the entry of the side panel',
  'src/library/examples/node/rewrite.mjs': 'it is an example, and shows how few lines a program needs',
};

const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
const sources = (folder: string): string[] => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:ts|svelte|mjs|js|css|html)$/u.test(file)).map((file) => `${folder}/${file}`);

it('no source has more lines than somebody reads in one go', () => {
  expect([...sources('src'), ...sources('workers')].filter((file) => linesOf(file) >= MOST)).toEqual([]);
});

it('an entry of a worker only starts what lies elsewhere', () => {
  expect(sources('workers').filter((file) => file.endsWith('.worker.ts') && linesOf(file) > MOST_OF_ENTRY)).toEqual([]);
});

it('no source is so short that it is better read as a part of another one, except those that are named with a reason', () => {
  const shortFiles = [...sources('src'), ...sources('workers')].filter((file) => !file.endsWith('.worker.ts') && linesOf(file) < LEAST);
  expect(shortFiles.sort()).toEqual(Object.keys(short));
});
