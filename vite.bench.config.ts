import { defineConfig } from 'vite';
import { commonConfig } from './src/setup/vite-common.ts';
import { contentSecurityPolicy } from './src/setup/vite-headers.ts';

/** The page that measures a visitor's machine: built into the app's folder after it, so that the app's own files stay as they are. */
export default defineConfig({
  ...commonConfig,
  publicDir: false,
  plugins: [contentSecurityPolicy()],
  build: { ...commonConfig.build, emptyOutDir: false, rolldownOptions: { input: 'bench.html' } },
});
