import { existsSync } from 'node:fs';
import process from 'node:process';
import { expect, test } from '@playwright/test';
import { Firefox } from './marionette.ts';
import { sample } from './page-object.ts';
import { openStaticHost } from './static-host.ts';

/** The distribution's own Firefox: Playwright drives only the one it patches. */
const firefoxPath = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
const button = (name: string): string => `//button[@aria-label='${name}' or normalize-space()='${name}']`;
const field = (name: string): string => `//label[starts-with(normalize-space(), '${name}')]//input`;

test('Firefox loads the page and rewrites a sentence on WASM', async () => {
  test.skip(!existsSync(firefoxPath), `there is no ${firefoxPath}; FIREFOX_PATH names another Firefox`);
  const host = await openStaticHost('dist');
  const firefox = await Firefox.launch(firefoxPath);
  try {
    await firefox.open(`${host.url}?model=tiny`);
    await firefox.until("return document.querySelector('.pill')?.dataset.status === 'ready'");
    expect(await firefox.evaluate("return document.querySelector('.pill + [popover]').textContent")).toContain('WASM');

    // Let everything through and draw few samples: what the tiny model makes of a sentence is seldom good.
    await firefox.click(button('For research'));
    await firefox.type(field('Threshold'), '20\uE004');
    await firefox.type(field('Ban sets'), '1\uE004');
    await firefox.type(field('Samples a set'), '4\uE004');
    await firefox.click(button('Close'));
    await firefox.click(button('Try it with a sample sentence'));
    await firefox.until("return /\\d+ sampled/u.test(document.querySelector('#rewrites').textContent)");
    expect(await firefox.evaluate("return document.querySelector('#rewrites').textContent")).toMatch(
      /[1-9]\d* sampled: [1-9]\d* good enough/u,
    );
    expect(await firefox.evaluate("return document.querySelector('textarea').value")).toBe(sample);

    const origins = await firefox.evaluate(
      "return [...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin))]",
    );
    expect(origins).toEqual([new URL(host.url).origin]);
  } finally {
    await firefox.close();
    await host.close();
  }
});
