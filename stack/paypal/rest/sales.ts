import { centsToDecimal } from '../../../src/shared/money.ts';
import { ids, paypalFee, type SaleMoney } from '../values.ts';
import type { Refund, Sale, Subscription } from '../state.ts';
import { currentTimestamp, type SimulatorContext } from '../simulator-context.ts';
import { legacyError, validationError } from './api-error.ts';
import { refundedCents } from './captures.ts';

/** A payment of a subscription in the v1 API. `billing_agreement_id` is the subscription. */
export function saleResource(context: SimulatorContext, sale: Sale): Record<string, unknown> {
  const self = `${context.url}/v1/payments/sale/${sale.id}`;
  const customId = context.state.subscriptions[sale.subscriptionId]?.customId ?? null;
  return {
    id: sale.id,
    state: sale.state,
    amount: saleMoney(sale.amountCents, sale.currency),
    payment_mode: 'INSTANT_TRANSFER',
    protection_eligibility: 'ELIGIBLE',
    protection_eligibility_type: 'ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE',
    transaction_fee: { value: centsToDecimal(paypalFee(sale.amountCents)), currency: sale.currency },
    billing_agreement_id: sale.subscriptionId,
    ...(customId === null ? {} : { custom: customId }),
    invoice_number: '',
    create_time: sale.time,
    update_time: sale.updateTime,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
    ],
  };
}

function saleMoney(amountCents: number, currency: string): SaleMoney {
  const total = centsToDecimal(amountCents);
  return { total, currency, details: { subtotal: total } };
}

/** Returns the sale with an id. Throws INVALID_RESOURCE_ID. */
export function findSale(context: SimulatorContext, id: string): Sale {
  const sale = context.state.sales[id];
  if (!sale) throw legacyError(404, 'INVALID_RESOURCE_ID', 'Requested resource ID was not found.');
  return sale;
}

/** Takes a payment of a subscription. The returned function emits its webhook. */
export function chargeSubscription(
  context: SimulatorContext,
  subscription: Subscription,
  time: string,
): () => void {
  const { currency, priceCents: amountCents } = subscription;
  const sale: Sale = {
    id: ids.payment(),
    subscriptionId: subscription.id,
    state: context.switches.pendingSales ? 'pending' : 'completed',
    amountCents,
    currency,
    time,
    updateTime: time,
  };
  context.state.sales[sale.id] = sale;
  context.save();
  return () => emitSaleEvent(context, sale);
}

/** Emits the webhook of a sale's state. */
function emitSaleEvent(context: SimulatorContext, sale: Sale): void {
  const summary = `Payment ${sale.state} for $ ${centsToDecimal(sale.amountCents)} ${sale.currency}`;
  context.emit(`PAYMENT.SALE.${sale.state.toUpperCase()}`, 'sale', summary, saleResource(context, sale));
}

/** Completes a pending sale. */
export function completeSale(context: SimulatorContext, sale: Sale): void {
  if (sale.state !== 'pending')
    throw legacyError(400, 'TRANSACTION_REFUSED', `The sale is ${sale.state} already.`);
  sale.state = 'completed';
  sale.updateTime = currentTimestamp(context);
  context.save();
  emitSaleEvent(context, sale);
}

/** A refund of a sale in the v1 API. */
export function saleRefundResource(context: SimulatorContext, refund: Refund): Record<string, unknown> {
  return {
    id: refund.id,
    state: refund.status.toLowerCase(),
    amount: saleMoney(refund.amountCents, refund.currency),
    ...(refund.note === null ? {} : { description: refund.note }),
    total_refunded_amount: { value: centsToDecimal(refund.totalRefundedCents), currency: refund.currency },
    sale_id: refund.paymentId,
    create_time: refund.createTime,
    update_time: refund.updateTime,
    links: [
      { href: `${context.url}/v1/payments/refund/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${context.url}/v1/payments/sale/${refund.paymentId}`, rel: 'sale', method: 'GET' },
    ],
  };
}

/** Refunds a sale, or a part of it. Throws errors of the v1 API for a larger amount than is left. */
export function refundSale(
  context: SimulatorContext,
  sale: Sale,
  request: {
    amountCents?: number | undefined;
    currency?: string | undefined;
    note?: string | undefined;
  } = {},
): Refund {
  if ((request.currency ?? sale.currency) !== sale.currency)
    throw legacyError(400, 'CURRENCY_MISMATCH', 'The refund and the sale have different currencies.');
  const refund = recordSaleRefund(context, sale, request.amountCents, request.note ?? null);
  if (!context.switches.pendingRefunds) completeSaleRefund(context, sale, refund);
  return refund;
}

/** Completes a pending refund of a sale, and emits its webhook. */
export function completeSaleRefund(context: SimulatorContext, sale: Sale, refund: Refund): void {
  markRefunded(context, sale, refund);
  const summary = `A $ ${centsToDecimal(refund.amountCents)} ${refund.currency} sale payment was refunded`;
  context.emit('PAYMENT.SALE.REFUNDED', 'refund', summary, saleRefundResource(context, refund));
}

function markRefunded(context: SimulatorContext, sale: Sale, refund: Refund): void {
  const now = currentTimestamp(context);
  Object.assign(refund, { status: 'COMPLETED', updateTime: now });
  const isFull = refundedCents(context, sale.id, ['COMPLETED']) === sale.amountCents;
  Object.assign(sale, { state: isFull ? 'refunded' : 'partially_refunded', updateTime: now });
  context.save();
}

function recordSaleRefund(
  context: SimulatorContext,
  sale: Sale,
  requestedCents: number | undefined,
  note: string | null,
): Refund {
  if (sale.state === 'pending') throw legacyError(400, 'TRANSACTION_REFUSED', 'The sale is pending.');
  const refunded = refundedCents(context, sale.id);
  const unrefundedCents = sale.amountCents - refunded;
  if (unrefundedCents === 0)
    throw legacyError(
      400,
      'TRANSACTION_ALREADY_REFUNDED',
      'This transaction has already been fully refunded.',
    );
  const amountCents = requestedCents ?? unrefundedCents;
  if (amountCents <= 0)
    throw validationError([{ field: 'amount.total', issue: 'Must be greater than zero.' }]);
  if (amountCents > unrefundedCents)
    throw legacyError(
      400,
      'REFUND_EXCEEDED_TRANSACTION_AMOUNT',
      'Refund amount exceeds the transaction amount.',
    );
  const now = currentTimestamp(context);
  const refund: Refund = {
    id: ids.payment(),
    paymentId: sale.id,
    status: 'PENDING',
    amountCents,
    totalRefundedCents: refunded + amountCents,
    currency: sale.currency,
    note,
    createTime: now,
    updateTime: now,
  };
  context.state.refunds[refund.id] = refund;
  context.save();
  return refund;
}

/** Reverses a sale after the seller lost a dispute. The event has the sale with a negative amount, as PayPal documents. */
export function reverseSale(context: SimulatorContext, sale: Sale, maxCents = Infinity): Refund {
  const unrefundedCents = sale.amountCents - refundedCents(context, sale.id);
  const refund = recordSaleRefund(context, sale, Math.min(maxCents, unrefundedCents), null);
  markRefunded(context, sale, refund);
  const summary = `A $ ${centsToDecimal(refund.amountCents)} ${refund.currency} sale payment was reversed`;
  context.emit('PAYMENT.SALE.REVERSED', 'sale', summary, {
    id: sale.id,
    state: 'completed',
    amount: saleMoney(-refund.amountCents, refund.currency),
    billing_agreement_id: sale.subscriptionId,
    create_time: refund.createTime,
    links: [{ href: `${context.url}/v1/payments/refund/${refund.id}`, rel: 'self', method: 'GET' }],
  });
  return refund;
}
