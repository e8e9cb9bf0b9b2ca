import { asc, eq, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { purchases } from '../../db/schema/purchases.ts';
import type { PurchaseRow } from './purchase.ts';

/**
 * The purchases of one buyer, by payer id or by address, locked in the order of their ids: what each payment earns is
 * decided by all of them.
 */
export const customersPurchases = (tx: Database, purchase: PurchaseRow): Promise<{ id: string }[]> =>
  tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      or(
        eq(purchases.id, purchase.id),
        purchase.payerId ? eq(purchases.payerId, purchase.payerId) : undefined,
        purchase.payerEmailKey ? eq(purchases.payerEmailKey, purchase.payerEmailKey) : undefined,
      ),
    )
    .orderBy(asc(purchases.id))
    .for('update');
