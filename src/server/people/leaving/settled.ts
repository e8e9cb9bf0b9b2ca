import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import type { Context } from '../../frame/context/context.ts';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { payouts, statementEntries, statementReturns, statements } from '../../frame/db/schema/statements.ts';
import { timestamptz } from '../../frame/db/sql.ts';

/**
 * Days after which no amount changes anymore. Buyers can ask for a refund for 14 days, and receive it within 14 more. PayPal
 * returns a payout that nobody accepts after 30 days.
 */
const settlingDays = 30;

/**
 * SQL condition: nothing is left to be paid to an affiliate, and no amount is likely to change. `affiliate` is the id.
 *
 * False while there is one of these:
 *
 * - a recent purchase, payment, commission or payout
 * - a payment that PayPal has not completed
 * - a commission on hold or in no statement
 * - a payout that is under way or returns with the next statement
 * - a balance above 0
 */
export function isSettled({ now }: Pick<Context, 'now'>, affiliate: SQL): SQL {
  const recent = timestamptz(new Date(now.getTime() - settlingDays * dayMs));
  return sql`not (${hasRecentPurchase(affiliate, recent)} or ${hasOpenEntry(affiliate, recent)}
    or ${hasOpenPayout(affiliate, recent)} or ${lastBalance(affiliate)} > 0)`;
}

function hasRecentPurchase(affiliate: SQL, recent: SQL): SQL {
  return sql`exists (
    select from ${purchases} where ${purchases.affiliateId} = ${affiliate} and (
      ${purchases.createdAt} > ${recent}
      or exists (
        select from ${payments} where ${payments.purchaseId} = ${purchases.id}
          and (${eq(payments.state, 'pending')} or ${payments.paidAt} > ${recent})
      )
    )
  )`;
}

function hasOpenEntry(affiliate: SQL, recent: SQL): SQL {
  const { id, affiliateId, occurredAt, paymentId } = commissionEntries;
  return sql`exists (
    select from ${commissionEntries} where ${affiliateId} = ${affiliate} and (
      ${occurredAt} > ${recent}
      or not exists (select from ${statementEntries} where ${statementEntries.entryId} = ${id})
      or exists (
        select from ${commissionHolds}
        where ${commissionHolds.paymentId} = ${paymentId} and ${commissionHolds.releasedAt} is null
      )
    )
  )`;
}

function hasOpenPayout(affiliate: SQL, recent: SQL): SQL {
  const { id, state, paidAt, statementId } = payouts;
  return sql`exists (
    select from ${payouts} join ${statements} on ${statements.id} = ${statementId}
    where ${statements.affiliateId} = ${affiliate} and (
      ${inArray(state, ['proposed', 'approved'])} or ${paidAt} > ${recent}
      or ${eq(state, 'rejected')} and not exists (
        select from ${statementReturns} where ${statementReturns.payoutId} = ${id}
      )
    )
  )`;
}

/** SQL for the closing balance of an affiliate's last statement. */
function lastBalance(affiliate: SQL): SQL {
  return sql`coalesce((
    select ${statements.closingCents} from ${statements} where ${statements.affiliateId} = ${affiliate}
    order by ${statements.month} desc limit 1
  ), 0)`;
}
