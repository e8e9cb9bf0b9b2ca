import { ids } from '../ids.ts';
import { money } from '../money.ts';
import type { Dispute } from '../state.ts';
import { present, timestamp, type World } from '../world.ts';
import { notFound, unprocessable } from './api-error.ts';
import { refundedCents, reverseCapture } from './captures.ts';
import { reverseSale } from './sales.ts';

/** How the provider ends a dispute; the buyer's favour and the seller's own admission cost the seller money. */
export const outcomes = [
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'ACCEPTED',
  'DENIED',
  'NONE',
] as const;

export type DisputeOutcome = (typeof outcomes)[number];

const costsSeller = (outcome: DisputeOutcome): boolean =>
  outcome === 'RESOLVED_BUYER_FAVOUR' || outcome === 'ACCEPTED';

/** The dispute with this id; throws RESOURCE_NOT_FOUND. */
export const findDispute = (world: World, id: string): Dispute => {
  const dispute = world.state.disputes[id];
  if (!dispute) throw notFound('dispute_id');
  return dispute;
};

/** A dispute as GET answers it and its events show it. */
export const disputeResource = (world: World, dispute: Dispute): Record<string, unknown> => {
  const { currency, outcome } = dispute;
  const capture = world.state.captures[dispute.paymentId];
  const sale = world.state.sales[dispute.paymentId];
  const self = `${world.url}/v1/customer/disputes/${dispute.id}`;
  return {
    dispute_id: dispute.id,
    create_time: dispute.createTime,
    update_time: dispute.updateTime,
    disputed_transactions: [
      {
        seller_transaction_id: dispute.paymentId,
        create_time: capture?.createTime ?? sale?.time,
        transaction_status: 'COMPLETED',
        gross_amount: money(capture?.amountCents ?? sale?.amountCents ?? 0, currency),
        buyer: { name: 'Buyer Example' },
        seller: { merchant_id: world.settings.merchantId },
      },
    ],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: dispute.status,
    dispute_amount: money(dispute.amountCents, currency),
    ...(outcome && {
      dispute_outcome: {
        outcome_code: outcome.code,
        ...(outcome.refundedCents > 0 && { amount_refunded: money(outcome.refundedCents, currency) }),
      },
    }),
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    links: [{ href: self, rel: 'self', method: 'GET' }],
  };
};

const announce = (world: World, dispute: Dispute, event: 'CREATED' | 'UPDATED' | 'RESOLVED'): void => {
  const summary = `A dispute was ${event.toLowerCase()}`;
  world.emit(`CUSTOMER.DISPUTE.${event}`, 'dispute', summary, disputeResource(world, dispute));
};

/** A buyer disputes a capture or a sale, wholly or in part (cents); throws for a payment that is none. */
export const openDispute = (world: World, paymentId: string, wantedCents?: number): Dispute => {
  const payment = world.state.captures[paymentId] ?? world.state.sales[paymentId];
  if (!payment) throw notFound('transaction_id');
  const left = payment.amountCents - refundedCents(world, paymentId);
  if (left === 0) throw unprocessable('TRANSACTION_NOT_ELIGIBLE', 'The transaction was refunded.');
  const now = timestamp(present(world));
  const dispute: Dispute = {
    id: ids.dispute(),
    paymentId,
    status: 'OPEN',
    outcome: null,
    amountCents: Math.min(left, wantedCents ?? left),
    currency: payment.currency,
    createTime: now,
    updateTime: now,
  };
  world.state.disputes[dispute.id] = dispute;
  world.save();
  announce(world, dispute, 'CREATED');
  return dispute;
};

const assertOpen = ({ status }: Dispute): void => {
  if (status === 'RESOLVED') throw unprocessable('ACTION_NOT_ALLOWED', 'The dispute is resolved.');
};

/** The provider looks into it. */
export const reviewDispute = (world: World, dispute: Dispute): void => {
  assertOpen(dispute);
  Object.assign(dispute, { status: 'UNDER_REVIEW', updateTime: timestamp(present(world)) });
  world.save();
  announce(world, dispute, 'UPDATED');
};

/** Ends a dispute; one that costs the seller money reverses as much of the payment as is left. */
export const resolveDispute = (world: World, dispute: Dispute, outcome: DisputeOutcome): void => {
  assertOpen(dispute);
  const payment = world.state.captures[dispute.paymentId] ?? world.state.sales[dispute.paymentId];
  const left = payment ? payment.amountCents - refundedCents(world, payment.id) : 0;
  const refunded = costsSeller(outcome) ? Math.min(left, dispute.amountCents) : 0;
  Object.assign(dispute, {
    status: 'RESOLVED',
    outcome: { code: outcome, refundedCents: refunded },
    updateTime: timestamp(present(world)),
  });
  world.save();
  announce(world, dispute, 'RESOLVED');
  if (refunded === 0) return;
  const capture = world.state.captures[dispute.paymentId];
  const sale = world.state.sales[dispute.paymentId];
  if (capture) reverseCapture(world, capture, refunded);
  else if (sale) reverseSale(world, sale, refunded);
};
