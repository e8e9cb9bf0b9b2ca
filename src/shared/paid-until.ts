import { formatLongDate } from './dates.ts';

/** A payment, with amounts in US cents. `paid_at` is ISO 8601. */
export interface DatedPayment {
  readonly state: string;
  readonly paid_at: string;
  readonly amount_cents: number;
  readonly refunded_cents: number;
}

/**
 * Returns the end of the year that the last payment paid for, in ISO 8601, or null without such a payment. Both plans give a year.
 * A payment that was refunded in full pays for nothing. `nextBillingAt` is PayPal's date of a subscription, ISO 8601:
 *
 * | PayPal's date           | the paid year ends                                      |
 * | ----------------------- | ------------------------------------------------------- |
 * | within the year         | on PayPal's date: the payment was late, or just on time |
 * | after the year          | with the year: a later payment has failed               |
 * | before the last payment | with the year: the date is older than the payment       |
 * | none                    | with the year                                           |
 *
 * `earlierEnd` is the end of the year that the buyer had paid for before. A second year bought early begins there.
 */
export function paidUntil(
  payments: readonly DatedPayment[],
  nextBillingAt: string | null = null,
  earlierEnd: string | null = null,
): string | null {
  const starts = payments
    .filter(
      ({ state, amount_cents, refunded_cents }) => state === 'completed' && refunded_cents < amount_cents,
    )
    .map(({ paid_at }) => Date.parse(paid_at));
  if (starts.length === 0) return null;
  const start = Math.max(...starts, earlierEnd === null ? 0 : Date.parse(earlierEnd));
  const end = yearAfter(new Date(start));
  const billing = nextBillingAt === null ? null : new Date(nextBillingAt);
  return (billing && billing.getTime() > start && billing < end ? billing : end).toISOString();
}

/**
 * Returns the ends of the years of a buyer's one-time purchases, oldest first: the payments of each purchase are an element. A year
 * bought early begins when the one before ends. Null for a purchase that pays for nothing.
 */
export function yearEnds(purchases: readonly (readonly DatedPayment[])[]): readonly (string | null)[] {
  let earlierEnd: string | null = null;
  return purchases.map((payments) => {
    const end = paidUntil(payments, null, earlierEnd);
    earlierEnd = end ?? earlierEnd;
    return end;
  });
}

/** Formats the paid year. Payments from before licenses have no `paidUntil`: their year begins on `paidAt`. */
export function formatPaidYear(paidAt: string, paidUntil: string | null): string {
  const end = paidUntil ?? yearAfter(new Date(paidAt)).toISOString();
  const start = new Date(end);
  start.setUTCFullYear(start.getUTCFullYear() - 1);
  return `${formatLongDate(start.toISOString())} to ${formatLongDate(end)}`;
}

/** Returns the moment a year later. A year that begins on February 29 ends on March 1. */
export function yearAfter(start: Date): Date {
  const end = new Date(start);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}
