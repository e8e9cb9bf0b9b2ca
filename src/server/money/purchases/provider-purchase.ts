import type { Context } from '../../frame/context/context.ts';
import type {
  Completion,
  Dispute,
  FailedPayment,
  Order,
  PaymentOrigin,
  ProviderPayment,
  ProviderRefund,
  Subscription,
} from '../../frame/context/paypal.ts';

/** PayPal's record of a purchase. */
export interface ProviderPurchase {
  /** Null if PayPal has no such order or subscription, or has deleted it. */
  readonly purchase: Order | Subscription | null;
  /** Completion times from PayPal's events. The purchase may show a later time, because a refund overwrites it. */
  readonly completions: readonly CompletionEvent[];
}

/** The completion of a payment, from PayPal's event. */
export interface CompletionEvent extends Completion {
  /**
   * True if the completion is from the webhook event that is being processed. False if a search found it: then it does not
   * change the date of a payment that is already recorded as completed or reversed.
   */
  readonly isAnnounced: boolean;
}

/** The webhook event that announced the completion of a payment. */
export interface AnnouncedPayment {
  readonly eventId: string;
  readonly paymentId: string;
}

/** Facts of a webhook event that PayPal's order or subscription does not show. Fetched from PayPal. */
export interface EventDetails {
  readonly announced?: AnnouncedPayment;
  readonly refund?: ProviderRefund & { readonly kind: 'refund' | 'reversal' };
  readonly dispute?: Dispute;
  /** An attempt to renew a subscription that failed. */
  readonly failedPayment?: FailedPayment;
  /** True if PayPal took the buyer's approval back. */
  readonly isApprovalReversed?: boolean;
}

/** Fetches an order or a subscription from PayPal. Throws `payment-provider-unavailable`. */
export async function fetchProviderPurchase(
  context: Pick<Context, 'paypal'>,
  reference: PaymentOrigin,
  announced?: AnnouncedPayment,
): Promise<ProviderPurchase> {
  const purchase = await fetchOrderOrSubscription(context, reference);
  return { purchase, completions: await fetchCompletions(context, purchase, announced) };
}

/** Fetches an order or a subscription without completion times. */
export function fetchOrderOrSubscription(
  { paypal }: Pick<Context, 'paypal'>,
  { type, providerId }: PaymentOrigin,
): Promise<Order | Subscription | null> {
  return type === 'one-time' ? paypal.fetchOrder(providerId) : paypal.fetchSubscription(providerId);
}

/** Returns the payments that PayPal lists for a purchase. */
export function listedPayments(purchase: Order | Subscription | null): readonly ProviderPayment[] {
  if (purchase === null) return [];
  return 'captures' in purchase ? purchase.captures : purchase.payments;
}

/**
 * Looks up the completion times of payments whose date is unsure. A refund overwrites the time in a capture, but the
 * completion event still has it. With a wrong date, another payment of the buyer could count as the first.
 */
async function fetchCompletions(
  { paypal }: Pick<Context, 'paypal'>,
  purchase: ProviderPurchase['purchase'],
  announced?: AnnouncedPayment,
): Promise<CompletionEvent[]> {
  const completions = await Promise.all(
    listedPayments(purchase)
      .filter(({ isDateUnsure }) => isDateUnsure)
      .map(async ({ id }): Promise<CompletionEvent | null> => {
        if (id !== announced?.paymentId) {
          const completion = await paypal.findCompletion(id);
          return completion && { ...completion, isAnnounced: false };
        }
        const event = await paypal.fetchEvent(announced.eventId);
        return event?.completed?.paymentId === id ? { ...event.completed, isAnnounced: true } : null;
      }),
  );
  return completions.flatMap((completion) => completion ?? []);
}
