import { sql, type SQL } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import type { Context } from '../../frame/context/context.ts';
import { timestamptz } from '../../frame/db/sql.ts';

/**
 * Days after which no amount changes anymore. Buyers can ask for a refund for 14 days, and receive it within 14 more. PayPal
 * returns a payout that nobody accepts after 30 days.
 */
export const settlingDays = 30;

/**
 * SQL condition: nothing is left to be paid to an affiliate, and no amount is likely to change. `affiliate` is the id.
 *
 * False while there is a recent purchase, payment, commission or payout, a payment that PayPal has not completed, a commission on
 * hold or in no statement, a payout that is under way or returns with the next statement, or a balance above 0.
 */
export function isSettled({ now }: Pick<Context, 'now'>, affiliate: SQL): SQL {
  const recent = timestamptz(new Date(now.getTime() - settlingDays * dayMs));
  return sql`not (
    exists (
      select from purchases where affiliate_id = ${affiliate} and (
        created_at > ${recent}
        or exists (
          select from payments where purchase_id = purchases.id and (state = 'pending' or paid_at > ${recent})
        )
      )
    )
    or exists (
      select from commission_entries entry where entry.affiliate_id = ${affiliate} and (
        entry.occurred_at > ${recent}
        or not exists (select from statement_entries where entry_id = entry.id)
        or exists (
          select from commission_holds hold where hold.payment_id = entry.payment_id and hold.released_at is null
        )
      )
    )
    or exists (
      select from payouts join statements on statements.id = payouts.statement_id
      where statements.affiliate_id = ${affiliate} and (
        payouts.state in ('proposed', 'approved')
        or payouts.paid_at > ${recent}
        or payouts.state = 'rejected' and not exists (select from statement_returns where payout_id = payouts.id)
      )
    )
    or coalesce((
      select closing_cents from statements where affiliate_id = ${affiliate} order by month desc limit 1
    ), 0) > 0
  )`;
}
