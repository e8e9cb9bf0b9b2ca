import { currentTimestamp, type SimulatorContext } from '../simulator-context.ts';
import type { Refund } from '../state.ts';
import { notFound, unprocessable } from './api-error.ts';
import { completeCaptureRefund } from './captures.ts';
import { completeSaleRefund } from './sales.ts';

/** Returns the refund of a capture or a sale with an id. Throws RESOURCE_NOT_FOUND. */
export function findRefund(context: SimulatorContext, id: string): Refund {
  const refund = context.state.refunds[id];
  if (!refund) throw notFound('refund_id');
  return refund;
}

/** Ends a pending refund. A failed refund sends no event, and its amount can be refunded again. */
export function settleRefund(
  context: SimulatorContext,
  refund: Refund,
  result: 'COMPLETED' | 'FAILED',
): void {
  if (refund.status !== 'PENDING')
    throw unprocessable('REFUND_NOT_PENDING', `The refund is ${refund.status}.`);
  const capture = context.state.captures[refund.paymentId];
  const sale = context.state.sales[refund.paymentId];
  if (result === 'FAILED') Object.assign(refund, { status: 'FAILED', updateTime: currentTimestamp(context) });
  else if (capture) completeCaptureRefund(context, capture, refund, 'REFUNDED');
  else if (sale) completeSaleRefund(context, sale, refund);
  context.save();
}
