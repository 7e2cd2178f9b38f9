import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { returning as test } from './page-object.ts';
import { pictures, takePictures } from './pictures.ts';

/** Width and height of a PNG. */
async function sizeOf(path: string): Promise<[number, number]> {
  const file = await readFile(path);
  expect(file.subarray(1, 4).toString('latin1')).toBe('PNG');
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
}

test('the script of the pictures takes each of them from the built page, and README and manifest have those', async ({
  page,
  otherwise,
}, { outputDir }) => {
  await otherwise.open();
  await otherwise.takeWhatComes();
  await takePictures(page, outputDir);
  await expect(otherwise.chip('postpone', 'avoided')).toBeVisible();
  await expect(page.locator('#rewrites li').first()).toBeVisible();
  const readme = await readFile('README.md', 'utf8');
  for (const { name, width, height } of pictures) {
    expect(await sizeOf(`${outputDir}/${name}.png`)).toEqual([width, height]);
    expect(await sizeOf(`public/screenshots/${name}.png`)).toEqual([width, height]);
  }
  const shown = [...readme.matchAll(/public\/screenshots\/([a-z-]+)\.png/gu)].map(([, name]) => name);
  expect(shown.length).toBeGreaterThan(2);
  expect(shown.filter((name) => !pictures.some((picture) => picture.name === name))).toEqual([]);
});
