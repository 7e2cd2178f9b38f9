import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { hosted, sample, test } from './page-object.ts';

hosted('a plain static host under a sub-path: isolated by the service worker, and it rewrites', async ({ page, host, otherwise }) => {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await otherwise.open();
  // It loads itself once more, unless somebody does something; a question to the page would be that, so events are counted.
  await expect.poll(() => loads).toBe(2);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await otherwise.lowerTheBar();
  await otherwise.trySample();
  expect((await otherwise.rewrites()).length).toBeGreaterThan(0);

  host.served.length = 0;
  await page.reload();
  await otherwise.rewrites();
  expect(host.served.filter((path) => path.endsWith('.bin') || path.endsWith('.wasm'))).toEqual([]);
});

hosted('a service worker that installs for half a minute is waited for, so that it keeps the model', async ({ page, host, otherwise }) => {
  let release = (): void => undefined;
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isInstalling = (): boolean => host.asked.some((asked) => asked.includes('index.html'));
  host.fault = (path) => (isInstalling() && !/^(?:models|ort)\//u.test(path) ? { wait } : undefined);
  await page.clock.install();
  await otherwise.open();
  await expect.poll(isInstalling).toBe(true);
  await page.clock.fastForward(30_000);
  release();
  await otherwise.lowerTheBar();
  await otherwise.trySample();
  await otherwise.rewrites();
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');

  host.served.length = 0;
  await page.reload();
  await otherwise.rewrites();
  expect(host.served.filter((path) => path.endsWith('.bin') || path.endsWith('.wasm'))).toEqual([]);
});

hosted('whoever does something when the service worker comes is left alone; later it is isolated', async ({ page, host, otherwise }) => {
  let release = (): void => undefined;
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  host.fault = (path) => (path === 'service-worker.js' ? { wait } : undefined);
  await otherwise.open();
  await page.getByRole('button', { name: 'Settings' }).click();
  release();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The model is loaded after the moment to reload.
  await expect.poll(() => host.served.some((path) => path.endsWith('.bin'))).toBe(true);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await page.reload();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

hosted(
  'a sign-in page while the service worker is installed: none of it is kept, the page works, and the next visit installs the shell',
  async ({ page, host, otherwise }) => {
    const portal = { page: '<!doctype html><title>Sign in</title><form>Sign in to this network</form>' };
    let isSignedIn = false;
    // The page itself came before; from the service worker's first file on, everything is the network's own page.
    host.fault = (path) => (!isSignedIn && host.asked.some((asked) => asked.includes('service-worker.js')) && path !== 'service-worker.js'
      ? portal : undefined);
    await page.addInitScript(() => {
      const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
      navigator.serviceWorker.register = async (...args) => {
        const registration = await register(...args);
        const { installing } = registration;
        installing?.addEventListener('statechange', () => (document.documentElement.dataset['worker'] = installing.state));
        return registration;
      };
    });
    await otherwise.open();
    await expect.poll(() => page.locator('html').getAttribute('data-worker')).toBe('redundant');
    const keptPages = (): Promise<number> => page.evaluate(async () => {
      let found = 0;
      for (const name of await caches.keys()) {
        const store = await caches.open(name);
        for (const key of await store.keys())
          found += (await (await store.match(key))?.text())?.includes('Sign in to this network') ? 1 : 0;
      }
      return found;
    });
    expect(await keptPages()).toBe(0);

    isSignedIn = true;
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    host.fault = () => ({ status: 503 });
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Your text' })).toBeVisible();
    expect(await keptPages()).toBe(0);
  },
);

hosted('a damaged model is refused and never kept; the next try loads it', async ({ page, host, otherwise }) => {
  host.tamper = (path, bytes) => {
    if (!path.startsWith('models/tiny/weights')) return bytes;
    const damaged = Uint8Array.from(bytes);
    damaged[1000] = (damaged[1000] ?? 0) ^ 1;
    return damaged;
  };
  await otherwise.open();
  await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
  await expect(page.getByRole('heading', { name: /could not be downloaded|arrived incomplete/u })).toBeVisible();
  expect(await otherwise.text()).toBe(sample);
  const kept = await page.evaluate(async () => (await (await caches.open('otherwise-files-1')).keys()).map(({ url }) => url));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((url) => url.includes('weights'))).toEqual([]);

  host.tamper = undefined;
  host.served.length = 0;
  await otherwise.takeWhatComes();
  await page.getByRole('button', { name: 'Try again' }).click();
  await otherwise.rewritesOrNone();
  expect(host.served).toContain('models/tiny/weights.00.bin');
});

hosted(
  'the policy binds the engine too, on several threads: nothing leaves it and no text becomes code',
  async ({ page, host, otherwise }) => {
    const before = Buffer.from("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 });\n");
    host.tamper = (path, bytes) => (/^assets\/paraphrase\.worker-.*\.js$/u.test(path) ? Buffer.concat([before, bytes]) : bytes);
    await otherwise.openIsolated();
    await otherwise.takeWhatComes();
    await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
    await otherwise.rewritesOrNone();
    await page.locator('.pill').click();
    await expect(page.getByText('3 threads')).toBeVisible();
    const engine = page.workers().find((worker) => worker.url().includes('paraphrase.worker'));
    const refused = await engine?.evaluate(async () => {
      const told = new Promise<string>((resolve) => {
        addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
        setTimeout(() => resolve('nothing'), 60_000);
      });
      const sent = await fetch('http://127.0.0.1:9/').then(
        () => 'sent',
        () => 'refused',
      );
      // Later: what the debugger itself runs may evaluate texts.
      const run = await new Promise((resolve) => {
        setTimeout(() => {
          try {
            (0, eval)('1');
            resolve('run');
          } catch (cause) {
            resolve((cause as Error).name);
          }
        });
      });
      return [await told, sent, run];
    });
    expect(refused).toEqual(['connect-src', 'refused', 'EvalError']);
    otherwise.foreign.length = 0;
  },
);

test('the built page carries the policy before any script, and no script or style of its own', async () => {
  const html = await readFile('dist/index.html', 'utf8');
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/u.exec(html);
  const directives = (policy?.[1] ?? '').replaceAll('&#39;', "'").split('; ');
  expect(directives).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
    ]),
  );
  expect(directives.join(' ')).not.toMatch(/unsafe-(?:inline|eval)'(?<!wasm-unsafe-eval')|\*|https?:/u);
  expect(policy?.index ?? Infinity).toBeLessThan(html.search(/<(?:script|link|style)\b/u));
  for (const [whole, attributes, content] of html.matchAll(/<script\b([^>]*)>([^<]*)/gu)) {
    expect(attributes, whole).toMatch(/ src="\.\//u);
    expect(content, whole).toBe('');
  }
  expect(html).not.toMatch(/<style\b|\sstyle=|\son\w+=|javascript:/iu);
});

test('the shell stays below 92 KB of packed JavaScript, every file below 25 MiB', async () => {
  const scripts = (await readFile('dist/index.html', 'utf8')).matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/gu);
  let packed = 0;
  for (const [, path] of scripts) packed += gzipSync(await readFile(join('dist', path ?? ''))).byteLength;
  expect(packed).toBeGreaterThan(0);
  expect(packed).toBeLessThan(92 * 1024);

  for (const entry of await readdir('dist', { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) expect((await stat(join(entry.parentPath, entry.name))).size, entry.name).toBeLessThanOrEqual(25 * 1024 * 1024);
  }
});
