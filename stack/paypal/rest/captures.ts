import { ids } from '../ids.ts';
import { money } from '../money.ts';
import type { Capture, Refund } from '../state.ts';
import { present, timestamp, type World } from '../world.ts';
import { notFound, unprocessable } from './api-error.ts';
import { captureDetails } from './capture-resource.ts';
import { refundResource } from './refund-resource.ts';

/** The capture with this id; throws RESOURCE_NOT_FOUND. */
export const findCapture = (world: World, id: string): Capture => {
  const capture = world.state.captures[id];
  if (!capture) throw notFound('capture_id');
  return capture;
};

/** Sends the webhook that belongs to a capture's present status. */
export const announceCapture = (world: World, capture: Capture, name: string = capture.status): void => {
  const amount = money(capture.amountCents, capture.currency);
  const said = { PENDING: 'pending', DECLINED: 'declined', DENIED: 'denied' }[name] ?? 'completed';
  const summary = `Payment ${said} for $ ${amount.value} ${amount.currency_code}`;
  world.emit(`PAYMENT.CAPTURE.${name}`, 'capture', summary, captureDetails(world, capture));
};

/** What of a capture has been given back, in cents. */
export const refundedCents = (world: World, paymentId: string): number =>
  Object.values(world.state.refunds)
    .filter((refund) => refund.paymentId === paymentId)
    .reduce((sum, refund) => sum + refund.amountCents, 0);

const record = (world: World, capture: Capture, amountCents: number, note: string | null): Refund => {
  const now = timestamp(present(world));
  const total = refundedCents(world, capture.id) + amountCents;
  const refund: Refund = {
    id: ids.payment(),
    paymentId: capture.id,
    amountCents,
    totalRefundedCents: total,
    currency: capture.currency,
    note,
    createTime: now,
  };
  world.state.refunds[refund.id] = refund;
  capture.status = total === capture.amountCents ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  capture.updateTime = now;
  world.save();
  return refund;
};

const announceRefund = (world: World, refund: Refund, event: 'REFUNDED' | 'REVERSED'): void => {
  const { value, currency_code: currency } = money(refund.amountCents, refund.currency);
  const summary = `A $ ${value} ${currency} capture payment was ${event.toLowerCase()}`;
  world.emit(`PAYMENT.CAPTURE.${event}`, 'refund', summary, refundResource(world, refund));
};

const remaining = (world: World, capture: Capture): number => {
  if (capture.status === 'PENDING')
    throw unprocessable('PENDING_CAPTURE', 'Cannot initiate a refund as the capture is pending.');
  if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED', 'Capture cannot be refunded.');
  const left = capture.amountCents - refundedCents(world, capture.id);
  if (left === 0)
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.');
  return left;
};

/** Gives a capture back, wholly or in part (cents); throws the provider's 422 for more than is left. */
export const refundCapture = (
  world: World,
  capture: Capture,
  wanted: { amountCents?: number | undefined; currency?: string | undefined; note?: string | undefined } = {},
): Refund => {
  const left = remaining(world, capture);
  const amountCents = wanted.amountCents ?? left;
  if ((wanted.currency ?? capture.currency) !== capture.currency)
    throw unprocessable(
      'REFUND_CAPTURE_CURRENCY_MISMATCH',
      'Refund must be in the same currency as the capture.',
    );
  if (amountCents <= 0)
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.', '/amount/value');
  if (amountCents > left)
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
      '/amount/value',
    );
  const refund = record(world, capture, amountCents, wanted.note ?? null);
  announceRefund(world, refund, 'REFUNDED');
  return refund;
};

/** A dispute lost by the seller: what is left of the capture, or at most `mostCents` of it, goes back to the buyer. */
export const reverseCapture = (world: World, capture: Capture, mostCents = Infinity): Refund => {
  const refund = record(world, capture, Math.min(mostCents, remaining(world, capture)), null);
  announceRefund(world, refund, 'REVERSED');
  return refund;
};

/** Ends a pending capture. The provider says DECLINED in some places and DENIED in others. */
export const settleCapture = (
  world: World,
  capture: Capture,
  result: 'COMPLETED' | 'DECLINED' | 'DENIED',
): void => {
  if (capture.status !== 'PENDING')
    throw unprocessable('CAPTURE_NOT_PENDING', `The capture is ${capture.status}.`);
  capture.status = result === 'COMPLETED' ? 'COMPLETED' : 'DECLINED';
  capture.updateTime = timestamp(present(world));
  world.save();
  announceCapture(world, capture, result);
};
