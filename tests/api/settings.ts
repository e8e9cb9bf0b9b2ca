import type { BuiltTerms } from '../../src/server/frame/context/built-terms.ts';
import type { Settings } from '../../src/server/frame/context/context.ts';

/** The settings of the API in the tests. */
export const settings: Settings = {
  merchantId: 'KTHBKTEST2345',
  annualPlanId: 'P-TEST-ANNUAL',
  licenseKey: 'local:MC4CAQAwBQYDK2VwBCIEIL0HV39uZV19Cr1O/H8KtGYVE5n83E2J7hBrVh7ThZOG',
  service: { name: 'test-machine', secret: 'a secret of the tests, long enough' },
  mailLinkSecret: 'a link secret of the tests, long enough',
  mailWebhookSecret: 'whsec_testsTestsTestsTestsTestsTests',
};

/** The terms of the API in the tests: two versions. */
const sampleTerms: BuiltTerms = {
  versions: ['2026-06-01', '2025-03-01'].map((version) => ({
    version,
    html: `<h2>What you buy</h2><p>The terms of ${version}. <a href="https://kithbook.example/buy">Buy</a>.</p>`,
    text: `What you buy\n\nThe terms of ${version}.`,
  })),
  withdrawal: { html: '<p>You may withdraw within 14 days.</p>', text: 'You may withdraw within 14 days.' },
};

/** The service that reads them. */
export const terms = () => Promise.resolve(sampleTerms);
