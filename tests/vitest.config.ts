import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { root } from '../stack/paths.ts';

/** The tests that tests/seed.ts gives more runs in the deep check. */
const randomized = [
  'tests/api/database/lists.test.ts',
  'tests/api/openapi/fuzz/fuzz.test.ts',
  'tests/api/profiles/races.test.ts',
  'tests/api/statements/histories.test.ts',
  'tests/api/webhook/order.test.ts',
  'tests/api/webhook/workers.test.ts',
  'tests/unit/server/apply-provider-state.test.ts',
  'tests/unit/server/missing-entries-order.test.ts',
  'tests/unit/server/money-rules.test.ts',
  'tests/unit/shared/csv.test.ts',
];

for (const file of randomized) if (!existsSync(`${root}/${file}`)) throw new Error(`No such test: ${file}`);

export default defineConfig({
  root,
  test: {
    // Ample, since nothing is measured by them: a slow machine takes five times as long.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    // The server logs every call: show the lines of tests that fail.
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          setupFiles: ['tests/given-prices.ts', 'tests/given-terms.ts', 'tests/clean-up.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/api/global-setup.ts'],
          setupFiles: [
            'tests/given-prices.ts',
            'tests/given-terms.ts',
            'tests/api/without-former-prices.ts',
            'tests/clean-up.ts',
          ],
          isolate: false,
          // The tests of outages wait for timeouts most of their time.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        // The check before a release: what takes too long for every run, and randomized tests with their large numbers.
        test: {
          name: 'deep',
          include: ['tests/deep/**/*.test.ts', ...randomized],
          globalSetup: ['tests/api/global-setup.ts'],
          setupFiles: ['tests/given-prices.ts', 'tests/given-terms.ts', 'tests/api/without-former-prices.ts'],
          env: { TEST_DEPTH: 'deep' },
          testTimeout: 1_800_000,
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          globalSetup: ['tests/site/global-setup.ts'],
          // One of them builds the site, and some measure pages in a browser: a machine under load may miss a deadline
          // once. What races in the API or the ledger gets no second try.
          retry: 1,
          testTimeout: 240_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
