import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { commonConfig } from './src/setup/vite-common.ts';
import { contentSecurityPolicy } from './src/setup/vite-headers.ts';

const pathTo = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The page that measures a visitor's machine: built into the app's folder after it, so that the app's own files stay as they are. */
export default defineConfig({
  ...commonConfig,
  // The page lies at the root of its folder, and so at that of the build.
  root: pathTo('src/app/bench'),
  publicDir: false,
  plugins: [contentSecurityPolicy()],
  build: {
    ...commonConfig.build, outDir: pathTo('dist'), emptyOutDir: false,
    rolldownOptions: { input: pathTo('src/app/bench/bench.html') },
  },
});
