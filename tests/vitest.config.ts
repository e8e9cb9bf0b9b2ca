import { defineConfig } from 'vitest/config';
import { root } from './stack/paths.ts';

export default defineConfig({
  root,
  test: {
    // Ample, since nothing is measured by them: a slow machine takes five times as long.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          setupFiles: ['tests/given-prices.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/api/global-setup.ts'],
          setupFiles: ['tests/given-prices.ts', 'tests/api/without-former-prices.ts'],
        },
      },
      {
        extends: true,
        // The check before a release: what takes too long for every run.
        test: { name: 'deep', include: ['tests/deep/**/*.test.ts'], maxWorkers: 1 },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          globalSetup: ['tests/site/global-setup.ts'],
          // Some of them build the site, and some measure pages in a browser: a machine under load may miss a deadline
          // once. What races in the API or the ledger gets no second try.
          retry: 1,
          testTimeout: 240_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
