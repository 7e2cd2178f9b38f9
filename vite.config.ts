import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { layerOrder } from './src/setup/vite-layers.ts';
import { contentSecurityPolicy } from './src/setup/vite-headers.ts';
import { localFiles } from './src/setup/vite-local-files.ts';
import { webManifest } from './src/setup/web-manifest.ts';
import { isolationHeaders } from './src/policy.ts';

/** Relative URLs throughout: the built folder works at a domain's root and under any sub-path. */
export default defineConfig({
  base: './',
  // Without it onnxruntime-web inlines a loader that hangs with several threads; with it the .mjs and .wasm under ort/ are used.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'] },
  plugins: [
    svelte(),
    layerOrder(),
    localFiles(),
    contentSecurityPolicy(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
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
        globPatterns: ['*.html', 'assets/*', 'icons/*', '{ort,dictionaries}/manifest.json', 'models/*/manifest.json'],
      },
      devOptions: { enabled: false },
    }),
  ],
  worker: { format: 'es' },
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 },
  optimizeDeps: { exclude: ['onnxruntime-web', 'onnxruntime-web/webgpu', 'onnxruntime-web/jspi', 'onnxruntime-web/wasm'] },
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
});
