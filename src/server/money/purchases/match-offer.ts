import { dayMs } from '../../../shared/dates.ts';
import {
  currency,
  findPlan,
  type FormerPrice,
  type Plan,
  planOfType,
  type PlanType,
} from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import type { Settings } from '../../frame/context/context.ts';
import type { Money, Order, Payer, ProviderPayment, Subscription } from '../../frame/context/paypal.ts';
import type { InvitationRow, PurchaseRow } from './buyer-account.ts';
import type { EventDetails } from './provider-purchase.ts';

/** A purchase that matches what we sell: plan, amounts and payee are right. */
export interface ConfirmedPurchase {
  readonly providerId: string;
  readonly type: PlanType;
  readonly planId: string;
  readonly amountCents: number;
  /** The invitation that has this price. Missing for a public price, and for a purchase that is recorded. */
  readonly invitationId?: string | undefined;
  readonly state: PurchaseRow['state'];
  /** When the state began, and when it was fetched from PayPal. Null for orders, whose states only go forward. */
  readonly stateAt: Date | null;
  readonly stateFetchedAt: Date | null;
  /** When PayPal bills a subscription next. Null if PayPal does not say. */
  readonly nextBillingAt: Date | null;
  /** What PayPal bills then, in US cents. Null if PayPal does not say. */
  readonly nextBillingCents: number | null;
  /** When the buyer's page created the order or subscription at PayPal; null if PayPal does not say. */
  readonly orderedAt: Date | null;
  readonly payer: Payer;
  /** The affiliate code that the order or subscription carries. */
  readonly affiliateCode: string | null;
  /** The payments, oldest first. A declined payment matters only if it was recorded as pending. */
  readonly payments: readonly ProviderPayment[];
  /** Completed payments that cannot be recorded, such as a payment in another currency. */
  readonly unsupportedPaymentIds: readonly string[];
}

/** The plan, and the price of each payment. A recorded purchase keeps its terms when plans and prices change. */
export type PurchaseTerms = Pick<PurchaseRow, 'planId' | 'amountCents'>;

type MatchedTerms = PurchaseTerms & Pick<ConfirmedPurchase, 'invitationId'>;

type MatchSettings = Pick<Settings, 'merchantId' | 'annualPlanId'>;

interface MatchDetails extends Pick<EventDetails, 'isApprovalReversed'> {
  /** The invitations that the purchase may use up. */
  readonly invitations?: readonly InvitationRow[];
}

/**
 * Compares a purchase with its recorded terms, or else with its invitations and the offers of the day it was created. Returns
 * null while nothing is paid. An order whose approval PayPal took back is `failed`. Throws `purchase-mismatch`.
 */
export function matchOffer(
  settings: MatchSettings,
  purchase: Order | Subscription,
  recorded: PurchaseTerms | undefined,
  { isApprovalReversed = false, invitations = [] }: MatchDetails = {},
): ConfirmedPurchase | null {
  if (!('captures' in purchase))
    return matchSubscription(purchase, recorded ?? subscriptionTerms(settings, purchase, invitations));
  const confirmed = matchOrder(settings, purchase, recorded ?? orderTerms(purchase, invitations));
  return purchase.captures.length > 0 || isApprovalReversed ? confirmed : null;
}

function matchOrder(
  settings: MatchSettings,
  order: Order,
  terms: MatchedTerms | undefined,
): ConfirmedPurchase {
  if (!terms || order.planId !== terms.planId || order.payeeId !== settings.merchantId)
    throw problem('purchase-mismatch');
  const isPriceRight = [order.amount, ...order.captures.map((capture) => capture.amount)].every(
    (amount) => amount.cents === terms.amountCents && amount.currency === currency,
  );
  // The browser sets the tax when it creates the order, and tax earns no commission.
  const isTaxValid = order.captures.every(({ taxCents }) => taxCents >= 0 && taxCents <= terms.amountCents);
  if (!isPriceRight || !isTaxValid) throw problem('purchase-mismatch');
  return {
    planId: terms.planId,
    amountCents: terms.amountCents,
    invitationId: terms.invitationId,
    providerId: order.id,
    type: 'one-time',
    state: orderState(order.captures),
    stateAt: null,
    stateFetchedAt: null,
    nextBillingAt: null,
    nextBillingCents: null,
    orderedAt: order.createdAt,
    payer: order.payer,
    affiliateCode: order.affiliateCode,
    payments: order.captures,
    unsupportedPaymentIds: [],
  };
}

/** Returns an order's state. A completed or pending capture outweighs declined captures. Without a capture, it is `failed`. */
function orderState(captures: Order['captures']): ConfirmedPurchase['state'] {
  if (captures.some(({ state }) => state === 'completed')) return 'completed';
  return captures.some(({ state }) => state === 'pending') ? 'pending' : 'failed';
}

function termsOf({ id }: Plan, { priceCents, invitationId }: Offer): MatchedTerms {
  return { planId: id, amountCents: priceCents, invitationId };
}

/** Finds the plan of an order, and the price, among the prices that /buy may have shown when the order was created. */
function orderTerms(
  { planId, amount, createdAt, captures }: Order,
  invitations: readonly InvitationRow[],
): MatchedTerms | undefined {
  const plan = findPlan(planId ?? '');
  if (plan?.type !== 'one-time') return undefined;
  const offers = [...offersAt(plan, createdAt), ...invitedOffers(plan, invitations, captures[0])];
  const offer = offers.find(({ priceCents }) => priceCents === amount.cents);
  return offer && termsOf(plan, offer);
}

function matchSubscription(subscription: Subscription, terms: MatchedTerms | null): ConfirmedPurchase | null {
  const completedPayments = completedOf(subscription);
  if (!terms) return null;
  return {
    planId: terms.planId,
    amountCents: terms.amountCents,
    invitationId: terms.invitationId,
    providerId: subscription.id,
    type: 'subscription',
    state: subscription.state,
    stateAt: subscription.stateAt,
    stateFetchedAt: subscription.fetchedAt,
    nextBillingAt: subscription.nextBillingAt,
    nextBillingCents: isSupportedAmount(subscription.nextAmount) ? subscription.nextAmount.cents : null,
    orderedAt: subscription.createdAt,
    payer: subscription.payer,
    affiliateCode: subscription.affiliateCode,
    payments: completedPayments.filter(isSupported),
    unsupportedPaymentIds: completedPayments.filter((payment) => !isSupported(payment)).map(({ id }) => id),
  };
}

function completedOf({ payments }: Subscription): readonly ProviderPayment[] {
  return payments.filter(({ state }) => state === 'completed');
}

/** True if a payment can be recorded: a positive amount of US dollars that is not less than its tax. */
function isSupported({ amount, taxCents }: ProviderPayment): boolean {
  return isSupportedAmount(amount) && taxCents >= 0 && taxCents <= amount.cents;
}

/** True for a positive amount of US dollars. */
function isSupportedAmount(amount: Money | null): amount is Money {
  return amount !== null && amount.currency === currency && amount.cents > 0;
}

/**
 * Finds the plan of a new subscription. Its first payment must have a price that /buy may have shown when the subscription
 * was created. Returns null while nothing is paid. Throws `purchase-mismatch`.
 */
function subscriptionTerms(
  { annualPlanId }: MatchSettings,
  subscription: Subscription,
  invitations: readonly InvitationRow[],
): MatchedTerms | null {
  const { providerPlanId, isOverridden, createdAt } = subscription;
  const [first] = completedOf(subscription);
  const plan = planOfType('subscription');
  const offers = plan ? [...offersAt(plan, createdAt), ...invitedOffers(plan, invitations, first)] : [];
  const planOffers = offers.filter((offer) => (offer.providerPlanId ?? annualPlanId) === providerPlanId);
  // An overridden plan may charge the right price first, and any other price later.
  if (!plan || isOverridden || planOffers.length === 0) throw problem('purchase-mismatch');
  if (!first) return null;
  const offer = planOffers.find(({ priceCents }) => priceCents === first.amount.cents);
  if (!offer || !isSupported(first)) throw problem('purchase-mismatch');
  return termsOf(plan, offer);
}

/** A page that was open when a price changed may sell at the former price for this many days after the day of the change. */
export const formerPriceDays = 7;

/** A price in US cents. A former price and an invitation to a subscription have the PayPal plan that bills it. */
export type Offer = Pick<FormerPrice, 'priceCents'> &
  Pick<ConfirmedPurchase, 'invitationId'> & { readonly providerPlanId?: string | null };

/**
 * Returns the prices that /buy may have shown when an order or a subscription was created: today's price, and former prices
 * that an open page could still show (docs/decisions/01-sync-purchase.md). Without a date, only today's price.
 */
export function offersAt({ priceCents, formerPrices }: Plan, createdAt: Date | null): readonly Offer[] {
  return [
    { priceCents },
    ...formerPrices.filter(
      ({ until }) =>
        createdAt !== null && createdAt.getTime() < Date.parse(until) + (1 + formerPriceDays) * dayMs,
    ),
  ];
}

/**
 * Returns the prices of the invitations to a plan. An order that was begun before an invitation ended may be paid for a few days more,
 * like a former price.
 */
function invitedOffers(
  { id: planId }: Plan,
  invitations: readonly InvitationRow[],
  payment: ProviderPayment | undefined,
): readonly Offer[] {
  const isInTime = ({ endsAt }: InvitationRow) =>
    !payment || payment.paidAt.getTime() < endsAt.getTime() + formerPriceDays * dayMs;
  return invitations
    .filter((row) => row.planId === planId && isInTime(row))
    .map((row) => ({ ...row, invitationId: row.id }));
}
