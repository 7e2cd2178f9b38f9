import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StaticHost } from './static-host.ts';

/**
 * Puts build B in the place of the build in `folder`, as a host does on which everything was replaced: every file of
 * `assets/` has another name and the old names are gone, index.html and the list of the service worker name the new
 * ones, and the page's code says so (`document.documentElement.dataset.build` is `B`).
 */
export async function replaceByNextBuild(host: StaticHost, folder: string): Promise<void> {
  const names = await readdir(join(folder, 'assets'));
  const renamed = new Map(names.map((name) => [name, name.replace(/(\.[a-z.]+)$/u, '-B$1')]));
  const originals = new Map([...renamed].map(([from, to]) => [`assets/${to}`, `assets/${from}`]));
  const rename = (text: string): string => [...renamed].reduce((whole, [from, to]) => whole.replaceAll(from, to), text);
  const index = rename(await readFile(join(folder, 'index.html'), 'utf8'));
  const revision = createHash('md5').update(index).digest('hex');
  const main = /<script type="module"[^>]* src="\.\/(assets\/[^"]+)"/u.exec(index)?.[1];
  if (main === undefined) throw new Error('index.html names no main module.');

  host.find = (path) => originals.get(path) ?? (path.startsWith('assets/') ? undefined : path);
  host.tamper = (path, bytes) => {
    if (!/\.(?:html|js|css)$/u.test(path)) return bytes;
    const text = rename(new TextDecoder().decode(bytes));
    if (path === 'service-worker.js')
      return new TextEncoder().encode(
        text.replace(/\{"revision":"[0-9a-f]+","url":"index\.html"\}/u, `{"revision":"${revision}","url":"index.html"}`),
      );
    return new TextEncoder().encode(path === main ? `document.documentElement.dataset.build="B";${text}` : text);
  };
}
