import { expect, test } from 'vitest';
import type {
  RecentPayment,
  RequestedPurchase,
} from '../../../../../src/server/people/withdrawals/requested-purchase.ts';
import {
  isDone,
  planSettlement,
  settlementNote,
} from '../../../../../src/server/people/withdrawals/settlement.ts';
import type { WithdrawalKind } from '../../../../../src/shared/withdrawals.ts';

function payment(changes: Partial<RecentPayment> = {}): RecentPayment {
  return {
    id: 'payment-1',
    state: 'completed',
    refunded_cents: 0,
    left_cents: 49_99,
    is_disputed: false,
    action: null,
    ...changes,
  };
}

function purchase(changes: Partial<RequestedPurchase> = {}): RequestedPurchase {
  return {
    id: 'purchase-1',
    order_id: 'I-1',
    type: 'subscription',
    state: 'active',
    is_own: true,
    cancellation: null,
    payments: [payment()],
    ...changes,
  };
}

const oneTime = { type: 'one-time', state: 'completed' } as const;
const returned = payment({ refunded_cents: 49_99, left_cents: 0 });
const done = { state: 'done', error: null, amount_cents: 49_99 } as const;
const waiting = { state: 'waiting', error: 'No answer in time', amount_cents: 49_99 } as const;

/** A settlement in short: the amount and the state of the refund, and the state of the cancellation. */
function planned(kind: WithdrawalKind, found: RequestedPurchase | null) {
  const { obstacle, refund, cancel } = planSettlement(kind, found);
  return obstacle ?? [refund && [refund.cents, refund.state], cancel && cancel.state];
}

test.each<[string, WithdrawalKind, Partial<RequestedPurchase>, unknown]>([
  ['a withdrawal refunds and cancels', 'withdrawal', {}, [[49_99, 'open'], 'open']],
  ['money back does the same', 'money-back', {}, [[49_99, 'open'], 'open']],
  ['a cancellation refunds nothing', 'cancellation', {}, [null, 'open']],
  ['a purchase that does not renew is only refunded', 'withdrawal', oneTime, [[49_99, 'open'], null]],
  ['nothing cancels a purchase that does not renew', 'cancellation', oneTime, [null, null]],
  [
    'a partial refund leaves the rest',
    'withdrawal',
    { payments: [payment({ refunded_cents: 10_00, left_cents: 39_99 })] },
    [[39_99, 'open'], 'open'],
  ],
  [
    'a refunded payment is not refunded again',
    'withdrawal',
    { payments: [returned] },
    [[49_99, 'not-needed'], 'open'],
  ],
  [
    'a reversed payment is not refunded',
    'withdrawal',
    { payments: [payment({ state: 'reversed', left_cents: 0 })] },
    [[0, 'not-needed'], 'open'],
  ],
  [
    'a refund under way is not repeated',
    'withdrawal',
    { payments: [payment({ left_cents: 0, action: waiting })], cancellation: waiting },
    [[49_99, 'waiting'], 'waiting'],
  ],
  [
    'what the press did is done',
    'withdrawal',
    { state: 'cancelled', cancellation: done, payments: [payment({ ...returned, action: done })] },
    [[49_99, 'done'], 'done'],
  ],
  [
    'an ended subscription is not cancelled again',
    'cancellation',
    { state: 'expired' },
    [null, 'not-needed'],
  ],
  ['a suspended subscription is cancelled', 'cancellation', { state: 'suspended' }, [null, 'open']],
  ['an old payment is not refunded', 'money-back', { payments: [] }, 'no-payment'],
  [
    'somebody chooses between two payments',
    'withdrawal',
    { payments: [payment(), returned] },
    'several-payments',
  ],
  [
    'a pending payment cannot be refunded yet',
    'withdrawal',
    { payments: [payment({ state: 'pending', left_cents: 0 })] },
    'payment-pending',
  ],
  ['a pending purchase waits', 'cancellation', { state: 'pending', payments: [] }, 'payment-pending'],
  [
    'PayPal decides about a disputed payment',
    'withdrawal',
    { payments: [payment({ is_disputed: true })] },
    'payment-disputed',
  ],
  [
    'PayPal decides about a reversed payment of a dispute',
    'withdrawal',
    { payments: [payment({ state: 'reversed', left_cents: 0, is_disputed: true })] },
    'payment-disputed',
  ],
  [
    'a dispute about a refunded payment is no obstacle',
    'withdrawal',
    { payments: [payment({ ...returned, is_disputed: true })] },
    [[49_99, 'not-needed'], 'open'],
  ],
  ['another address settles nothing', 'cancellation', { is_own: false }, 'other-address'],
])('%s', (_, kind, changes, plan) => {
  expect(planned(kind, purchase(changes))).toEqual(plan);
});

test('a request about no purchase settles nothing', () => {
  expect(planned('withdrawal', null)).toBe('no-purchase');
});

test('a refusal is in words, and stays open until PayPal accepts', () => {
  const action = { state: 'refused', error: 'INSUFFICIENT_FUNDS', amount_cents: 49_99 } as const;
  const plan = planSettlement('withdrawal', purchase({ payments: [payment({ action })] }));
  expect(plan.refund).toMatchObject({
    state: 'refused',
    error: 'There isn’t enough money in our PayPal account. (INSUFFICIENT_FUNDS)',
  });
  expect(isDone(plan)).toBe(false);
  expect(isDone({ ...plan, refund: null, cancel: { state: 'done', error: null } })).toBe(true);
});

test.each<[WithdrawalKind, Partial<RequestedPurchase>, string]>([
  [
    'withdrawal',
    { state: 'cancelled', cancellation: done, payments: [payment({ ...returned, action: done })] },
    'Refunded $49.99. Subscription cancelled.',
  ],
  [
    'withdrawal',
    { state: 'cancelled', payments: [returned] },
    'The money has already been refunded. The subscription has already ended.',
  ],
  ['cancellation', oneTime, 'The purchase doesn’t renew, so there was nothing to cancel.'],
  ['money-back', { ...oneTime, payments: [payment({ ...returned, action: done })] }, 'Refunded $49.99.'],
])('the note about a settled %s says what was done', (kind, changes, note) => {
  expect(settlementNote(planSettlement(kind, purchase(changes)))).toBe(note);
});
