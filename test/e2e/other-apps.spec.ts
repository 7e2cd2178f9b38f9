import { expect } from '@playwright/test';
import { controlled, hosted, test, withoutModel } from './page-object.ts';
import { stored } from './stored.ts';

test('a text shared by another app is put into the page, as text', async ({ page, site, otherwise }) => {
  await withoutModel(page);
  const shared = { title: 'A title', text: '<img src=x onerror=alert(1)> A shared sentence.', url: 'https://elsewhere.test/' };
  await page.goto(`${site}?model=tiny&${new URLSearchParams(shared).toString()}`);
  await expect.poll(() => otherwise.text()).toBe('A title\n\n<img src=x onerror=alert(1)> A shared sentence.\n\nhttps://elsewhere.test/');
  expect(new URL(page.url()).search).toBe('?model=tiny');
  expect(await page.locator('main img').count()).toBe(0);
});

test('texts and files shared by another app reach the page through the service worker, as text, and only once', async ({
  page,
  site: base,
  otherwise,
}) => {
  await withoutModel(page);
  await otherwise.open();
  await controlled(page);
  const { share_target: target } = (await (await page.request.get(`${base}manifest.webmanifest`)).json()) as {
    share_target: {
      action: string;
      method: string;
      enctype: string;
      params: { title: string; text: string; url: string; files: { name: string }[] };
    };
  };
  // What the operating system does with the manifest's share target: it sends such a form. No page of ours may send one.
  const share = async (
    text: string,
    files: readonly (readonly [name: string, content: string])[],
    title = '',
    address = '',
  ): Promise<void> => {
    await page.goto('about:blank');
    await Promise.all([
      page.waitForEvent('framenavigated'),
      page.evaluate(
        ([manifest, { action, method, enctype, params }, words, contents]) => {
          const form = Object.assign(document.createElement('form'), { action: new URL(action, manifest).href, method, enctype });
          const inputs = [params.title, params.text, params.url].map((name, index) =>
            Object.assign(document.createElement('input'), { name, value: words[index] ?? '' }),
          );
          const transfer = new DataTransfer();
          for (const [name, content] of contents) transfer.items.add(new File([content], name));
          const field = Object.assign(document.createElement('input'), {
            type: 'file',
            multiple: true,
            name: params.files[0]?.name ?? '',
            files: transfer.files,
          });
          form.append(...inputs, ...(contents.length > 0 ? [field] : []));
          document.body.append(form);
          form.submit();
        },
        [`${base}manifest.webmanifest`, target, [title, text, address], files] as const,
      ),
    ]);
  };
  await share('<img src=x onerror=alert(1)> Words alone.', []);
  await expect.poll(() => otherwise.text()).toBe('<img src=x onerror=alert(1)> Words alone.');
  expect(new URL(page.url()).search).toBe('');
  expect(await page.locator('main img').count()).toBe(0);

  // Apps repeat the address in the text, and the title alone is a text too.
  await share('Read this: https://elsewhere.test/page', [], 'An article', 'https://elsewhere.test/page');
  await expect.poll(() => otherwise.text()).toBe('An article\n\nRead this: https://elsewhere.test/page');

  await share('', [
    ['Ein Brief.txt', 'The first file. It has two sentences.\r\n'],
    ['zwei.md', 'The second file.'],
  ]);
  await expect.poll(() => otherwise.text()).toBe('The second file.');
  await page.getByRole('button', { name: /^Documents\. Open now/u }).click();
  await page.getByRole('button', { name: 'Open “Ein Brief”' }).click();
  await expect.poll(() => otherwise.text()).toBe('The first file. It has two sentences.\n');
  await stored(page, 'The first file. It has two sentences.\n');
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe('The first file. It has two sentences.\n');
  await page.getByRole('button', { name: /^Documents\. Open now/u }).click();
  await expect(page.getByRole('list', { name: 'Your documents' }).getByRole('listitem')).toHaveCount(4);
  expect(otherwise.errors).toEqual([]);
});

hosted(
  'what another app shares never reaches the host, neither when the stored shell is lost nor when it is whole',
  async ({ page, host, site, otherwise }) => {
    await withoutModel(page);
    await otherwise.open();
    await controlled(page);
    host.asked.length = 0;
    await page.goto(`${site}?model=tiny&text=A+first+secret.`);
    await expect.poll(() => otherwise.text()).toBe('A first secret.');
    await page.evaluate(async () => {
      for (const name of await caches.keys()) if (name.includes('precache')) await caches.delete(name);
    });
    await page.goto(`${site}?model=tiny&title=A+second+secret.&url=https://secret.test/`);
    await expect.poll(() => otherwise.text()).toBe('A second secret.\n\nhttps://secret.test/');
    // The shell came from the host, and the host was not told why.
    expect(host.asked).toContain('GET /some/where/');
    expect(host.asked.filter((line) => line.includes('secret'))).toEqual([]);
  },
);

test('files that the operating system opens with the installed app become documents', async ({ page, site: base, otherwise }) => {
  await withoutModel(page);
  // The browser fills the launch queue only for an installed app; here the test does, with files as they come from the file system.
  await page.addInitScript(() => {
    const queue = {
      setConsumer: (consumer: (launch: unknown) => void) => {
        const file = (name: string, text: string) => ({
          kind: 'file',
          name,
          getFile: () => Promise.resolve(new File([text], name, { type: 'text/plain' })),
        });
        const session = JSON.stringify({
          format: 'otherwise-session',
          version: 1,
          name: 'Mine',
          text: 'A session file.',
          focus: 0,
          demands: { 'A session file.': { avoid: ['file'], require: [] } },
          sources: {},
          how: {},
        });
        consumer({ targetURL: location.href, files: [file('notes.txt', 'Notes of <b>today</b>.'), file('mine.otherwise', session)] });
      },
    };
    Object.defineProperty(globalThis, 'launchQueue', { value: queue });
  });
  await otherwise.open();
  await expect.poll(() => otherwise.text()).toBe('A session file.');
  await expect(otherwise.chip('file', 'avoided')).toBeVisible();
  await page.getByRole('button', { name: /^Documents\. Open now/u }).click();
  await page.getByRole('button', { name: 'Open “notes”' }).click();
  await expect.poll(() => otherwise.text()).toBe('Notes of <b>today</b>.');
  const { file_handlers: handlers } = (await (await page.request.get(`${base}manifest.webmanifest`)).json()) as {
    file_handlers: { accept: Record<string, string[]> }[];
  };
  const endings = handlers.flatMap(({ accept }) => Object.values(accept)).flat();
  expect(endings.sort()).toEqual(['.docx', '.markdown', '.md', '.otherwise', '.txt']);
  expect(otherwise.errors).toEqual([]);
});

test('the manifest is sound and nothing stands against installing', async ({ page, context, otherwise }) => {
  await withoutModel(page);
  await otherwise.open();
  await controlled(page);
  const session = await context.newCDPSession(page);
  expect((await session.send('Page.getAppManifest')).errors).toEqual([]);
  // A test browser's context counts as a private window, which installs nothing; every other objection would be ours.
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter((error) => error.errorId !== 'in-incognito')).toEqual([]);
});
