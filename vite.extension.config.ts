import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { commonConfig } from './src/setup/vite-common.ts';
import { extension } from './src/setup/vite-extension.ts';
import { layerOrder } from './src/setup/vite-layers.ts';
import { localFiles } from './src/setup/vite-local-files.ts';

/** The browser extension: the same page in a side panel, in one folder for each kind of browser. */
export default defineConfig({
  ...commonConfig,
  plugins: [svelte(), layerOrder(), localFiles(/^tiny\/|\/README\.md$/u), extension()],
  build: { ...commonConfig.build, outDir: 'dist-extension/chromium' },
});
