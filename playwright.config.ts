import { defineConfig } from '@playwright/test';
import process from 'node:process';
import { chromiumArguments, chromiumPath } from './test/browser/chromium.ts';

const port = Number(process.env['PORT'] ?? 4173);

/** End-to-end tests run against the built folder, as a visitor gets it. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/playwright',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: 1,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    launchOptions: { executablePath: chromiumPath, args: chromiumArguments },
    serviceWorkers: 'allow',
    // With less motion nothing waits for a fade.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
  },
  webServer: {
    command: `${process.env['OTHERWISE_BUILT'] ? '' : 'npx vite build --logLevel warn && '}npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: true,
    timeout: 180_000,
  },
});
