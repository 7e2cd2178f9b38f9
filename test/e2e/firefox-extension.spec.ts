import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from '@playwright/test';
import { extensionPages } from './extension-pages.ts';
import { Firefox } from './marionette.ts';
import { sample } from './page-object.ts';

const firefoxPath = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
const ALT = '\uE00A';
const SHIFT = '\uE008';

/** The package as it was built, but for the tiny model in place of the others. */
async function pack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'otherwise-package-'));
  await cp('dist-extension/firefox', folder, { recursive: true, filter: (path) => !/models\/(?:base|small)$/u.test(path) });
  await cp('models/tiny', join(folder, 'models/tiny'), { recursive: true });
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { sidebar_action: { default_panel: string } };
  manifest.sidebar_action.default_panel += '?model=tiny';
  await writeFile(file, JSON.stringify(manifest));
  return folder;
}

async function serve(): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const body = extensionPages.get(url.slice(1));
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

const click = (name: string): string => `
  const named = (element) => element.getAttribute('aria-label') ?? element.textContent.trim();
  const found = [...document.querySelectorAll('button, summary')].find((element) => named(element).startsWith('${name}'));
  found?.click();
  return found !== undefined;`;
const fill = (label: string, value: string): string => `
  const found = [...document.querySelectorAll('label')].find((element) => element.textContent.trim().startsWith('${label}'));
  const input = found?.control ?? found?.querySelector('input');
  if (!input) return false;
  input.value = '${value}';
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  return true;`;
const inText = "return document.querySelector('textarea')?.value";

test('Firefox: the selected text of a page is rewritten in the sidebar and put back', async () => {
  test.skip(!existsSync(firefoxPath), `there is no ${firefoxPath}; FIREFOX_PATH names another Firefox`);
  const [folder, server, firefox] = await Promise.all([pack(), serve(), Firefox.launch(firefoxPath)]);
  const sidebar = (body: string) => expect.poll(() => firefox.inSidebar(body), { timeout: 60_000 });
  try {
    await firefox.install(folder);
    await firefox.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/form.html`);
    const before = await firefox.evaluate(`
      field.focus();
      const start = field.value.indexOf(${JSON.stringify(sample)});
      field.setSelectionRange(start, start + ${sample.length});
      return field.value;`);
    await firefox.press(ALT, SHIFT, 'R');
    await sidebar(inText).toBe(sample);
    await sidebar("return document.querySelector('.pill')?.dataset.status").toBe('ready');

    await sidebar(click('For research')).toBe(true);
    await sidebar(fill('Threshold', '20')).toBe(true);
    await sidebar(click('Close')).toBe(true);
    await sidebar(click('Use this: rewrite 1')).toBe(true);
    await sidebar(inText).not.toBe(sample);
    const rewrite = await firefox.inSidebar(inText);
    await sidebar(click('Put back')).toBe(true);
    await expect.poll(() => firefox.evaluate('return field.value')).toBe(String(before).replace(sample, String(rewrite)));
    // The page's own script heard of it.
    expect(await firefox.evaluate('return model.textContent')).toContain(String(rewrite));
  } finally {
    await firefox.close();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
