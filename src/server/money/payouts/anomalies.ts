import { sql, type SQL } from 'drizzle-orm';
import { anomalyRules, type PayoutAnomaly } from '../../../shared/payout-file.ts';
import { timestamptz } from '../../frame/db/sql.ts';

/**
 * SQL array of the anomaly codes of a row of `payouts`, in no order. Empty for a payout that is paid or rejected.
 * `payoutAnomalies` explains the codes.
 */
export function payoutAnomalyCodes(now: Date): SQL {
  return sql`(
  with recursive own as (select affiliate_id, month from statements where statements.id = payouts.statement_id),
  covered as (${coveredStatements}),
  counted as (
    select entry.payment_id, entry.kind, entry.amount_cents, purchases.id as purchase_id,
      payer_email_key, coalesce(payer_id, payer_email_key) as payer
    from covered
      join statement_entries on statement_entries.statement_id = covered.id
      join commission_entries entry on entry.id = statement_entries.entry_id
      join payments on payments.id = entry.payment_id
      join purchases on purchases.id = payments.purchase_id
  ),
  anomalies as (
    ${codeIf('no-address', sql`payouts.payout_email is null`)}
    union all ${codeIf(
      'payee-is-payer',
      sql`exists (select 1 from counted where payer_email_key = normalise_email(payouts.payout_email))`,
    )}
    union all ${codeIf('self-referral-released', hasHold(sql`released_at is not null and reason = 'self-referral'`))}
    union all ${codeIf('hold-released', hasHold(sql`released_at is not null and reason <> 'self-referral'`))}
    union all ${codeIf('hold-open', hasHold(sql`released_at is null`))}
    union all ${codeIf(
      'refund-rate',
      sql`exists (
        select 1 from counted
        having 10000 * sum(amount_cents) filter (where kind in ('refund', 'reversal'))
          <= -${anomalyRules.refundShareBasisPoints}::int * sum(amount_cents) filter (where kind = 'commission')
      )`,
    )}
    union all ${codeIf('first-payout', sql`not exists (select 1 from own cross join lateral (${earlierPaid}) as sent)`)}
    union all ${codeIf(
      'payout-email-changed',
      sql`exists (
        select 1 from own join payout_email_changes using (affiliate_id)
        where changed_at > ${timestamptz(now)}
            - make_interval(hours => 24 * ${anomalyRules.emailChangedDays}::int)
          or changed_at > (select paid_at from (${lastPaid}) as last)
      ) or exists (
        select 1 from (${lastPaid}) as last where lower(last.payout_email) <> lower(payouts.payout_email)
      )`,
    )}
    union all ${codeIf(
      'other-payment-email',
      sql`payouts.exported_at is not null and exists (
        select 1 from own join affiliates on affiliates.id = own.affiliate_id
        where lower(affiliates.payout_email) is distinct from lower(payouts.payout_email) and affiliates.closed_at is null
      )`,
    )}
    union all ${codeIf(
      'address-unconfirmed',
      sql`exists (
        select 1 from own join affiliates on affiliates.id = own.affiliate_id
          cross join lateral (
            select changed_by, changed_at from payout_email_changes
            where payout_email_changes.affiliate_id = affiliates.id order by changed_at desc limit 1
          ) as last
        where last.changed_by = affiliates.owner_uid
          and last.changed_at < coalesce(affiliates.email_confirmed_at, 'infinity')
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
      sql`payouts.amount_cents > ${anomalyRules.timesTheAverage}::int * (
        select avg(sent.amount_cents) from own cross join lateral (${earlierPaid}) as sent
      )`,
    )}
  )
  select coalesce(json_agg(code), '[]') from anomalies where payouts.state in ('proposed', 'approved'))`;
}

function codeIf(code: PayoutAnomaly, condition: SQL): SQL {
  return sql`select ${code}::text as code where ${condition}`;
}

/** Condition: a payment in `counted` has a hold that meets `condition`. */
function hasHold(condition: SQL): SQL {
  return sql`exists (
  select 1 from commission_holds join counted on counted.payment_id = commission_holds.payment_id
  where ${condition})`;
}

/**
 * Condition: the balance of the statement `past` is part of the balance of another statement (an alias), because no payout
 * took it in between.
 */
function carriedInto(statement: SQL): SQL {
  return sql`
  past.affiliate_id = ${statement}.affiliate_id and past.month <= ${statement}.month and past.month > coalesce((
    select max(earlier.month) from statements earlier join payouts sent on sent.statement_id = earlier.id
    where earlier.affiliate_id = ${statement}.affiliate_id and earlier.month < ${statement}.month
  ), '-infinity')`;
}

/** The statements whose balances the payout pays, including those of rejected payouts that returned. */
const coveredStatements = sql`
  select past.id from own join statements past on ${carriedInto(sql`own`)}
  union
  select past.id
  from covered join statement_returns on statement_returns.statement_id = covered.id
    join payouts back on back.id = statement_returns.payout_id
    join statements returned on returned.id = back.statement_id
    join statements past on ${carriedInto(sql`returned`)}`;

/** The affiliate's paid payouts of earlier months. */
const earlierPaid = sql`
  select sent.amount_cents from payouts sent join statements past on past.id = sent.statement_id
  where past.affiliate_id = own.affiliate_id and past.month < own.month and sent.state = 'paid'`;

/** The affiliate's payout that was paid last. */
const lastPaid = sql`
  select sent.paid_at, sent.payout_email from own
    join statements past using (affiliate_id) join payouts sent on sent.statement_id = past.id
  where sent.state = 'paid' order by sent.paid_at desc limit 1`;
