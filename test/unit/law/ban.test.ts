import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Names of a ban whose forms are known, and of what asks for them or about it. */
const resolved = /\b(?:hardBan|HardBan|TextBans?|OpeningBan|OutsideBan|rewriteBan|violates|bannedForms|isBanned|resolveConstraints)\b/u;
/** The most files that somebody has to read who changes what is banned. */
const MOST_FILES = 13;

/** The code of a file, without its comments and imports. */
const codeOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*|^import [^;]*;/gmsu, '');
const sources = ['src/core', 'src/engine', 'src/cli'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts')).map((file) => `${folder}/${file}`));

it('a ban is resolved where docs/contributing.md says, and known in those files alone, at most thirteen', () => {
  const text = readFileSync(join(root, 'docs/contributing.md'), 'utf8');
  const [list = ''] = text.slice(text.indexOf('These files use the ban with its inflections')).split('```').slice(1);
  const files = sources.filter((file) => resolved.test(codeOf(file))).sort();
  expect(files).toEqual(list.trim().split('\n'));
  expect(files.length).toBeLessThanOrEqual(MOST_FILES);
});

it('a request resolves its bans in one place, as the text is prepared', () => {
  expect(sources.filter((file) => /\bresolveConstraints\(/u.test(codeOf(file))).sort())
    .toEqual(['src/core/constraints/chips.ts', 'src/core/pipeline/prepare.ts']);
});
