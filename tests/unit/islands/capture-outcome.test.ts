import { expect, it } from 'vitest';
import { captureOutcome } from '../../../src/islands/checkout/capture-outcome.ts';

const refusal = (issue: string) =>
  Object.assign(new Error('Order could not be captured'), { data: { details: [{ issue }] } });

it.each([
  ['paid', { status: 'COMPLETED' }],
  ['paid', refusal('ORDER_ALREADY_CAPTURED')],
  ['declined', { details: [{ issue: 'INSTRUMENT_DECLINED' }] }],
  ['declined', refusal('INSTRUMENT_DECLINED')],
  ['failed', refusal('TRANSACTION_REFUSED')],
  ['failed', { status: 'APPROVED' }],
  ['unknown', new Error('Failed to fetch')],
  ['unknown', undefined],
  ['unknown', 'COMPLETED'],
])('an order is %s after %o', (outcome, answer) => {
  expect(captureOutcome(answer)).toBe(outcome);
});
