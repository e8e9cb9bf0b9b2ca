import { describe, expect, test } from 'vitest';
import { disputeShape } from '../../../../../src/server/clients/paypal/payment-shapes.ts';
import {
  orderShape,
  subscriptionShape,
  transactionsShape,
} from '../../../../../src/server/clients/paypal/order-shapes.ts';
import { withoutNulls } from '../../../../../src/server/clients/paypal/value-shapes.ts';

const usd = (value: string) => ({ currency_code: 'USD', value });

const captureOf = (fields: object) => {
  const amount = usd('59.99');
  const capture = { id: 'PAID', amount, create_time: '2025-12-28T10:00:00Z', ...fields };
  return orderShape.parse({ id: 'ORDER', purchase_units: [{ amount, payments: { captures: [capture] } }] })
    .captures[0];
};

describe('a capture is dated', () => {
  test.each([
    ['by its creation, with certainty', 'COMPLETED', undefined, '2025-12-28T10:00:00Z', false],
    ['by its creation, with certainty', 'COMPLETED', '2025-12-28T10:00:00Z', '2025-12-28T10:00:00Z', false],
    [
      'with certainty if both times are about the same',
      'COMPLETED',
      '2025-12-28T10:00:03Z',
      '2025-12-28T10:00:03Z',
      false,
    ],
    ['by its last change, unsure', 'COMPLETED', '2026-01-03T10:00:00Z', '2026-01-03T10:00:00Z', true],
    ['by its creation, unsure', 'REFUNDED', '2026-03-05T10:00:00Z', '2025-12-28T10:00:00Z', true],
    ['by its creation, with certainty', 'PENDING', '2025-12-30T10:00:00Z', '2025-12-28T10:00:00Z', false],
  ])('%s: %s, %s', (_case, status, update_time, paidAt, isDateUnsure) => {
    expect(captureOf({ status, update_time })).toMatchObject({ paidAt: new Date(paidAt), isDateUnsure });
  });
});

describe('a resolved dispute is', () => {
  test.each([
    ['lost', 'RESOLVED_BUYER_FAVOUR', undefined, 59_99],
    ['lost', 'ACCEPTED', '20.00', 20_00],
    ['won', 'RESOLVED_BUYER_FAVOUR', '0.00', 0],
    ['won', 'RESOLVED_SELLER_FAVOUR', undefined, 0],
    ['won', 'RESOLVED_WITH_PAYOUT', '59.99', 0],
    ['won', 'CANCELED_BY_BUYER', undefined, 0],
    ['won', 'DENIED', undefined, 0],
    ['won', 'NONE', undefined, 0],
  ])('%s with the outcome %s of %s', (state, outcome_code, refunded, cents) => {
    const parsed = disputeShape.parse({
      dispute_id: 'PP',
      status: 'RESOLVED',
      dispute_amount: usd('59.99'),
      create_time: '2026-01-01T00:00:00Z',
      update_time: '2026-01-02T00:00:00Z',
      dispute_outcome: { outcome_code, ...(refunded !== undefined && { amount_refunded: usd(refunded) }) },
    });
    expect(parsed).toMatchObject({ state, lost: { cents } });
  });

  test('open while its outcome is missing', () => {
    const parsed = disputeShape.parse({
      dispute_id: 'PP',
      status: 'RESOLVED',
      dispute_amount: usd('59.99'),
      create_time: '2026-01-01T00:00:00Z',
      update_time: '2026-01-02T00:00:00Z',
    });
    expect(parsed).toMatchObject({ state: 'open', lost: { cents: 0 } });
  });
});

test('a field that PayPal sends as null counts as missing, and the amount .99 is read as 0.99', () => {
  const amount = { ...usd('.99'), breakdown: null };
  const order = withoutNulls({
    id: 'ORDER',
    payer: null,
    purchase_units: [{ reference_id: null, custom_id: null, amount, payee: null, payments: null }],
  });
  expect(orderShape.parse(order)).toMatchObject({
    payer: { id: null, email: null },
    planId: null,
    amount: { cents: 99 },
    captures: [],
  });
  const subscription = {
    id: 'I-1',
    status: 'ACTIVE',
    plan_id: 'P-1',
    plan_overridden: null,
    custom_id: null,
    create_time: '2025-12-28T10:00:00Z',
    status_update_time: null,
    subscriber: { payer_id: null, email_address: null },
  };
  expect(subscriptionShape.parse(withoutNulls(subscription))).toMatchObject({
    payer: { id: null },
    affiliateCode: null,
  });
  const nextBillingAt = (billing_info: unknown) =>
    subscriptionShape.parse(withoutNulls({ ...subscription, billing_info })).nextBillingAt;
  expect(nextBillingAt({ next_billing_time: '2026-11-03T10:00:00Z' })).toEqual(
    new Date('2026-11-03T10:00:00Z'),
  );
  for (const unknown of [undefined, null, {}, { next_billing_time: null }, { next_billing_time: 'soon' }])
    expect(nextBillingAt(unknown)).toBeNull();
  expect(transactionsShape.parse(withoutNulls({ transactions: null }))).toEqual({ transactions: [] });
});
