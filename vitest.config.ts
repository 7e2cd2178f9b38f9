import { svelte } from '@sveltejs/vite-plugin-svelte';
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { localFiles } from './src/setup/vite-local-files.ts';
import { chromiumArguments, chromiumPath } from './test/browser/chromium.ts';

/** The limit of a test is for one that hangs: on a machine three times as slow as a laptop none is near it, ms. */
const testTimeout = 180_000;
const hookTimeout = testTimeout;
/** The number of workers, one a core. Vitest itself would leave a core idle. */
const maxWorkers = availableParallelism();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/unit/**/*.test.ts'],
          // Golden answers are WebAssembly's, which every machine computes alike; tests of the native runtime ask for it by name.
          env: { OTHERWISE_RUNTIME: 'wasm' },
          testTimeout,
          hookTimeout,
          maxWorkers,
          expect: { poll: { timeout: 30_000 } },
          // Pure code: files share the modules of their process, whose word tables take longer to read than most tests.
          isolate: false,
        },
      },
      {
        plugins: [svelte(), localFiles()],
        resolve: { conditions: ['browser', 'module', 'onnxruntime-web-use-extern-wasm'] },
        optimizeDeps: {
          include: [
            '@tanstack/virtual-core', 'axe-core', 'comlink', 'compromise/two', 'diff', 'docx', 'fast-check', 'fflate', 'idb', 'mammoth',
            'micromark', 'micromark-extension-gfm', 'nspell', 'tinykeys', 'valibot',
          ],
        },
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout,
          hookTimeout,
          maxWorkers,
          expect: { poll: { timeout: 30_000 } },
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
