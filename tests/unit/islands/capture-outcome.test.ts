import { expect, it } from 'vitest';
import { captureOutcome } from '../../../src/islands/checkout/capture-outcome.ts';

function refusal(issue: string) {
  return Object.assign(new Error('Order could not be captured'), { data: { details: [{ issue }] } });
}

function orderWith(...states: string[]) {
  return {
    status: 'COMPLETED',
    purchase_units: [{ payments: { captures: states.map((status) => ({ status })) } }],
  };
}

it.each([
  ['paid', { status: 'COMPLETED' }],
  ['paid', orderWith('COMPLETED')],
  ['pending', orderWith('PENDING')],
  ['paid', orderWith('PENDING', 'COMPLETED')],
  ['failed', orderWith('DECLINED')],
  ['paid', orderWith('DECLINED', 'COMPLETED')],
  ['captured', refusal('ORDER_ALREADY_CAPTURED')],
  ['declined', refusal('INSTRUMENT_DECLINED')],
  ['failed', refusal('TRANSACTION_REFUSED')],
  ['captured', new Error('ORDER_ALREADY_CAPTURED: Order already captured. (Corr ID: 1a2b')],
  [
    'captured',
    new Error(
      'Api returned status 422 (Corr ID: 1a2b).\n\n{"details": [{"issue": "ORDER_ALREADY_CAPTURED"}]}',
    ),
  ],
  ['failed', new Error('Api returned status 422\n\n{"details":[{"issue":"TRANSACTION_REFUSED"}]}')],
  ['unknown', new Error('Error: the window went away')],
  ['failed', { status: 'APPROVED' }],
  ['unknown', new Error('Failed to fetch')],
  ['unknown', undefined],
])('the outcome is %s after %o', (outcome, answer) => {
  expect(captureOutcome(answer)).toBe(outcome);
});
