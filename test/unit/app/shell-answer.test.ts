import { expect, it } from 'vitest';
import { isOfBuild } from '../../../src/app/platform/shell-answer.ts';

const files = ['index.html', 'assets/main-1a2b.js', 'assets/main-1a2b.css', 'icons/192.png', 'models/tiny/manifest.json'];
const html = (body: string, type = 'text/html; charset=utf-8'): Response => new Response(body, { headers: { 'Content-Type': type } });
const isOurs = (file: string, response: Response): Promise<boolean> =>
  isOfBuild(new Request(`https://example.org/app/${file}?x=1`), response, files);

it('takes the files of the build and its page', async () => {
  expect(await isOurs('index.html', html('<script type="module" src="./assets/main-1a2b.js"></script>'))).toBe(true);
  expect(await isOurs('assets/main-1a2b.js', html('let a;', 'text/javascript'))).toBe(true);
  expect(await isOurs('icons/192.png', html('', 'image/png'))).toBe(true);
});

it.each(files)('refuses a sign-in page with status 200 instead of %s', async (file) => {
  expect(await isOurs(file, html('<!doctype html><form>Sign in</form>'))).toBe(false);
});

it('refuses the page of another build, an error and a redirection that was not followed', async () => {
  expect(await isOurs('index.html', html('<script type="module" src="./assets/main-9z9z.js"></script>'))).toBe(false);
  for (const status of [404, 503, 206]) expect(await isOurs('icons/192.png', new Response('', { status }))).toBe(false);
  expect(await isOurs('assets/main-1a2b.js', Response.error())).toBe(false);
});
