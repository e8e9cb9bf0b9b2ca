import { sql, type SQL } from 'drizzle-orm';
import { anomalyRules, type PayoutAnomaly } from '../../../shared/payout-anomalies.ts';
import { affiliates, payoutEmailChanges } from '../../frame/db/schema/affiliates.ts';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { payouts, statementEntries, statementReturns, statements } from '../../frame/db/schema/statements.ts';
import { nested, timestamptz } from '../../frame/db/sql.ts';
import { isOpenPayout } from './payout-result.ts';

/**
 * SQL array of the anomaly codes of a row of `payouts`, in no order. Empty for a payout that is paid or rejected.
 * `payoutAnomalies` explains the codes.
 */
export function payoutAnomalyCodes(now: Date): SQL<PayoutAnomaly[]> {
  const { payerId, payerEmailKey } = purchases;
  const { changedBy, changedAt } = payoutEmailChanges;
  const { reason, releasedAt } = commissionHolds;
  return nested(sql<PayoutAnomaly[]>`(
  with recursive own as (
    select ${statements.affiliateId}, ${statements.month} from ${statements} where ${statements.id} = ${payouts.statementId}
  ),
  covered as (${coveredStatements}),
  counted as (
    select ${commissionEntries.paymentId}, ${commissionEntries.kind}, ${commissionEntries.amountCents},
      ${purchases.id} as purchase_id, ${payerEmailKey}, coalesce(${payerId}, ${payerEmailKey}) as payer
    from covered
      join ${statementEntries} on ${statementEntries.statementId} = covered.id
      join ${commissionEntries} on ${commissionEntries.id} = ${statementEntries.entryId}
      join ${payments} on ${payments.id} = ${commissionEntries.paymentId}
      join ${purchases} on ${purchases.id} = ${payments.purchaseId}
  ),
  anomalies as (
    ${codeIf('no-address', sql`${payouts.payoutEmail} is null`)}
    union all ${codeIf(
      'payee-is-payer',
      sql`exists (select 1 from counted where payer_email_key = normalise_email(${payouts.payoutEmail}))`,
    )}
    union all ${codeIf('self-referral-released', hasHold(sql`${releasedAt} is not null and ${reason} = 'self-referral'`))}
    union all ${codeIf('hold-released', hasHold(sql`${releasedAt} is not null and ${reason} <> 'self-referral'`))}
    union all ${codeIf('hold-open', hasHold(sql`${releasedAt} is null`))}
    union all ${codeIf(
      'refund-rate',
      sql`exists (
        select 1 from counted
        having 10000 * sum(amount_cents) filter (where kind in ('refund', 'reversal'))
          <= -${anomalyRules.refundShareBasisPoints}::int * sum(amount_cents) filter (where kind = 'commission')
      )`,
    )}
    union all ${codeIf('first-payout', sql`not exists (select 1 from own cross join lateral ${earlierPaid} as sent)`)}
    union all ${codeIf(
      'payout-email-changed',
      sql`exists (
        select 1 from own join ${payoutEmailChanges} using (affiliate_id)
        where ${changedAt} > ${timestamptz(now)}
            - make_interval(hours => 24 * ${anomalyRules.emailChangedDays}::int)
          or ${changedAt} > (select paid_at from ${lastPaid} as last)
      ) or exists (
        select 1 from ${lastPaid} as last where lower(last.payout_email) <> lower(${payouts.payoutEmail})
      )`,
    )}
    union all ${codeIf(
      'other-payment-email',
      sql`${payouts.exportedAt} is not null and exists (
        select 1 from own join ${affiliates} on ${affiliates.id} = own.affiliate_id
        where lower(${affiliates.payoutEmail}) is distinct from lower(${payouts.payoutEmail})
          and ${affiliates.closedAt} is null
      )`,
    )}
    union all ${codeIf(
      'address-unconfirmed',
      sql`exists (
        select 1 from own join ${affiliates} on ${affiliates.id} = own.affiliate_id
          cross join lateral (
            select ${changedBy}, ${changedAt} from ${payoutEmailChanges}
            where ${payoutEmailChanges.affiliateId} = ${affiliates.id} order by ${changedAt} desc limit 1
          ) as last
        where last.changed_by = ${affiliates.ownerUid}
          and last.changed_at < coalesce(${affiliates.emailConfirmedAt}, 'infinity')
      )`,
    )}
    union all ${codeIf(
      'one-payer',
      sql`exists (
        select 1 from counted where payer is not null
        group by payer having count(distinct purchase_id) >= ${anomalyRules.purchasesOfOnePayer}::int
      )`,
    )}
    union all ${codeIf(
      'large-amount',
      sql`${payouts.amountCents} > ${anomalyRules.timesTheAverage}::int * (
        select avg(sent.amount_cents) from own cross join lateral ${earlierPaid} as sent
      )`,
    )}
  )
  select coalesce(jsonb_agg(code), '[]') from anomalies where ${isOpenPayout})`);
}

function codeIf(code: PayoutAnomaly, condition: SQL): SQL {
  return sql`(select ${code}::text as code where ${condition})`;
}

/** Condition: a payment in `counted` has a hold that meets `condition`. */
function hasHold(condition: SQL): SQL {
  return sql`exists (
  select 1 from ${commissionHolds} join counted on counted.payment_id = ${commissionHolds.paymentId}
  where ${condition})`;
}

/**
 * Condition: the balance of the statement `past` is part of the balance of another statement (an alias), because no payout
 * took it in between.
 */
function carriedInto(statement: SQL): SQL {
  return sql`
  past.affiliate_id = ${statement}.affiliate_id and past.month <= ${statement}.month and past.month > coalesce((
    select max(earlier.month) from ${statements} earlier join ${payouts} sent on sent.statement_id = earlier.id
    where earlier.affiliate_id = ${statement}.affiliate_id and earlier.month < ${statement}.month
  ), '-infinity')`;
}

/** The statements whose balances the payout pays, including those of rejected payouts that returned. */
const coveredStatements = sql`
  select past.id from own join ${statements} past on ${carriedInto(sql`own`)}
  union
  select past.id
  from covered join ${statementReturns} on ${statementReturns.statementId} = covered.id
    join ${payouts} back on back.id = ${statementReturns.payoutId}
    join ${statements} returned on returned.id = back.statement_id
    join ${statements} past on ${carriedInto(sql`returned`)}`;

/** Subquery for the affiliate's paid payouts of earlier months. */
const earlierPaid = sql`(
  select sent.amount_cents from ${payouts} sent join ${statements} past on past.id = sent.statement_id
  where past.affiliate_id = own.affiliate_id and past.month < own.month and sent.state = 'paid')`;

/** Subquery for the affiliate's payout that was paid last. */
const lastPaid = sql`(
  select sent.paid_at, sent.payout_email from own
    join ${statements} past using (affiliate_id) join ${payouts} sent on sent.statement_id = past.id
  where sent.state = 'paid' order by sent.paid_at desc limit 1)`;
