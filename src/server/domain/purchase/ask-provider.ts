import type { Context } from '../../context.ts';
import type {
  Completion,
  Order,
  PaymentOrigin,
  ProviderPayment,
  Subscription,
} from '../../vendors/payments/payments.ts';
import { type Books, hasArrived } from './books.ts';
import type { News } from './purchase.ts';

/** What the provider says of a purchase; `found` is null where it knows none, or knows it no more. */
export interface ProviderAnswer {
  readonly found: Order | Subscription | null;
  readonly completion: Completion | null;
}

interface Options {
  readonly announced?: News['announced'] | undefined;
  /** What was read of the purchase's books a moment ago. */
  readonly seen?: Books | undefined;
}

/**
 * When a payment completed, where the purchase itself no longer says so: a refund writes its own time over it, but the
 * provider still has the event as it was. Without it, who processes the refund first would take the payment for older than it
 * is, and with it every later one of this buyer. A payment that is recorded has its date; only its own event may tell another.
 */
const findCompletion = async (
  { payments }: Context,
  found: readonly ProviderPayment[],
  { announced, seen }: Options,
): Promise<Completion | null> => {
  const payment = found.find(({ paidAtLeast }) => paidAtLeast);
  if (!payment) return null;
  if (announced?.paymentId === payment.id) {
    const event = await payments.fetchEvent(announced.eventId);
    return event?.completed?.paymentId === payment.id ? event.completed : null;
  }
  const recorded = seen?.payments.find(({ providerId }) => providerId === payment.id);
  return recorded && hasArrived(recorded) ? null : payments.findCompletion(payment.id);
};

/** Asks the provider how a purchase stands, and when its payment completed. Throws `payment-provider-unavailable`. */
export const askProvider = async (
  context: Context,
  { type, providerId }: PaymentOrigin,
  options: Options = {},
): Promise<ProviderAnswer> => {
  const found =
    type === 'one-time'
      ? await context.payments.fetchOrder(providerId)
      : await context.payments.fetchSubscription(providerId);
  const paid = found && ('captures' in found ? found.captures : found.payments);
  return { found, completion: await findCompletion(context, paid ?? [], options) };
};
