import { ids, money } from '../values.ts';
import type { Dispute } from '../state.ts';
import { currentTimestamp, type SimulatorContext } from '../simulator-context.ts';
import { notFound, unprocessable } from './api-error.ts';
import { refundedCents, reverseCapture } from './captures.ts';
import { reverseSale } from './sales.ts';
import { Hono } from 'hono';
import { requireToken, requireFeature } from './oauth.ts';

/** Outcomes of a dispute at PayPal. */
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

/** Returns the dispute with an id. Throws RESOURCE_NOT_FOUND. */
export function findDispute(context: SimulatorContext, id: string): Dispute {
  const dispute = context.state.disputes[id];
  if (!dispute) throw notFound('dispute_id');
  return dispute;
}

/** A dispute, for GET and webhooks. */
export function disputeResource(context: SimulatorContext, dispute: Dispute): Record<string, unknown> {
  const { currency, outcome } = dispute;
  const capture = context.state.captures[dispute.paymentId];
  const sale = context.state.sales[dispute.paymentId];
  const self = `${context.url}/v1/customer/disputes/${dispute.id}`;
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
        seller: { merchant_id: context.settings.merchantId },
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
}

/** Disputes a capture or a sale, in full or for `requestedCents`. Throws if there is no such payment, or if it was refunded. */
export function openDispute(context: SimulatorContext, paymentId: string, requestedCents?: number): Dispute {
  const payment = context.state.captures[paymentId] ?? context.state.sales[paymentId];
  if (!payment) throw notFound('transaction_id');
  const unrefundedCents = payment.amountCents - refundedCents(context, paymentId);
  if (unrefundedCents === 0) throw unprocessable('TRANSACTION_NOT_ELIGIBLE', 'The transaction was refunded.');
  const now = currentTimestamp(context);
  const dispute: Dispute = {
    id: ids.dispute(),
    paymentId,
    status: 'OPEN',
    outcome: null,
    amountCents: Math.min(unrefundedCents, requestedCents ?? unrefundedCents),
    currency: payment.currency,
    createTime: now,
    updateTime: now,
  };
  context.state.disputes[dispute.id] = dispute;
  context.save();
  emitDisputeEvent(context, dispute, 'CREATED');
  return dispute;
}

function emitDisputeEvent(
  context: SimulatorContext,
  dispute: Dispute,
  event: 'CREATED' | 'UPDATED' | 'RESOLVED',
): void {
  const summary = `A dispute was ${event.toLowerCase()}`;
  context.emit(`CUSTOMER.DISPUTE.${event}`, 'dispute', summary, disputeResource(context, dispute));
}

/** Puts a dispute under review. */
export function reviewDispute(context: SimulatorContext, dispute: Dispute): void {
  assertOpen(dispute);
  Object.assign(dispute, { status: 'UNDER_REVIEW', updateTime: currentTimestamp(context) });
  context.save();
  emitDisputeEvent(context, dispute, 'UPDATED');
}

function assertOpen({ status }: Dispute): void {
  if (status === 'RESOLVED') throw unprocessable('ACTION_NOT_ALLOWED', 'The dispute is resolved.');
}

/** Resolves a dispute. If the seller loses, the disputed amount is reversed, less earlier refunds. */
export function resolveDispute(context: SimulatorContext, dispute: Dispute, outcome: DisputeOutcome): void {
  assertOpen(dispute);
  const payment = context.state.captures[dispute.paymentId] ?? context.state.sales[dispute.paymentId];
  const unrefundedCents = payment ? payment.amountCents - refundedCents(context, payment.id) : 0;
  const refunded = costsSeller(outcome) ? Math.min(unrefundedCents, dispute.amountCents) : 0;
  Object.assign(dispute, {
    status: 'RESOLVED',
    outcome: { code: outcome, refundedCents: refunded },
    updateTime: currentTimestamp(context),
  });
  context.save();
  emitDisputeEvent(context, dispute, 'RESOLVED');
  if (refunded === 0) return;
  const capture = context.state.captures[dispute.paymentId];
  const sale = context.state.sales[dispute.paymentId];
  if (capture) reverseCapture(context, capture, refunded);
  else if (sale) reverseSale(context, sale, refunded);
}

function costsSeller(outcome: DisputeOutcome): boolean {
  return outcome === 'RESOLVED_BUYER_FAVOUR' || outcome === 'ACCEPTED';
}

/** Disputes v1, for the server only. */
export function disputeRoutes(context: SimulatorContext): Hono {
  const app = new Hono();
  app.use('/v1/customer/*', requireToken(context, 'server'), requireFeature(context, 'disputes'));
  app.get('/v1/customer/disputes', (c) => {
    const items = Object.values(context.state.disputes).map((dispute) => disputeResource(context, dispute));
    return c.json({ items: items.slice(0, Number(c.req.query('page_size') ?? 10)), links: [] });
  });
  app.get('/v1/customer/disputes/:id', (c) =>
    c.json(disputeResource(context, findDispute(context, c.req.param('id')))),
  );
  return app;
}
