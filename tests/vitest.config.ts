import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { root } from '../stack/paths.ts';

/** Tests with more runs in the part `deep`: see tests/seed.ts. */
const deeper = [
  'tests/api/platform/bundle.test.ts',
  'tests/api/frame/db/lists.test.ts',
  'tests/api/frame/mail/outbox.test.ts',
  'tests/api/frame/openapi/fuzz/fuzz.test.ts',
  'tests/api/people/profiles/races.test.ts',
  'tests/api/money/statements/histories.test.ts',
  'tests/api/money/webhooks/order.test.ts',
  'tests/unit/server/money/purchases/apply-provider-state.test.ts',
  'tests/unit/server/money/ledger/missing-entries-order.test.ts',
  'tests/unit/licenses/check-license.test.ts',
  'tests/unit/shared/commission.test.ts',
  'tests/unit/shared/csv.test.ts',
];

for (const file of deeper) if (!existsSync(`${root}/${file}`)) throw new Error(`No such test: ${file}`);

export default defineConfig({
  root,
  test: {
    // Long enough for a machine that is five times as slow.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    // The server logs every request. Print the log of failed tests only.
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          setupFiles: ['tests/fixed-prices.ts', 'tests/fixed-terms.ts', 'tests/clean-up.ts'],
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
            'tests/fixed-prices.ts',
            'tests/fixed-terms.ts',
            'tests/api/without-former-prices.ts',
            'tests/clean-up.ts',
          ],
          isolate: false,
          // Tests of outages mostly wait for timeouts.
          maxWorkers: 4,
        },
      },
      {
        extends: true,
        // Runs before a release: long tests, and randomized tests with many runs.
        test: {
          name: 'deep',
          include: ['tests/deep/**/*.test.ts', ...deeper],
          globalSetup: ['tests/api/global-setup.ts'],
          setupFiles: ['tests/fixed-prices.ts', 'tests/fixed-terms.ts', 'tests/api/without-former-prices.ts'],
          env: { TEST_DEPTH: 'deep' },
          testTimeout: 1_800_000,
          // Fresh machines leave a dozen installations to remove.
          hookTimeout: 1_800_000,
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          globalSetup: ['tests/site/global-setup.ts'],
          // Some tests build the site or measure pages in a browser, and a loaded machine may miss a deadline once. Tests of the
          // API and the ledger get no second attempt.
          retry: 1,
          // Pages that load at the same time slow each other down.
          maxConcurrency: 3,
          testTimeout: 240_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
