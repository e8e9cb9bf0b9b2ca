import { randomUUID } from 'node:crypto';
import { dayMs } from '../../../shared/dates.ts';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../../frame/context/context.ts';
import { remainingMs, withTimeLimit } from '../../frame/outbound/request-scope.ts';
import type { PaymentKind } from '../../frame/context/paypal.ts';
import { importEvents } from '../webhooks/import-events.ts';
import { readEvent, type WebhookEvent } from '../webhooks/webhook-event.ts';

/** PayPal's events about money of a payment that goes back to the buyer. */
const eventTypes: Readonly<Record<PaymentKind, readonly string[]>> = {
  capture: ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED', 'CUSTOMER.DISPUTE.CREATED'],
  sale: ['PAYMENT.SALE.REFUNDED', 'PAYMENT.SALE.REVERSED', 'CUSTOMER.DISPUTE.CREATED'],
};

/** PayPal deletes its events after this many days. */
const eventDays = 30;

/** Time that is left for the caller's answer, in milliseconds. */
const answerMs = 600;

/**
 * Fetches PayPal's events about refunds, reversals and disputes of a payment, and processes the missing ones. PayPal has
 * refused a refund, so our record of the payment may be old. Never throws: PayPal also sends these events itself.
 */
export async function importMissedEvents(
  context: Context,
  paymentId: string,
  kind: PaymentKind,
): Promise<void> {
  const { paypal, now } = context;
  const from = new Date(now.getTime() - eventDays * dayMs);
  // PayPal's clock may be ahead.
  const until = new Date(now.getTime() + dayMs);
  const limitMs = Math.max(0, remainingMs(limits.timeoutMs.job) - answerMs);
  try {
    await withTimeLimit(limitMs, async () => {
      const lists = await Promise.all(eventTypes[kind].map((type) => paypal.listEvents(from, until, type)));
      const events = lists.flat().map(readEvent);
      await importEvents(
        () => ({ ...context, requestId: randomUUID() }),
        events.filter((event) => event !== null && isAbout(event, paymentId)),
      );
    });
  } catch {
    // The refusal stands without the events.
  }
}

/** The resource of an event is a refund with a link to the payment, or the payment itself, or a dispute. */
function isAbout({ resource }: WebhookEvent, paymentId: string): boolean {
  return (
    resource.id === paymentId ||
    resource.sale_id === paymentId ||
    (resource.links ?? []).some(({ href }) => href.endsWith(`/${paymentId}`)) ||
    (resource.disputed_transactions ?? []).some(
      ({ seller_transaction_id: disputedId }) => disputedId === paymentId,
    )
  );
}
