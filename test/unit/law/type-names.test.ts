import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const exported = /^export (?:declare )?(?:abstract )?(?:interface|type|class) (?<name>[A-Z]\w+)/gmu;

/** Names of the types that a file declares and exports; those it only passes on stand in braces and are not among them. */
const namesIn = (text: string): string[] => [...text.matchAll(exported)].map(({ groups }) => groups?.['name'] ?? '');

/** The files that declare each exported type of some folders, by the type's name. */
function declarations(folders: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const folder of folders) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      for (const name of namesIn(readFileSync(join(root, folder, file), 'utf8')))
        found.set(name, [...(found.get(name) ?? []), `${folder}/${file}`]);
    }
  }
  return found;
}

describe('the names of exported types', () => {
  it('are read from declarations alone', () => {
    expect(namesIn('export interface One {}\nexport type { Two };\ntype Three = 1;\nexport class Four {}')).toEqual(['One', 'Four']);
  });

  it('are each declared in one file', () => {
    const twice = [...declarations(['src', 'workers'])].filter(([, files]) => files.length > 1);
    expect(twice).toEqual([]);
  });
});
