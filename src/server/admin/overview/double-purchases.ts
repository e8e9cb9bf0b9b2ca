import { and, count, eq, exists, gt, inArray, ne, or, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { dayMs } from '../../../shared/dates.ts';
import { withdrawalDays } from '../../../shared/withdrawals.ts';
import type { Statements } from '../../frame/context/database.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';

/**
 * SELECT of the number of recent purchases whose payer had bought the same plan within a day before, and of the newest. A pair counts
 * until one of the two is refunded or cancelled, or until the time for a withdrawal is over.
 */
export function selectDoublePurchases(tx: Statements, now: Date) {
  const earlier = alias(purchases, 'earlier');
  const isSecond = exists(
    tx
      .select({ one: sql`1` })
      .from(earlier)
      .where(
        and(
          ne(earlier.id, purchases.id),
          eq(earlier.planId, purchases.planId),
          or(eq(earlier.payerId, purchases.payerId), eq(earlier.payerEmailKey, purchases.payerEmailKey)),
          sql`(${earlier.createdAt}, ${earlier.id}) < (${purchases.createdAt}, ${purchases.id})`,
          sql`${earlier.createdAt} > ${purchases.createdAt} - interval '1 day'`,
          isKept(earlier),
        ),
      ),
  );
  return tx
    .select({
      count: count(),
      order_id: sql<
        string | null
      >`(array_agg(${purchases.providerId} order by ${purchases.createdAt} desc, ${purchases.id} desc))[1]`,
    })
    .from(purchases)
    .where(
      and(
        gt(purchases.createdAt, new Date(now.getTime() - withdrawalDays * dayMs)),
        isKept(purchases),
        isSecond,
      ),
    );
}

/**
 * SQL condition: the purchase is paid, and neither refunded nor cancelled. The count finds the payments by their index; for
 * `not exists` PostgreSQL would read all payments.
 */
function isKept(purchase: Readonly<Record<'id' | 'state', PgColumn>>) {
  return and(
    inArray(purchase.state, ['completed', 'active']),
    sql`(
      select count(*) from ${payments} where ${eq(payments.purchaseId, purchase.id)}
        and (${payments.state} = 'reversed' or ${eq(payments.refundedCents, payments.amountCents)})
    ) = 0`,
  );
}
