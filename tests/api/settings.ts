import type { Settings } from '../../src/server/frame/context/context.ts';

/** The settings of the API in the tests. */
export const settings: Settings = {
  merchantId: 'KTHBKTEST2345',
  annualPlanId: 'P-TEST-ANNUAL',
  service: { name: 'test-machine', secret: 'a secret of the tests, long enough' },
  mailLinkSecret: 'a link secret of the tests, long enough',
  mailWebhookSecret: 'whsec_testsTestsTestsTestsTestsTests',
};
