import { describe, expect, test } from 'vitest';
import {
  currentStep,
  MAX_PAYOUTS,
  namedWarnings,
  type PayoutRun,
  payoutSteps,
  runHeading,
  stepLabel,
} from '../../../src/islands/admin/payouts/run/payout-run.ts';
import { limits } from '../../../src/shared/limits.ts';

const noPayouts = { count: 0, cents: 0 };
const onePayout = { count: 1, cents: 259_00 };
const twoPayouts = { count: 2, cents: 300_00 };

function runOf(sums: Partial<PayoutRun>): PayoutRun {
  const empty = {
    proposed: noPayouts,
    flagged: noPayouts,
    approved: noPayouts,
    exported: noPayouts,
    paid: noPayouts,
    rejected: noPayouts,
    unclaimed: noPayouts,
    returned: noPayouts,
    blocked: noPayouts,
  };
  return { month: '2026-11', closed_at: '2026-12-01T00:00:00.000Z', anomalies: [], ...empty, ...sums };
}

describe('the current step', () => {
  test.each([
    ['not closed yet', 'close', { closed_at: null }],
    [
      '1 payout of $259.00 to approve',
      'approve',
      { proposed: onePayout, flagged: onePayout, approved: twoPayouts },
    ],
    ['2 payouts of $300.00 in total to approve', 'approve', { proposed: twoPayouts, exported: onePayout }],
    ['1 payout of $259.00 to export', 'export', { approved: onePayout, paid: twoPayouts }],
    ['2 payouts of $300.00 in total to pay at PayPal', 'pay', { exported: twoPayouts, paid: onePayout }],
    [
      '3 payouts of $559.00 in total to return to the balance',
      undefined,
      { paid: onePayout, unclaimed: onePayout, returned: twoPayouts, blocked: onePayout },
    ],
    ['1 payout of $259.00 unclaimed', undefined, { paid: twoPayouts, unclaimed: onePayout }],
    ['nothing left to do', undefined, { paid: twoPayouts, rejected: onePayout }],
    ['no payouts', undefined, {}],
  ])('of a month with “%s” is %s', (heading, step, sums) => {
    const run = runOf(sums);
    const steps = payoutSteps(run);
    expect(steps[currentStep(run, steps)]?.name).toBe(step);
    const inTime = new Date('2026-12-24T23:59:59Z');
    expect(runHeading(run, steps, 'November 2026', inTime)).toBe(`November 2026: ${heading}`);
  });
});

test('a month whose payouts wait on the 25th of the next one is overdue', () => {
  const headingOf = (run: PayoutRun) =>
    runHeading(run, payoutSteps(run), 'November 2026', new Date('2026-12-25T00:00:00Z'));
  expect(headingOf(runOf({ exported: onePayout }))).toBe(
    'November 2026: 1 payout of $259.00 to pay at PayPal, overdue',
  );
  expect(headingOf(runOf({ paid: onePayout }))).toBe('November 2026: nothing left to do');
});

test('each step adds up the payouts before and after it', () => {
  const run = runOf({
    proposed: onePayout,
    flagged: onePayout,
    approved: twoPayouts,
    paid: onePayout,
    returned: onePayout,
    rejected: twoPayouts,
  });
  const steps = payoutSteps(run);
  const sums = steps.map(({ name, waiting, passed }) => [name, waiting.cents, passed.cents]);
  expect(sums).toEqual([
    ['close', 0, 1377_00],
    ['approve', 259_00, 818_00],
    ['export', 300_00, 518_00],
    ['pay', 0, 259_00],
  ]);
});

test.each([
  ['approve', onePayout, 'Approve 1 payout of $259.00…'],
  ['export', twoPayouts, 'Export 2 payouts…'],
  ['export', noPayouts, 'Export payouts…'],
  ['pay', onePayout, 'I’ve paid it at PayPal…'],
  ['pay', twoPayouts, 'I’ve paid them at PayPal…'],
] as const)('the button of the step “%s” names its payouts', (name, waiting, label) => {
  expect(stepLabel(name, waiting)).toBe(label);
});

test('as many payouts are approved at once as the API allows', () => {
  expect(MAX_PAYOUTS).toBe(limits.bulkRecords);
});

test('warnings are named with the number of payouts, in the order of the screen', () => {
  const payout = (...codes: ('first-payout' | 'payout-email-changed')[]) => ({
    anomalies: codes.map((code) => ({ code, text: '' })),
  });
  expect(
    namedWarnings([payout('payout-email-changed', 'first-payout'), payout('first-payout'), payout()]),
  ).toBe('2 payouts: first payout; 1: payment email changed');
  expect(namedWarnings([payout()])).toBe('');
});
