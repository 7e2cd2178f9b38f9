import type { UserConfig } from 'vite';

/** What the builds of the page and of the extension have in common. */
export const commonConfig: UserConfig = {
  // Relative URLs throughout: the built folder works at a domain's root, under any sub-path and in an extension.
  base: './',
  // Without it onnxruntime-web inlines a loader that hangs with several threads; with it the .mjs and .wasm under ort/ are used.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'] },
  worker: { format: 'es' },
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 },
};
