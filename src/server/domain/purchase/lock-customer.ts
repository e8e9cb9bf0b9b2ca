import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { normaliseEmail } from './normalise-email.ts';
import type { ConfirmedPurchase, KnownPurchase } from './purchase.ts';

/**
 * Waits until no other transaction writes this purchase, nor one of the same buyer: the rate of each payment depends
 * on the buyer's others, which another transaction may be about to write. Held to the transaction's end.
 */
export const lockCustomer = async (
  tx: Database,
  { providerId, payer }: Pick<ConfirmedPurchase, 'providerId' | 'payer'>,
  known: KnownPurchase | undefined,
): Promise<void> => {
  const keys = [
    `purchase ${providerId}`,
    ...[payer.id, known?.payerId].flatMap((id) => (id ? [`payer ${id}`] : [])),
    ...[payer.email && normaliseEmail(payer.email), known?.payerEmailKey].flatMap((key) =>
      key ? [`email ${key}`] : [],
    ),
  ];
  const list = sql.join(
    keys.map((key) => sql`${key}::text`),
    sql`, `,
  );
  // Everybody locks in the same order, so that nobody waits for somebody who waits for them.
  await tx.execute(
    sql`select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(key, 0) as lock from unnest(array[${list}]) as keys (key) order by lock
    ) as locks`,
  );
};
