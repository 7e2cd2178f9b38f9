import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { localFiles } from './src/setup/vite-local-files.ts';
import { chromiumArguments, chromiumPath } from './test/browser/chromium.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'unit', environment: 'node', include: ['test/unit/**/*.test.ts'], testTimeout: 30_000 },
      },
      {
        plugins: [svelte(), localFiles()],
        resolve: { conditions: ['browser', 'module', 'onnxruntime-web-use-extern-wasm'] },
        optimizeDeps: { include: ['axe-core', 'comlink', 'diff', 'fast-check', 'idb', 'tinykeys', 'valibot'] },
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // With less motion nothing waits for a fade.
            provider: playwright({
              launchOptions: { executablePath: chromiumPath, args: chromiumArguments },
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
