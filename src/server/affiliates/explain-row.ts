import { type EntryKind, explainEntry } from '../../shared/explain-entry.ts';

/** An entry of the ledger as the API has it. Cents; the rate in hundredths of a percent. */
interface EntryRow {
  readonly kind: EntryKind;
  readonly amount_cents: number;
  readonly base_cents: number;
  readonly rate_basis_points: number;
  readonly terms_version: string;
  readonly is_renewal: boolean;
  /** When the payment was made that it is about, ISO 8601 UTC. */
  readonly paid_at: string;
}

/** How an entry comes to its amount, in words. */
export const explainRow = (row: EntryRow): string =>
  explainEntry({
    kind: row.kind,
    amountCents: row.amount_cents,
    baseCents: row.base_cents,
    rateBasisPoints: row.rate_basis_points,
    termsVersion: row.terms_version,
    isRenewal: row.is_renewal,
    paidAt: row.paid_at,
  });
