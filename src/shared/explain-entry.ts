import { formatDate } from './dates.ts';
import { formatUsd, shareOf } from './money.ts';

/** The kinds of entries in the commission ledger. */
export type EntryKind = 'commission' | 'refund' | 'reversal' | 'reattribution' | 'adjustment';

/** An entry of the commission ledger. Amounts are signed US cents, the rate is in basis points. */
export interface ExplainedEntry {
  readonly kind: EntryKind;
  readonly amountCents: number;
  /** The cents to which the rate was applied. */
  readonly baseCents: number;
  readonly rateBasisPoints: number;
  readonly termsVersion: string;
  /** True for a subscription's later payment, and for Basic bought again. */
  readonly isRenewal: boolean;
  /** When the payment was made, ISO 8601; null for an example. */
  readonly paidAt: string | null;
}

/** The terms version of an admin's adjustment. */
export const byAdmin = 'admin';

/**
 * Explains the amount of an entry: `'25% of $49.99 (first payment)'`. Later entries also name the day of the payment:
 * `'25% of $20.00 refunded (first payment on 8/15/2025)'`.
 */
export function explainEntry(entry: ExplainedEntry): string {
  const { kind, amountCents, baseCents, rateBasisPoints, termsVersion, isRenewal, paidAt } = entry;
  const share = `${String(rateBasisPoints / 100)}% of ${formatUsd(baseCents)}`;
  const day = kind === 'commission' || paidAt === null ? '' : ` on ${formatDate(paidAt)}`;
  const payment = `(${isRenewal ? 'renewal' : 'first payment'}${day})`;
  const isExact = Math.abs(amountCents) === shareOf(baseCents, rateBasisPoints);
  const rounded = isExact ? '' : ', adjusted for rounding across refunds';
  switch (kind) {
    case 'commission':
      return `${share} ${payment}`;
    case 'refund':
      return `${share} refunded${rounded} ${payment}`;
    case 'reversal':
      return `${share} reversed${rounded} ${payment}`;
    case 'adjustment':
      if (termsVersion === byAdmin)
        return `${amountCents < 0 ? 'Taken back' : 'Added'} by an admin (payment${day})`;
      return `Brings the commission to ${share} ${payment}`;
    case 'reattribution':
      return `Purchase moved ${amountCents < 0 ? 'from' : 'to'} this affiliate: ${share} ${payment}`;
  }
}
