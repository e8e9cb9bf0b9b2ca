import { formatDate } from './dates.ts';
import { centsToDecimal, shareOf } from './money.ts';

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

/** Stands in place of a terms version in an adjustment that an admin made. */
export const byAdmin = 'admin';

/**
 * Explains the amount of an entry: `'12.50 = 25% of 49.99, first payment, terms 2025-08'`. Later entries also name the day
 * of the payment: `'-12.50 = 25% of 49.99 refunded, first payment on 8/15/2025, terms 2025-08'`.
 */
export function explainEntry(entry: ExplainedEntry): string {
  const { kind, amountCents, baseCents, rateBasisPoints, termsVersion, isRenewal, paidAt } = entry;
  const amount = centsToDecimal(amountCents);
  const share = `${String(rateBasisPoints / 100)}% of ${centsToDecimal(baseCents)}`;
  const day = kind === 'commission' || paidAt === null ? '' : ` on ${formatDate(paidAt)}`;
  const terms = `${isRenewal ? 'renewal' : 'first payment'}${day}, terms ${termsVersion}`;
  const isExact = Math.abs(amountCents) === shareOf(baseCents, rateBasisPoints);
  const rounded = isExact ? '' : ', rounded together with earlier refunds';
  switch (kind) {
    case 'commission':
      return `${amount} = ${share}, ${terms}`;
    case 'refund':
      return `${amount} = ${share} refunded${rounded}, ${terms}`;
    case 'reversal':
      return `${amount} = ${share} reversed${rounded}, ${terms}`;
    case 'adjustment':
      if (termsVersion === byAdmin)
        return `${amount} ${amountCents < 0 ? 'taken back' : 'added'} by an admin, payment${day}`;
      return `${amount} brings the commission to ${share}, ${terms}`;
    case 'reattribution':
      return `${amount} moved ${amountCents < 0 ? 'from' : 'to'} this affiliate, ${share}, ${terms}`;
  }
}
