import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contentPolicy } from '../../../src/engine/policy.ts';
import { browsers, extensionManifest } from '../../../src/setup/extension-manifest.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

test('the extension asks for the page that its button is clicked on, scripts there, and a side panel, and for nothing else', () => {
  expect(extensionManifest('chromium', version)['permissions']).toEqual(['activeTab', 'scripting', 'sidePanel']);
  // The sidebar of Firefox needs no permission.
  expect(extensionManifest('firefox', version)['permissions']).toEqual(['activeTab', 'scripting']);
});

describe.each(browsers)('manifest for %s', (browser) => {
  const manifest = extensionManifest(browser, version);

  test('opens no way to other hosts, to other pages, or to scripts in pages nobody asked about', () => {
    for (const key of ['host_permissions', 'optional_permissions', 'content_scripts', 'web_accessible_resources', 'externally_connectable'])
      expect(manifest).not.toHaveProperty(key);
  });

  test('runs code of the package alone: the page’s policy, without blobs', () => {
    const { extension_pages: policy = '' } = manifest['content_security_policy'] as Record<string, string>;
    expect(policy.split('; ')).toEqual(contentPolicy.replace("worker-src 'self' blob:", "worker-src 'self'").split('; '));
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).not.toMatch(/https?:|\*|blob:|unsafe-inline|'unsafe-eval'/u);
  });

  test('has the project’s version, a key for the button, and icons that are there', () => {
    expect(manifest).toMatchObject({ manifest_version: 3, name: 'Otherwise', version });
    expect(manifest['commands']).toEqual({ _execute_action: { suggested_key: { default: 'Alt+Shift+R' } } });
    for (const [size, path] of Object.entries(manifest['icons'] as Record<string, string>)) {
      // A PNG has its width in the first chunk.
      expect(readFileSync(`public/${path}`).readUInt32BE(16)).toBe(Number(size));
    }
  });
});

test('each browser has the page where it looks for it', () => {
  expect(extensionManifest('chromium', version)).toMatchObject({
    side_panel: { default_path: 'index.html' },
    background: { service_worker: 'background.js' },
    cross_origin_opener_policy: { value: 'same-origin' },
    cross_origin_embedder_policy: { value: 'require-corp' },
  });
  expect(extensionManifest('firefox', version)).toMatchObject({
    sidebar_action: { default_panel: 'index.html' },
    background: { scripts: ['background.js'] },
    browser_specific_settings: { gecko: { data_collection_permissions: { required: ['none'] } } },
  });
});
