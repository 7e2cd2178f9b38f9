import { extensionPolicy } from '../engine/policy.ts';
import { webManifest } from './web-manifest.ts';

export const browsers = ['chromium', 'firefox'] as const;
export type Browser = (typeof browsers)[number];

/** The extension's page, beside the page that the user reads. */
const panel = 'index.html';
const { name, description } = webManifest;
const icons: Readonly<Record<string, string>> = { 192: 'icons/icon-192.png', 512: 'icons/icon-512.png' };

/** The fields of Chromium's manifest: it alone has a side panel, isolation by the manifest, and a service worker. */
const chromium = {
  minimum_chrome_version: '116',
  permissions: ['activeTab', 'scripting', 'sidePanel'],
  background: { service_worker: 'background.js' },
  side_panel: { default_path: panel },
  cross_origin_opener_policy: { value: 'same-origin' },
  cross_origin_embedder_policy: { value: 'require-corp' },
};

const firefox = {
  browser_specific_settings: {
    gecko: { id: 'otherwise@otherwise.extension', strict_min_version: '128.0', data_collection_permissions: { required: ['none'] } },
  },
  permissions: ['activeTab', 'scripting'],
  background: { scripts: ['background.js'] },
  sidebar_action: { default_panel: panel, default_title: name, default_icon: icons, open_at_install: false },
};

/** Says what a browser is told of the extension (`manifest.json`). `version`: the project's. */
export function extensionManifest(browser: Browser, version: string): Readonly<Record<string, unknown>> {
  return {
    manifest_version: 3,
    name,
    version,
    description,
    icons,
    action: { default_title: name, default_icon: icons },
    commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+R' } } },
    content_security_policy: { extension_pages: extensionPolicy },
    ...(browser === 'chromium' ? chromium : firefox),
  };
}
