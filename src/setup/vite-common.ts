import type { UserConfig } from 'vite';

/** The modules that programs share: all of ours but the programs themselves. */
const shared = /^(?!.*node_modules).*[\\/](?:src|workers[\\/]engine)[\\/]/u;

/** The settings that the builds of the page and of the extension have in common. */
export const commonConfig: UserConfig = {
  // Relative URLs throughout: the built folder works at a domain's root, under any sub-path and in an extension.
  base: './',
  // Without it onnxruntime-web inlines a loader that hangs with several threads; with it the .mjs and .wasm under ort/ are used.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'] },
  worker: {
    format: 'es',
    // What a program shares with the parts it fetches later stands beside it: they would else import the program itself, by its plain
    // address, and an engine whose address names a hub would have two of everything.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2, test: shared }] } } },
  },
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 },
};
