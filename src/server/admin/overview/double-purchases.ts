import { sql, type SQL } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { withdrawalDays } from '../../../shared/withdrawals.ts';
import { timestamptz } from '../../frame/db/sql.ts';

/**
 * JSON with the number of recent purchases whose payer had bought the same plan within a day before, and the newest. A pair counts
 * until one of the two is refunded or cancelled, or until the time for a withdrawal is over.
 */
export function doublePurchases(now: Date): SQL {
  const since = timestamptz(new Date(now.getTime() - withdrawalDays * dayMs));
  return sql`(
    select json_build_object('count', count(*), 'order_id', (array_agg(provider_id order by created_at desc, id desc))[1])
    from purchases
    where created_at > ${since} and ${isKept(sql`purchases`)} and exists (
      select from purchases earlier
      where earlier.id <> purchases.id and earlier.plan_id = purchases.plan_id
        and (earlier.payer_id = purchases.payer_id or earlier.payer_email_key = purchases.payer_email_key)
        and (earlier.created_at, earlier.id) < (purchases.created_at, purchases.id)
        and earlier.created_at > purchases.created_at - interval '1 day' and ${isKept(sql`earlier`)}
    )
  )`;
}

/**
 * SQL condition: the purchase (the table or an alias) is paid, and neither refunded nor cancelled. The count finds the payments by
 * their index; for `not exists` PostgreSQL would read all payments.
 */
function isKept(purchase: SQL): SQL {
  return sql`(${purchase}.state in ('completed', 'active') and (
    select count(*) from payments
    where payments.purchase_id = ${purchase}.id and (payments.state = 'reversed' or refunded_cents = payments.amount_cents)
  ) = 0)`;
}
