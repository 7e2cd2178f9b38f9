import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer, type Plugin } from 'vite';
import { isolationHeaders } from '../../../src/engine/policy.ts';
import { localFiles } from '../../../src/setup/vite-local-files.ts';
import { chromiumArguments, chromiumPath } from '../../browser/chromium.ts';
import { exportsFolder } from './node-place.ts';
import { type Remote, remoteOf } from './remote.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Serves the models in the hub's layout below `/hub/`. */
const hubFiles: Plugin = {
  name: 'otherwise:bench-hub-files',
  configureServer(server) {
    server.middlewares.use('/hub/', (request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '', 'http://localhost').pathname);
      const file = `${exportsFolder}${path}`;
      if (!/^[/\w.-]+$/u.test(path) || path.includes('..') || !existsSync(file)) {
        response.writeHead(404).end();
        return;
      }
      createReadStream(file).pipe(response);
    });
  },
};

/** A browser with the benchmark's page. */
export interface Browser {
  readonly version: string;
  /** Opens a page. @param onLine gets what is written to its console */
  open(onLine?: (line: string) => void): Promise<Remote>;
  close(): Promise<void>;
}

/** Starts Chromium and serves the page. */
export async function openBrowser(): Promise<Browser> {
  const runtimes = ['onnxruntime-web/webgpu', 'onnxruntime-web/jspi', 'onnxruntime-web/wasm'];
  const server = await createServer({
    configFile: false, root, cacheDir: `${root}.cache/bench-page`, logLevel: 'error', appType: 'mpa', plugins: [localFiles(), hubFiles],
    resolve: { conditions: ['browser', 'module', 'onnxruntime-web-use-extern-wasm'] },
    optimizeDeps: { entries: ['test/bench/contest/page.html'], exclude: runtimes, include: ['@huggingface/transformers'] },
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, headers: isolationHeaders },
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArguments, '--enable-precise-memory-info'] });
  const open = async (onLine?: (line: string) => void): Promise<Remote> => {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    if (onLine) page.on('console', (message) => { onLine(message.text()); });
    page.on('pageerror', (error) => { process.stderr.write(`${error.message}\n`); });
    await page.goto(`${server.resolvedUrls?.local[0] ?? ''}test/bench/contest/page.html`);
    await page.waitForFunction('globalThis.side');
    const call = (method: string, ...given: unknown[]): Promise<unknown> =>
      page.evaluate(`globalThis.side[${JSON.stringify(method)}](...${JSON.stringify(given)})`);
    return remoteOf(call, () => page.close());
  };
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  return { version: browser.version(), open, close };
}
