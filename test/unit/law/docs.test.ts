import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pages = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'src/library/README.md',
  ...readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`)];
/** Words of a sentence, on average, that a reader follows with ease; and lines of the page that is read first. */
const [MOST_WORDS, MOST_LINES] = [20, 120];

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');
/** The paragraphs and list items of a page, without headings, tables, pictures, listings and the addresses of links. */
const paragraphsOf = (page: string): string[] => textOf(page)
  .replace(/^```.*?^```/gmsu, '').replace(/^\s*(?:[#|!<].*)$/gmu, '').replace(/^\s*(?:-|\d+\.)\s/gmu, '\n')
  .replace(/\]\([^)]*\)/gu, ']').replace(/`[^`]*`/gu, 'code')
  .split(/\n\s*\n/u).map((paragraph) => paragraph.replace(/\s+/gu, ' ').trim()).filter((paragraph) => paragraph !== '');
const sentencesOf = (page: string): string[] =>
  paragraphsOf(page).flatMap((paragraph) => paragraph.split(/(?<=[.!?][*)”]*)\s+(?=[A-Z“*[])/u));
/** The paths that a page names as code, from the root of the repository. */
const pathsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/`((?:src|test|workers|models)\/[\w./-]+)`/gu)].map(([, path = '']) => path);

describe('the pages for people', () => {
  it.each(pages)('%s has sentences of fewer than twenty words on average', (page) => {
    const sentences = sentencesOf(page);
    expect(sentences.join(' ').split(' ').length / sentences.length).toBeLessThan(MOST_WORDS);
  });

  it.each(pages)('%s has no parenthesis within a parenthesis', (page) => {
    expect(paragraphsOf(page).filter((paragraph) => /\([^()]*\(/u.test(paragraph))).toEqual([]);
  });

  it.each(pages)('%s names no missing path as code that begins with src/, test/, workers/ or models/', (page) => {
    expect(pathsOf(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('name paths where they tell how the program is built', () => {
    expect(pages.filter((page) => pathsOf(page).length > 0)).toEqual(
      expect.arrayContaining(['ARCHITECTURE.md', 'docs/contributing.md', 'docs/internals.md']),
    );
  });

  it('begin with a page that is short', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  });
});
