import type { Context } from '../../context.ts';
import type {
  Completion,
  Order,
  PaymentOrigin,
  ProviderPayment,
  Subscription,
} from '../../vendors/payments/payments.ts';
import type { News } from './purchase.ts';

/** What the provider says of a purchase; `found` is null where it knows none, or knows it no more. */
export interface ProviderAnswer {
  readonly found: Order | Subscription | null;
  readonly completion: Completion | null;
}

/**
 * When a payment completed that an event announced, where the purchase itself no longer says so: a refund writes its
 * own time over it, but the provider still has the event as it was.
 */
const findCompletion = async (
  context: Context,
  found: readonly ProviderPayment[],
  announced: News['announced'],
): Promise<Completion | null> => {
  const payment = found.find(({ id }) => id === announced?.paymentId);
  if (!announced || !payment?.paidAtLeast) return null;
  const event = await context.payments.fetchEvent(announced.eventId);
  return event?.completed?.paymentId === payment.id ? event.completed : null;
};

/** Asks the provider how a purchase stands, and when a payment completed that it announced. Throws `payment-provider-unavailable`. */
export const askProvider = async (
  context: Context,
  { type, providerId }: PaymentOrigin,
  announced?: News['announced'],
): Promise<ProviderAnswer> => {
  const found =
    type === 'one-time'
      ? await context.payments.fetchOrder(providerId)
      : await context.payments.fetchSubscription(providerId);
  const paid = found && ('captures' in found ? found.captures : found.payments);
  return { found, completion: await findCompletion(context, paid ?? [], announced) };
};
