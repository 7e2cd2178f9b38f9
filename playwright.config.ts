import { defineConfig } from '@playwright/test';
import { chromiumArguments, chromiumPath } from './test/browser/chromium.ts';

/**
 * End-to-end tests run against the built folder, as a visitor gets it. The limits are for a test that hangs: on a
 * machine three times as slow as a laptop none is near them.
 */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/playwright',
  globalSetup: './test/e2e/preview.ts',
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // Much of a test is waiting, so three at once keep two cores busy.
  workers: 3,
  fullyParallel: true,
  reporter: [['list']],
  use: {
    actionTimeout: 60_000,
    launchOptions: { executablePath: chromiumPath, args: chromiumArguments },
    serviceWorkers: 'allow',
    // With less motion nothing waits for a fade.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
  },
});
