import { expect, test } from 'vitest';
import { logFailedEvent } from '../../../../../src/server/money/webhooks/process-event.ts';
import { problem } from '../../../../../src/shared/problems.ts';

const outage = problem('payment-provider-unavailable', { cause: '/v1/customer/disputes answered 403' });
const mistake = new TypeError('books is undefined');

test.each([
  ['an unavailable PayPal', outage, 1, false, 'warn', 'event-failed'],
  ['PayPal’s outage of less than an hour', outage, 6, false, 'warn', 'event-failed'],
  ['PayPal’s outage of an hour', outage, 7, false, 'error', 'event-failed'],
  ['an order that PayPal does not know yet', problem('order-not-found'), 1, false, 'warn', 'event-failed'],
  ['a bug', mistake, 1, false, 'error', 'event-failed'],
  ['the last attempt', outage, 65, true, 'error', 'event-given-up'],
])('logFailedEvent logs a failure because of %s', (_case, error, attempts, isGivenUp, level, code) => {
  const lines: object[] = [];
  const type = 'CUSTOMER.DISPUTE.CREATED';
  logFailedEvent((line) => lines.push(line), { job: 'retry-events' }, { type, attempts, isGivenUp, error });
  expect(lines).toEqual([
    expect.objectContaining({ level, job: 'retry-events', code, type, attempts, problem: error.message }),
  ]);
  if (error === outage) expect(lines).toMatchObject([{ cause: '/v1/customer/disputes answered 403' }]);
});
