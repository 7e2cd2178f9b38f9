import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Lines of a file that somebody reads in one go, and of an entry that only starts what lies elsewhere. */
const [MOST, MOST_OF_ENTRY] = [300, 40];

const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
const sources = (folder: string): string[] => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:ts|svelte)$/u.test(file)).map((file) => `${folder}/${file}`);

it('no source has more lines than somebody reads in one go', () => {
  expect([...sources('src'), ...sources('workers')].filter((file) => linesOf(file) >= MOST)).toEqual([]);
});

it('an entry of a worker only starts what lies elsewhere', () => {
  expect(sources('workers').filter((file) => file.endsWith('.worker.ts') && linesOf(file) > MOST_OF_ENTRY)).toEqual([]);
});
