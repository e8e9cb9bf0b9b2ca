import { formatDate } from '../../../shared/dates.ts';
import { shareOf } from '../../../shared/money.ts';
import { termsAt } from '../../../shared/program.ts';

export const noCommissionCodes = [
  'not-completed',
  'refunded',
  'given-to-nobody',
  'no-code',
  'code-unknown',
  'code-late',
  'affiliate-not-active',
  'self-referral',
  'on-hold',
  'commission-missing',
  'nothing-due',
] as const;

export interface NoCommission {
  readonly code: (typeof noCommissionCodes)[number];
  /** The reason as a sentence. */
  readonly text: string;
}

/** The facts that decide whether a commission is paid for a payment. */
export interface PaymentEarnings {
  readonly state: 'pending' | 'completed' | 'declined' | 'reversed';
  readonly amount_cents: number;
  readonly tax_cents: number;
  readonly refunded_cents: number;
  readonly paid_at: string;
  readonly holds: readonly { readonly reason: string; readonly released_at: string | null }[];
  readonly entries: readonly { readonly amount_cents: number }[];
  /** The code in the buyer's order, or the code of the affiliate who got the purchase from an admin. */
  readonly buyersCode: string | null;
  /** True if the purchase belongs to an affiliate. */
  readonly isAttributed: boolean;
  /** True if an admin has re-attributed the purchase. */
  readonly isReattributed: boolean;
  /** The purchase's affiliate, or else the affiliate who has the buyer's code now. */
  readonly affiliate: {
    readonly name: string;
    readonly code: string;
    readonly isActive: boolean;
    /** True if the affiliate was active when the payment was made. */
    readonly wasActive: boolean;
  } | null;
}

/** Explains why no commission is paid for a payment. Returns null if a commission is paid. */
export function noCommission(payment: PaymentEarnings): NoCommission | null {
  const { state, amount_cents, tax_cents, refunded_cents, paid_at, entries, affiliate } = payment;
  const earned = entries.reduce((sum, entry) => sum + entry.amount_cents, 0);
  if (earned > 0) return openHold(payment);
  if (state === 'pending')
    return {
      code: 'not-completed',
      text: 'PayPal has not completed the payment. It earns a commission when it is completed.',
    };
  if (state === 'declined')
    return { code: 'not-completed', text: 'The payment was declined, so it earns nothing.' };
  if (refunded_cents >= amount_cents)
    return { code: 'refunded', text: 'All of the money went back to the buyer, so it earns nothing.' };
  if (!payment.isAttributed || !affiliate) return unattributed(payment);
  if (entries.length > 0)
    return { code: 'nothing-due', text: 'Under the terms, nothing is due: see the ledger entries.' };
  if (!affiliate.wasActive) return notActive(affiliate, paid_at);
  const { renewalRateBasisPoints } = termsAt(Date.parse(paid_at));
  if (shareOf(amount_cents - tax_cents, renewalRateBasisPoints) === 0)
    return { code: 'nothing-due', text: 'Nearly all of it is tax, and tax earns no commission.' };
  return {
    code: 'commission-missing',
    text: 'A commission is due but missing. Report the order again.',
  };
}

function openHold({ holds }: PaymentEarnings): NoCommission | null {
  const hold = holds.find(({ released_at }) => released_at === null);
  if (!hold) return null;
  return hold.reason === 'self-referral'
    ? {
        code: 'self-referral',
        text: 'The commission is on hold, since the buyer may be the affiliate. It’s paid once you release the hold; if it is a self-referral, remove the affiliate from the purchase.',
      }
    : { code: 'on-hold', text: 'The commission is on hold. It’s paid once the hold is released.' };
}

/** Explains why a purchase belongs to no affiliate. */
function unattributed({ buyersCode, isReattributed, affiliate, paid_at }: PaymentEarnings): NoCommission {
  if (isReattributed)
    return {
      code: 'given-to-nobody',
      text: 'An admin removed the affiliate from this purchase.',
    };
  if (buyersCode === null)
    return {
      code: 'no-code',
      text: `The buyer came without a code: no affiliate link was opened in the same browser in the ${String(termsAt(Date.parse(paid_at)).trackingDays)} days before, or the cookie was deleted, and no code was typed. Nothing else about a visitor is kept.`,
    };
  if (!affiliate)
    return {
      code: 'code-unknown',
      text: `No affiliate has the code ${buyersCode}; it may be misspelled.`,
    };
  if (!affiliate.wasActive) return notActive(affiliate, paid_at);
  return {
    code: 'code-late',
    text: `The code ${buyersCode} was reported, or given to ${affiliate.name}, more than a day after the purchase was recorded.`,
  };
}

function notActive(
  { name, code, isActive }: NonNullable<PaymentEarnings['affiliate']>,
  paidAt: string,
): NoCommission {
  return {
    code: 'affiliate-not-active',
    text: `${name} (${code}) was not active when this payment was made on ${formatDate(paidAt)}. A payment made before the affiliate was activated doesn’t earn a commission automatically. To pay it anyway, ${isActive ? '' : 'activate the affiliate, then '}re-attribute the purchase to ${code}.`,
  };
}
