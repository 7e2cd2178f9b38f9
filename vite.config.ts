import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { commonConfig } from './src/setup/vite-common.ts';
import { layerOrder } from './src/setup/vite-layers.ts';
import { contentSecurityPolicy } from './src/setup/vite-headers.ts';
import { localFiles } from './src/setup/vite-local-files.ts';
import { webManifest } from './src/setup/web-manifest.ts';
import { isolationHeaders } from './src/engine/policy.ts';

/** The page: the installable app. */
export default defineConfig({
  ...commonConfig,
  plugins: [
    svelte(),
    layerOrder(),
    localFiles(),
    contentSecurityPolicy(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/app',
      filename: 'service-worker.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: webManifest,
      includeManifestIcons: false,
      injectManifest: {
        // A classic script: module service workers are missing in older Firefox.
        rollupFormat: 'iife',
        // The worker entries belong to the shell: without them nothing is rewritten offline. Models and wasm have a store of their own.
        // Their manifests do belong to it: a build and the hashes it was made with stay together until the user takes the next build.
        globPatterns: ['*.html', 'assets/*', 'icons/*', '{ort,dictionaries,proofreader}/manifest.json', 'models/*/manifest.json'],
      },
      devOptions: { enabled: false },
    }),
  ],
  optimizeDeps: { exclude: ['onnxruntime-web', 'onnxruntime-web/webgpu', 'onnxruntime-web/jspi', 'onnxruntime-web/wasm'] },
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
});
