import type { Context } from '../../context.ts';
import type { Order, PaymentOrigin, ProviderPayment, Subscription } from '../../vendors/payments/payments.ts';
import { type Books, hasArrived } from './books.ts';
import type { Announced, ToldCompletion } from './purchase.ts';

/** A purchase as the provider has it; null where it knows none, or knows it no more. */
export type Found = Order | Subscription | null;

/** Asks the provider how a purchase stands. Throws `payment-provider-unavailable`. */
export const askProvider = ({ payments }: Context, { type, providerId }: PaymentOrigin): Promise<Found> =>
  type === 'one-time' ? payments.fetchOrder(providerId) : payments.fetchSubscription(providerId);

const paymentsOf = (found: Found): readonly ProviderPayment[] =>
  found === null ? [] : 'captures' in found ? found.captures : found.payments;

/**
 * When a payment completed, where the purchase itself no longer says so: a refund writes its own time over it, but the
 * provider still has the event as it was. Who processes the refund first would take the payment for older than it is, and
 * so every later one of this buyer for a later one. Throws `payment-provider-unavailable`.
 */
export const findCompletion = async (
  { payments }: Context,
  found: Found,
  { announced, seen }: { readonly announced?: Announced | undefined; readonly seen?: Books | undefined },
): Promise<ToldCompletion | null> => {
  const payment = paymentsOf(found).find(({ paidAtLeast }) => paidAtLeast);
  if (!payment) return null;
  const isAnnounced = announced?.paymentId === payment.id;
  if (isAnnounced) {
    const event = await payments.fetchEvent(announced.eventId);
    return event?.completed?.paymentId === payment.id ? { ...event.completed, isAnnounced } : null;
  }
  const recorded = seen?.payments.find(({ providerId }) => providerId === payment.id);
  if (recorded && hasArrived(recorded)) return null;
  const completion = await payments.findCompletion(payment.id);
  return completion && { ...completion, isAnnounced };
};
