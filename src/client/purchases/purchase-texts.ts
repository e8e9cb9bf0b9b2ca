import { formatLongDate } from '../../shared/dates.ts';
import { ownPurchaseMessages as texts } from '../../shared/messages/purchases.ts';
import { formatUsd } from '../../shared/money.ts';
import type { AnswerOf } from '../api.ts';
import type { NoticeKind } from './views.ts';

export type OwnPurchase = AnswerOf<'GET /api/portal/purchases'>['purchases'][number];
export type OwnPayment = OwnPurchase['payments'][number];

/** Returns the newest version of a payment’s receipt. */
export function newestVersion({ receipt }: OwnPayment) {
  return receipt.versions.at(-1);
}

interface Standing {
  readonly text: string;
  /** True if the year that is paid for is not over. */
  readonly isRunning: boolean;
}

/** Returns whether a purchase renews, and until when it runs. */
export function standing(purchase: OwnPurchase, now: Date): Standing {
  const { paid_until: end } = purchase;
  const isRunning = end !== null && Date.parse(end) > now.getTime();
  return { text: standingText(purchase, isRunning), isRunning };
}

function standingText(purchase: OwnPurchase, isRunning: boolean): string {
  const { type, state, paid_until: end, cancellation } = purchase;
  const day = end === null ? null : formatLongDate(end);
  const isPaidBack = purchase.payments.length > 0 && purchase.payments.every(isReturned);
  if (state === 'pending') return texts.onItsWay;
  if (state === 'suspended' && cancellation?.state !== 'waiting') return texts.suspended;
  if (state === 'active' || state === 'suspended') {
    if (cancellation?.state === 'waiting')
      return isRunning && day ? texts.cancellingUntil(day) : texts.cancelling;
    return renewalText(purchase);
  }
  if (day === null && isPaidBack) return texts.refunded;
  if (state === 'cancelled' && (isRunning || day === null))
    return day === null ? texts.cancelled : texts.cancelledUntil(day);
  if (!isRunning && day !== null) return texts.endedOn(day);
  return type === 'one-time' ? texts.noRenewal : texts.ended;
}

function renewalText({ renews_at: renewal, renews_for_cents: cents }: OwnPurchase): string {
  if (renewal === null) return texts.renewsYearly;
  const day = formatLongDate(renewal);
  return cents === null ? texts.renewsOn(day) : texts.renewsFor(day, formatUsd(cents));
}

function isReturned({ state, amount_cents: amount, refunded_cents: refunded }: OwnPayment): boolean {
  return state === 'reversed' || refunded >= amount;
}

/** True if the buyer can cancel a subscription, also again after PayPal has refused. */
export function canCancel(purchase: OwnPurchase): boolean {
  return purchase.is_payer && isCancellable(purchase);
}

function isCancellable({ type, state, cancellation }: OwnPurchase): boolean {
  const isOpen = state === 'active' || state === 'suspended';
  return type === 'subscription' && isOpen && (cancellation === null || cancellation.state === 'refused');
}

/** Returns the notice about a cancellation that has not been done, or that this address cannot ask for, or null. */
export function cancellationNotice(purchase: OwnPurchase): {
  readonly kind: NoticeKind;
  readonly text: string;
} | null {
  const { state, cancellation } = purchase;
  if (state !== 'active' && state !== 'suspended') return null;
  if (cancellation?.state === 'waiting') return { kind: 'info', text: texts.waiting };
  if (!purchase.is_payer && isCancellable(purchase)) return { kind: 'info', text: texts.payerCancels };
  return cancellation?.state === 'refused' ? { kind: 'error', text: texts.refused } : null;
}

/** True if nothing renews the purchase, so that the buyer may want another year. */
export function canBuyAgain({ state, type, payments }: OwnPurchase): boolean {
  if (payments.every(isReturned)) return false;
  return type === 'one-time' ? state === 'completed' : state === 'cancelled' || state === 'expired';
}

/** Returns the consequences of a cancellation, for the question before it. */
export function cancelConsequences({ paid_until: end }: OwnPurchase, now: Date): string {
  const isRunning = end !== null && Date.parse(end) > now.getTime();
  return isRunning ? texts.cancelRunsUntil(formatLongDate(end)) : texts.cancelAtOnce;
}

/** Returns the payment whose license covers the newest releases, with that license, or null. */
export function newestLicense({ payments }: OwnPurchase) {
  const licensed = payments.flatMap(({ id, license }) =>
    license === null ? [] : [{ paymentId: id, ...license }],
  );
  return licensed.sort((a, b) => b.covers_until.localeCompare(a.covers_until))[0] ?? null;
}

/** Returns a remark about a refund, a reversal or a delay of a payment, or an empty text. */
export function paymentRemark(payment: OwnPayment): string {
  if (payment.state === 'pending') return texts.onItsWay;
  if (payment.state === 'reversed') return texts.reversed;
  return payment.refunded_cents > 0 ? texts.refundedAmount(formatUsd(payment.refunded_cents)) : '';
}
