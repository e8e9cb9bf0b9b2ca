import type { Context } from '../context.ts';
import type { Order, PaymentOrigin, ProviderPayment, Subscription } from '../paypal/payments.ts';
import { type Books, hasArrived } from './books.ts';
import type { Announced, ToldCompletion } from './purchase.ts';

/** A purchase as the provider has it; null where it knows none, or knows it no more. */
export type Found = Order | Subscription | null;

/** Asks the provider how a purchase stands. Throws `payment-provider-unavailable`. */
export const askProvider = ({ payments }: Context, { type, providerId }: PaymentOrigin): Promise<Found> =>
  type === 'one-time' ? payments.fetchOrder(providerId) : payments.fetchSubscription(providerId);

/** The payments that the provider lists of a purchase. */
export const listedPayments = (found: Found): readonly ProviderPayment[] =>
  found === null ? [] : 'captures' in found ? found.captures : found.payments;

/**
 * When a payment completed, where the purchase itself may no longer say so: a refund writes its own time over it, but the
 * provider still has the event as it was. A payment with a wrong date makes others of the buyer's look earlier or later.
 * Throws `payment-provider-unavailable`.
 */
export const findCompletion = async (
  { payments }: Context,
  found: Found,
  books: Books,
  announced?: Announced,
): Promise<ToldCompletion | null> => {
  const undated = listedPayments(found).filter(({ isDateUnsure }) => isDateUnsure);
  if (announced && undated.some(({ id }) => id === announced.paymentId)) {
    const event = await payments.fetchEvent(announced.eventId);
    const isMeant = event?.completed?.paymentId === announced.paymentId;
    return isMeant ? { ...event.completed, isAnnounced: true } : null;
  }
  const arrived = books.payments.filter(hasArrived);
  const missing = undated.find(({ id }) => arrived.every(({ providerId }) => providerId !== id));
  const completion = missing && (await payments.findCompletion(missing.id));
  return completion ? { ...completion, isAnnounced: false } : null;
};
