import type { Context } from '../../context.ts';
import type { Completion, ProviderPayment } from '../../vendors/payments/payments.ts';
import type { News } from './purchase.ts';

/**
 * When a payment completed that an event announced, where the purchase itself no longer says so: a refund writes its
 * own time over it, but the provider still has the event as it was.
 */
export const findCompletion = async (
  context: Context,
  found: readonly ProviderPayment[],
  announced: News['announced'],
): Promise<Completion | null> => {
  const payment = found.find(({ id }) => id === announced?.paymentId);
  if (!announced || !payment?.paidAtLeast) return null;
  const event = await context.payments.fetchEvent(announced.eventId);
  return event?.completed?.paymentId === payment.id ? event.completed : null;
};
