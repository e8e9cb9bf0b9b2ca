/** A payment, with amounts in US cents. `paid_at` is ISO 8601. */
interface DatedPayment {
  readonly state: string;
  readonly paid_at: string;
  readonly amount_cents: number;
  readonly refunded_cents: number;
}

/**
 * Returns the end of the year that the last payment paid for, in ISO 8601, or null without such a payment. Both plans give a year.
 * A payment that was refunded in full pays for nothing.
 */
export function paidUntil(payments: readonly DatedPayment[]): string | null {
  const starts = payments
    .filter(
      ({ state, amount_cents, refunded_cents }) => state === 'completed' && refunded_cents < amount_cents,
    )
    .map(({ paid_at }) => Date.parse(paid_at));
  if (starts.length === 0) return null;
  const end = new Date(Math.max(...starts));
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end.toISOString();
}
