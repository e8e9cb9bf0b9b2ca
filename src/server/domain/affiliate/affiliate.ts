import { type affiliates } from '../../db/schema/affiliates.ts';

/** An affiliate as the API shows it: ISO 8601 UTC in the dates, `date_activated` null while not activated. */
export interface Affiliate {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly code: string;
  readonly date_activated: string | null;
  readonly referred_by: string | null;
  readonly date_created: string;
}

export const toAffiliate = (row: typeof affiliates.$inferSelect): Affiliate => ({
  id: row.id,
  name: row.name,
  email: row.email,
  code: row.code,
  date_activated: row.dateActivated?.toISOString() ?? null,
  referred_by: row.referredBy,
  date_created: row.dateCreated.toISOString(),
});
