import { offersAt } from '../../shared/offers.ts';
import { currency, findPlan, planOfType, type PlanType } from '../../shared/plans.ts';
import { problem } from '../../shared/problems.ts';
import type { Context, Settings } from '../context.ts';
import type {
  Completion,
  Dispute,
  Order,
  Payer,
  PaymentOrigin,
  ProviderPayment,
  ProviderRefund,
  Subscription,
} from '../paypal/payments.ts';
import type { PurchaseRow } from './buyer-account.ts';

/** A purchase as PayPal has it. */
export interface ProviderPurchase {
  /** Null if PayPal knows no such order or subscription, or has deleted it. */
  readonly found: Order | Subscription | null;
  /** Completion times that the purchase itself may no longer show. */
  readonly completions: readonly CompletionEvent[];
}

/** When a payment completed. A completion that was searched, not announced, changes no payment that has arrived. */
export interface CompletionEvent extends Completion {
  readonly isAnnounced: boolean;
}

/** The event that announced a payment as completed. */
export interface AnnouncedPayment {
  readonly eventId: string;
  readonly paymentId: string;
}

/** Further facts of a webhook event, fetched from PayPal again. */
export interface EventDetails {
  readonly announced?: AnnouncedPayment;
  readonly refund?: ProviderRefund & { readonly kind: 'refund' | 'reversal' };
  readonly dispute?: Dispute;
  /** PayPal took the buyer's approval back. */
  readonly isApprovalReversed?: boolean;
}

/** Fetches an order or a subscription from PayPal. Throws `payment-provider-unavailable`. */
export async function fetchProviderPurchase(
  context: Pick<Context, 'payments'>,
  reference: PaymentOrigin,
  announced?: AnnouncedPayment,
): Promise<ProviderPurchase> {
  const found = await fetchOrderOrSubscription(context, reference);
  return { found, completions: await fetchCompletions(context, found, announced) };
}

/** Fetches the same without completion times, for callers that need no dates. */
export function fetchOrderOrSubscription(
  { payments }: Pick<Context, 'payments'>,
  { type, providerId }: PaymentOrigin,
): Promise<ProviderPurchase['found']> {
  return type === 'one-time' ? payments.fetchOrder(providerId) : payments.fetchSubscription(providerId);
}

/** Returns the payments that PayPal lists for a purchase. */
export function listedPayments(found: ProviderPurchase['found']): readonly ProviderPayment[] {
  if (found === null) return [];
  return 'captures' in found ? found.captures : found.payments;
}

/**
 * Looks up when payments with an unsure date completed. A refund overwrites a capture's time of completion, but the event
 * of the completion keeps it. A wrong date would make other payments of the buyer look earlier or later.
 */
async function fetchCompletions(
  { payments }: Pick<Context, 'payments'>,
  found: ProviderPurchase['found'],
  announced?: AnnouncedPayment,
): Promise<CompletionEvent[]> {
  const completions = await Promise.all(
    listedPayments(found)
      .filter(({ isDateUnsure }) => isDateUnsure)
      .map(async ({ id }): Promise<CompletionEvent | null> => {
        if (id !== announced?.paymentId) {
          const searched = await payments.findCompletion(id);
          return searched && { ...searched, isAnnounced: false };
        }
        const event = await payments.fetchEvent(announced.eventId);
        return event?.completed?.paymentId === id ? { ...event.completed, isAnnounced: true } : null;
      }),
  );
  return completions.flatMap((completion) => completion ?? []);
}

/** The plan, and the price of each payment. A recorded purchase keeps its terms when plans and prices change. */
export type SoldTerms = Pick<PurchaseRow, 'planId' | 'amountCents'>;

/** A purchase whose plan, amounts and payee are right. */
export interface ConfirmedPurchase {
  readonly providerId: string;
  readonly type: PlanType;
  readonly planId: string;
  readonly amountCents: number;
  readonly state: PurchaseRow['state'];
  /** When the state began, and when PayPal was asked. Null where states only go forward. */
  readonly stateAt: Date | null;
  readonly stateFetchedAt: Date | null;
  readonly payer: Payer;
  /** The affiliate code that travelled with the order. */
  readonly code: string | null;
  /** The payments, oldest first. A declined payment matters only if it was recorded as pending. */
  readonly payments: readonly ProviderPayment[];
  /** Completed payments that cannot be recorded, such as one in another currency. */
  readonly unsupportedPaymentIds: readonly string[];
}

type MatchSettings = Pick<Settings, 'merchantId' | 'annualPlanId'>;

/**
 * Compares a purchase with the offers of the day it was made, or with its recorded terms. Returns null while
 * nothing is paid; an order whose approval PayPal took back is `failed`. Throws `purchase-mismatch`.
 */
export function matchOffer(
  settings: MatchSettings,
  found: Order | Subscription,
  recorded: SoldTerms | undefined,
  { isApprovalReversed = false }: Pick<EventDetails, 'isApprovalReversed'> = {},
): ConfirmedPurchase | null {
  if (!('captures' in found)) return matchSubscription(settings, found, recorded);
  const confirmed = matchOrder(settings, found, recorded);
  return found.captures.length > 0 || isApprovalReversed ? confirmed : null;
}

function matchOrder(
  settings: MatchSettings,
  order: Order,
  recorded: SoldTerms | undefined,
): ConfirmedPurchase {
  const sold = recorded ?? orderTerms(order);
  if (!sold || order.planId !== sold.planId || order.payeeId !== settings.merchantId)
    throw problem('purchase-mismatch');
  const isAsSold = [order.amount, ...order.captures.map((capture) => capture.amount)].every(
    (amount) => amount.cents === sold.amountCents && amount.currency === currency,
  );
  // The browser creates the order, and tax earns no commission.
  const isTaxValid = order.captures.every(({ taxCents }) => taxCents >= 0 && taxCents <= sold.amountCents);
  if (!isAsSold || !isTaxValid) throw problem('purchase-mismatch');
  return {
    planId: sold.planId,
    amountCents: sold.amountCents,
    providerId: order.id,
    type: 'one-time',
    state: orderState(order.captures),
    stateAt: null,
    stateFetchedAt: null,
    payer: order.payer,
    code: order.reference,
    payments: order.captures,
    unsupportedPaymentIds: [],
  };
}

/** A capture that completed, or may still complete, outweighs declined ones. Without any capture, the order failed. */
function orderState(captures: Order['captures']): ConfirmedPurchase['state'] {
  if (captures.some(({ state }) => state === 'completed')) return 'completed';
  return captures.some(({ state }) => state === 'pending') ? 'pending' : 'failed';
}

/** Finds the plan of an order, with one of the prices that /buy offered when the order was created. */
function orderTerms({ planId, amount, createdAt }: Order): SoldTerms | undefined {
  const plan = findPlan(planId ?? '');
  if (plan?.type !== 'one-time') return undefined;
  const offer = offersAt(plan, createdAt).find(({ priceCents }) => priceCents === amount.cents);
  return offer && { planId: plan.id, amountCents: offer.priceCents };
}

function matchSubscription(
  settings: MatchSettings,
  subscription: Subscription,
  recorded: SoldTerms | undefined,
): ConfirmedPurchase | null {
  const paid = subscription.payments.filter(({ state }) => state === 'completed');
  const terms = recorded ?? subscriptionTerms(settings.annualPlanId, subscription, paid[0]);
  if (!terms) return null;
  return {
    planId: terms.planId,
    amountCents: terms.amountCents,
    providerId: subscription.id,
    type: 'subscription',
    state: subscription.state,
    stateAt: subscription.stateAt,
    stateFetchedAt: subscription.askedAt,
    payer: subscription.payer,
    code: subscription.reference,
    payments: paid.filter(isSupported),
    unsupportedPaymentIds: paid.filter((payment) => !isSupported(payment)).map(({ id }) => id),
  };
}

/** True if a payment can be recorded: a positive amount of dollars, of which tax is a part. */
function isSupported({ amount, taxCents }: ProviderPayment): boolean {
  return amount.currency === currency && amount.cents > 0 && taxCents >= 0 && taxCents <= amount.cents;
}

/**
 * Finds the plan of a new subscription, with one of the prices that /buy offered as its first payment. Returns null while
 * nothing is paid. Throws `purchase-mismatch`.
 */
function subscriptionTerms(
  annualPlanId: string,
  { providerPlanId, isOverridden, createdAt }: Subscription,
  first: ProviderPayment | undefined,
): SoldTerms | null {
  const plan = planOfType('subscription');
  const offers = plan ? offersAt(plan, createdAt) : [];
  const ofPlan = offers.filter((offer) => (offer.providerPlanId ?? annualPlanId) === providerPlanId);
  // An overridden plan may charge the offered price first, and any other price later.
  if (!plan || isOverridden || ofPlan.length === 0) throw problem('purchase-mismatch');
  if (!first) return null;
  const offer = ofPlan.find(({ priceCents }) => priceCents === first.amount.cents);
  if (!offer || !isSupported(first)) throw problem('purchase-mismatch');
  return { planId: plan.id, amountCents: offer.priceCents };
}
