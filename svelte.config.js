import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** Runes everywhere; TypeScript in components is stripped by Vite. */
export default {
  preprocess: vitePreprocess({ script: false }),
  compilerOptions: { runes: true },
};
