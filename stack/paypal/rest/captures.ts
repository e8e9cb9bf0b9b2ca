import { ids, money, paypalFee } from '../values.ts';
import type { Capture, Refund, RefundStatus } from '../state.ts';
import { currentTimestamp, type SimulatorContext } from '../simulator-context.ts';
import { notFound, unprocessable } from './api-error.ts';

/** Returns the capture with an id. Throws RESOURCE_NOT_FOUND. */
export function findCapture(context: SimulatorContext, id: string): Capture {
  const capture = context.state.captures[id];
  if (!capture) throw notFound('capture_id');
  return capture;
}

/** Emits the webhook of a capture's status. */
export function emitCaptureEvent(
  context: SimulatorContext,
  capture: Capture,
  name: string = capture.status,
): void {
  const amount = money(capture.amountCents, capture.currency);
  const adjective = { PENDING: 'pending', DECLINED: 'declined', DENIED: 'denied' }[name] ?? 'completed';
  const summary = `Payment ${adjective} for $ ${amount.value} ${amount.currency_code}`;
  context.emit(`PAYMENT.CAPTURE.${name}`, 'capture', summary, captureDetails(context, capture));
}

/** Returns the cents of the refunds of a capture or a sale. Pending refunds count unless `statuses` leaves them out. */
export function refundedCents(
  context: SimulatorContext,
  paymentId: string,
  statuses: readonly RefundStatus[] = ['PENDING', 'COMPLETED'],
): number {
  return Object.values(context.state.refunds)
    .filter((refund) => refund.paymentId === paymentId && statuses.includes(refund.status))
    .reduce((sum, refund) => sum + refund.amountCents, 0);
}

/** Refunds a capture, or a part of it. Throws PayPal's 422 for a larger amount than is left. */
export function refundCapture(
  context: SimulatorContext,
  capture: Capture,
  request: {
    amountCents?: number | undefined;
    currency?: string | undefined;
    note?: string | undefined;
  } = {},
): Refund {
  const unrefundedCents = refundableCents(context, capture);
  const amountCents = request.amountCents ?? unrefundedCents;
  if ((request.currency ?? capture.currency) !== capture.currency)
    throw unprocessable(
      'REFUND_CAPTURE_CURRENCY_MISMATCH',
      'Refund must be in the same currency as the capture.',
    );
  if (amountCents <= 0)
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.', '/amount/value');
  if (amountCents > unrefundedCents)
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
      '/amount/value',
    );
  const refund = recordCaptureRefund(context, capture, amountCents, request.note ?? null);
  if (!context.switches.pendingRefunds) completeCaptureRefund(context, capture, refund, 'REFUNDED');
  return refund;
}

function refundableCents(context: SimulatorContext, capture: Capture): number {
  if (capture.status === 'PENDING')
    throw unprocessable('PENDING_CAPTURE', 'Cannot initiate a refund as the capture is pending.');
  if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED', 'Capture cannot be refunded.');
  const unrefundedCents = capture.amountCents - refundedCents(context, capture.id);
  if (unrefundedCents === 0)
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.');
  return unrefundedCents;
}

function recordCaptureRefund(
  context: SimulatorContext,
  capture: Capture,
  amountCents: number,
  note: string | null,
): Refund {
  const now = currentTimestamp(context);
  const refund: Refund = {
    id: ids.payment(),
    paymentId: capture.id,
    status: 'PENDING',
    amountCents,
    totalRefundedCents: refundedCents(context, capture.id) + amountCents,
    currency: capture.currency,
    note,
    createTime: now,
    updateTime: now,
  };
  context.state.refunds[refund.id] = refund;
  context.save();
  return refund;
}

/** Completes a pending refund or reversal of a capture, and emits its webhook. */
export function completeCaptureRefund(
  context: SimulatorContext,
  capture: Capture,
  refund: Refund,
  event: 'REFUNDED' | 'REVERSED',
): void {
  const now = currentTimestamp(context);
  Object.assign(refund, { status: 'COMPLETED', updateTime: now });
  const isFull = refundedCents(context, capture.id, ['COMPLETED']) === capture.amountCents;
  Object.assign(capture, { status: isFull ? 'REFUNDED' : 'PARTIALLY_REFUNDED', updateTime: now });
  context.save();
  const { value, currency_code: currency } = money(refund.amountCents, refund.currency);
  const summary = `A $ ${value} ${currency} capture payment was ${event.toLowerCase()}`;
  context.emit(`PAYMENT.CAPTURE.${event}`, 'refund', summary, refundResource(context, refund));
}

/** Reverses the rest of a capture, or at most `maxCents`, after the seller lost a dispute. */
export function reverseCapture(context: SimulatorContext, capture: Capture, maxCents = Infinity): Refund {
  const refund = recordCaptureRefund(
    context,
    capture,
    Math.min(maxCents, refundableCents(context, capture)),
    null,
  );
  completeCaptureRefund(context, capture, refund, 'REVERSED');
  return refund;
}

/** Ends a pending capture. PayPal has the status DECLINED, but events named DECLINED and DENIED. */
export function settleCapture(
  context: SimulatorContext,
  capture: Capture,
  result: 'COMPLETED' | 'DECLINED' | 'DENIED',
): void {
  if (capture.status !== 'PENDING')
    throw unprocessable('CAPTURE_NOT_PENDING', `The capture is ${capture.status}.`);
  capture.status = result === 'COMPLETED' ? 'COMPLETED' : 'DECLINED';
  capture.updateTime = currentTimestamp(context);
  context.save();
  emitCaptureEvent(context, capture, result);
}

/** A capture as part of an order. */
export function captureResource(context: SimulatorContext, capture: Capture): Record<string, unknown> {
  const self = `${context.url}/v2/payments/captures/${capture.id}`;
  const { amountCents, currency, status } = capture;
  const fee = paypalFee(amountCents);
  return {
    id: capture.id,
    status,
    ...(status === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount: money(amountCents, currency),
    final_capture: true,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(status === 'PENDING' || status === 'DECLINED'
      ? {}
      : {
          seller_receivable_breakdown: {
            gross_amount: money(amountCents, currency),
            paypal_fee: money(fee, currency),
            net_amount: money(amountCents - fee, currency),
          },
        }),
    ...(capture.customId === null ? {} : { custom_id: capture.customId }),
    ...(capture.invoiceId === null ? {} : { invoice_id: capture.invoiceId }),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${context.url}/v2/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
    ],
    create_time: capture.createTime,
    update_time: capture.updateTime,
  };
}

/** A capture with its order, for GET and webhooks. */
export function captureDetails(context: SimulatorContext, capture: Capture): Record<string, unknown> {
  return {
    ...captureResource(context, capture),
    disbursement_mode: 'INSTANT',
    payee: capture.payee,
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  };
}

/** A refund of a capture. PayPal does not refund its fee, so the net amount is the gross amount. */
export function refundResource(context: SimulatorContext, refund: Refund): Record<string, unknown> {
  const amount = money(refund.amountCents, refund.currency);
  const capture = context.state.captures[refund.paymentId];
  return {
    id: refund.id,
    amount,
    ...(refund.note === null ? {} : { note_to_payer: refund.note }),
    ...(capture?.customId ? { custom_id: capture.customId } : {}),
    ...(capture?.invoiceId ? { invoice_id: capture.invoiceId } : {}),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: money(0, refund.currency),
      net_amount: amount,
      total_refunded_amount: money(refund.totalRefundedCents, refund.currency),
    },
    status: refund.status,
    ...(refund.status === 'COMPLETED' ? {} : { status_details: { reason: 'ECHECK' } }),
    create_time: refund.createTime,
    update_time: refund.updateTime,
    links: [
      { href: `${context.url}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${context.url}/v2/payments/captures/${refund.paymentId}`, rel: 'up', method: 'GET' },
    ],
  };
}
