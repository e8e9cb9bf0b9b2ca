import { formatDate } from './dates.ts';
import { centsToDecimal, shareOf } from './money.ts';

/** What an entry of the commission ledger is for. */
export type EntryKind = 'commission' | 'refund' | 'reversal' | 'reattribution' | 'adjustment';

/** An entry of the commission ledger. Cents are signed US cents, the rate is in basis points. */
export interface ExplainedEntry {
  readonly kind: EntryKind;
  readonly amountCents: number;
  /** The cents that the rate was applied to. */
  readonly baseCents: number;
  readonly rateBasisPoints: number;
  readonly termsVersion: string;
  /** Whether the payment came after the customer's first: of a subscription, or a Basic bought again. */
  readonly isRenewal: boolean;
  /** When the payment was made, ISO 8601; null for an example. */
  readonly paidAt: string | null;
}

/** In place of a version of the terms: an admin added the entry, with a reason. */
export const byAdmin = 'admin';

/** `2500` → `'25 %'`. */
const rateText = (basisPoints: number): string => `${String(basisPoints / 100)} %`;

/**
 * How an entry comes to its amount, in words: `'12.50 = 25 % of 49.99, first payment, terms 2025-08'`. One that came later
 * says which payment it changes: `'-12.50 = 25 % of 49.99 refunded, first payment on 8/15/2025, terms 2025-08'`.
 */
export const explainEntry = (entry: ExplainedEntry): string => {
  const { kind, amountCents, baseCents, rateBasisPoints, termsVersion, isRenewal, paidAt } = entry;
  const amount = centsToDecimal(amountCents);
  const share = `${rateText(rateBasisPoints)} of ${centsToDecimal(baseCents)}`;
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
};
