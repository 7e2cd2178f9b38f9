import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { chromiumArguments, chromiumPath, nobody } from '../browser/chromium.ts';

interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/** Runs in the extension's worker. @returns whether a click on the button has somebody to hear it */
function listens(): boolean {
  const { chrome } = globalThis as unknown as { chrome: { action?: { onClicked: { hasListeners(): boolean } } } };
  return chrome.action?.onClicked.hasListeners() ?? false;
}

/**
 * Chromium with the built extension, driven like a user drives it: the browser's own remote control clicks the button in
 * the toolbar, and what opens is the real side panel. All that the browser asks of any host is written down, by a proxy if need be.
 */
export class ExtensionBrowser {
  /** Method and address of every request that reached a host or the proxy. */
  readonly asked: string[] = [];
  /** Addresses of all that the panel loaded. */
  readonly loaded: string[] = [];
  readonly #folder: string;
  #pages: ReadonlyMap<string, string> = new Map();
  #server!: Server;
  #context!: BrowserContext;
  #control!: CDPSession;
  #id = '';
  #port = 0;
  #connections: Browser[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Starts it with the package as it was built, but for the tiny model in place of the others, and for an engine that sees
   * three processors and so works on two threads. `pages`: HTML by path.
   */
  static async launch(pages: ReadonlyMap<string, string>): Promise<ExtensionBrowser> {
    const browser = new ExtensionBrowser(await mkdtemp(join(tmpdir(), 'otherwise-extension-')));
    browser.#pages = pages;
    await browser.#pack();
    await browser.#serve();
    await browser.#start();
    return browser;
  }

  /** Opens one of the pages in a new tab. */
  async open(path: string): Promise<Page> {
    const page = await this.#context.newPage();
    await page.goto(this.address(path));
    return page;
  }

  /** The address of a page; it is at `localhost` as well, which is another origin. */
  address(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${path}`;
  }

  /** Clicks the extension's button while the tab at an address is in front. */
  async click(address: string): Promise<void> {
    const tab = (await this.#targets()).find(({ type, url }) => type === 'tab' && url === address);
    // Newer than Playwright's list of commands.
    const send = this.#control.send.bind(this.#control) as (method: string, parameters: object) => Promise<unknown>;
    await send('Extensions.triggerAction', { id: this.#id, targetId: tab?.targetId });
  }

  /**
   * Clicks the button until the side panel is open: the browser may drop a click. Playwright's first connection does not
   * see the panel, a later one does.
   * @param address of the page beside it
   */
  async panel(address: string): Promise<Page> {
    await expect(async () => {
      await this.click(address);
      await expect.poll(async () => (await this.panelParts()).length, { timeout: 40_000 }).toBeGreaterThan(0);
    }).toPass({ timeout: 240_000 });
    const connection = await chromium.connectOverCDP(`http://127.0.0.1:${this.#port}`);
    this.#connections.push(connection);
    const panel = connection.contexts().flatMap((context) => context.pages()).find((page) => this.#isPanel(page.url()));
    if (panel === undefined) throw new Error('The side panel has no page.');
    panel.on('request', (request) => this.loaded.push(request.url()));
    this.loaded.push(...(await panel.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))));
    await panel.emulateMedia({ reducedMotion: 'reduce' });
    return panel;
  }

  /** Gives the extension another version and loads it again, as the browser does when an update has come. */
  async update(): Promise<void> {
    const file = join(this.#at('package'), 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { version: string };
    await writeFile(file, JSON.stringify({ ...manifest, version: `${manifest.version}.1` }));
    // Newer than Playwright's list of commands.
    const send = this.#control.send.bind(this.#control) as (method: string, parameters: object) => Promise<unknown>;
    expect(await send('Extensions.loadUnpacked', { path: this.#at('package') })).toEqual({ id: this.#id });
    await expect.poll(() => this.panelParts()).toEqual([]);
  }

  /** Finds what lives of the panel: its page and its workers. */
  async panelParts(): Promise<Target[]> {
    return (await this.#targets()).filter(({ type, url }) => type !== 'tab' && type !== 'service_worker' && url.includes(this.#id));
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) await connection.close();
    await this.#context.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #isPanel(url: string): boolean {
    return url.startsWith(`chrome-extension://${this.#id}/`);
  }

  async #pack(): Promise<void> {
    const folder = this.#at('package');
    await cp('dist-extension/chromium', folder, { recursive: true, filter: (path) => !/models\/(?:base|small)$/u.test(path) });
    await cp('models/tiny', join(folder, 'models/tiny'), { recursive: true });
    const file = join(folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { side_panel: { default_path: string } };
    manifest.side_panel.default_path += '?model=tiny';
    await writeFile(file, JSON.stringify(manifest));
    const [worker = ''] = (await readdir(this.#at('package/assets'))).filter((name) => name.startsWith('paraphrase.worker'));
    const script = this.#at(`package/assets/${worker}`);
    await writeFile(script, `Object.defineProperty(navigator, 'hardwareConcurrency', { value: 3 });\n${await readFile(script, 'utf8')}`);
  }

  async #serve(): Promise<void> {
    this.#server = createServer(({ method = '', url = '' }, response) => {
      this.asked.push(`${method} ${url}`);
      const { hostname, pathname } = new URL(url, this.address(''));
      const body = ['127.0.0.1', 'localhost'].includes(hostname) ? this.#pages.get(pathname.slice(1)) : undefined;
      response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(body);
    });
    // As a proxy it is asked for other hosts, and leads to none.
    this.#server.on('connect', ({ url = '' }, socket) => {
      this.asked.push(`CONNECT ${url}`);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  async #start(): Promise<void> {
    const folder = this.#at('package');
    this.#context = await chromium.launchPersistentContext(this.#at('profile'), {
      executablePath: chromiumPath,
      args: [
        ...chromiumArguments,
        `--disable-extensions-except=${folder}`,
        `--load-extension=${folder}`,
        '--enable-unsafe-extension-debugging',
        '--remote-debugging-port=0',
      ],
      proxy: { server: this.address(''), bypass: `<-loopback>,${nobody}` },
    });
    const [running] = this.#context.serviceWorkers();
    const worker = running ?? (await this.#context.waitForEvent('serviceworker'));
    this.#id = new URL(worker.url()).host;
    // A click before the worker's script has run is lost.
    await expect.poll(() => worker.evaluate(listens)).toBe(true);
    this.#port = Number((await readFile(this.#at('profile/DevToolsActivePort'), 'utf8')).split('\n')[0]);
    const browser = this.#context.browser();
    if (browser === null) throw new Error('There is no browser to control.');
    this.#control = await browser.newBrowserCDPSession();
  }

  async #targets(): Promise<Target[]> {
    return (await this.#control.send('Target.getTargets', { filter: [{}] })).targetInfos;
  }

  #at(path: string): string {
    return join(this.#folder, path);
  }
}
