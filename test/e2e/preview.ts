import process from 'node:process';
import { build, preview } from 'vite';

/**
 * Before the first test: builds the page, the extension and the package, unless the runner has just done so, and serves the page from this
 * process, which takes the server with it however it ends. The tests find its address in `OTHERWISE_SITE`.
 * @returns what ends the server
 */
export default async function serve(): Promise<() => Promise<void>> {
  const configs = ['vite', 'vite.bench', 'vite.extension', 'vite.library'];
  if (!process.env['OTHERWISE_BUILT'])
    for (const name of configs) await build({ configFile: `${name}.config.ts`, logLevel: 'warn' });
  const server = await preview({ preview: { host: '127.0.0.1', port: 0 }, logLevel: 'error' });
  process.env['OTHERWISE_SITE'] = server.resolvedUrls?.local[0];
  return () => server.close();
}
