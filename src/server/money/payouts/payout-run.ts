import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { anomalyCodes, payoutAnomalies } from '../../../shared/payout-file.ts';
import { iso } from '../../frame/db/sql.ts';
import { payoutAnomalyCodes } from './anomalies.ts';

const sum = z.object({ count: z.number(), cents: z.number() });

/** The row of `payoutRunJson`. `flagged_by` has the number of proposed payouts for each code of an anomaly. */
export const payoutRunRow = z.object({
  month: z.string(),
  closed_at: z.nullable(z.iso.datetime()).check(z.describe('Null if the month is not closed')),
  proposed: sum,
  flagged: sum.check(z.describe('The proposed payouts with an anomaly')),
  flagged_by: z.record(z.string(), z.number()),
  approved: sum.check(z.describe('Approved, and in no payment file')),
  exported: sum.check(z.describe('Approved, in a payment file, and without a result')),
  unclaimed: sum.check(z.describe('Sent by PayPal, and not accepted yet')),
  returned: sum.check(z.describe('Returned by PayPal, and not rejected yet')),
  blocked: sum.check(z.describe('Blocked by PayPal, and not rejected yet')),
  paid: sum,
  rejected: sum,
});

/** The payouts of a month, added up by the step that they have reached. US cents. */
export const payoutRun = z
  .extend(z.omit(payoutRunRow, { flagged_by: true }), {
    anomalies: z
      .array(z.object({ code: z.enum(anomalyCodes), text: z.string(), count: z.number() }))
      .check(z.describe('The anomalies of the proposed payouts, each with the number of payouts')),
  })
  .check(z.meta({ id: 'PayoutRun' }));

export type PayoutRun = z.infer<typeof payoutRun>;

/** Adds the texts of the anomalies, in the order of `payoutAnomalies`. */
export function parsePayoutRun({ flagged_by, ...run }: z.infer<typeof payoutRunRow>): PayoutRun {
  return {
    ...run,
    anomalies: anomalyCodes.flatMap((code) => {
      const count = flagged_by[code];
      return count === undefined ? [] : [{ code, text: payoutAnomalies[code], count }];
    }),
  };
}

/** SQL for the first day of a month. The default is the last closed month; null if no month is closed. */
export function monthOrLastClosed(month: string | undefined): SQL {
  return sql`coalesce(${month === undefined ? null : `${month}-01`}::date, (select max(month) from closed_months))`;
}

/**
 * SQL for the `payoutRunRow` of a month. The default is the last closed month; null if no month is closed. Only
 * proposed payouts are searched for anomalies, because the search costs several index scans for each payout.
 */
export function payoutRunJson(month: string | undefined, now: Date): SQL {
  const firstDay = monthOrLastClosed(month);
  return sql`(
  with run as (
    select payouts.state, payouts.amount_cents, payouts.exported_at,
      case when payouts.state in ('proposed', 'approved') then payouts.result end as result,
      case when payouts.state = 'proposed' and payouts.result is null then ${payoutAnomalyCodes(now)} end as codes
    from payouts
    where payouts.statement_id = any(array(select id from statements where month = ${firstDay}))
  ),
  flags as (
    select code, count(*) as flagged from run cross join json_array_elements_text(codes) as code group by code
  )
  select json_build_object(
    'month', to_char(${firstDay}, 'YYYY-MM'),
    'closed_at', (select ${iso(sql`closed_at`)} from closed_months where month = ${firstDay}),
    'proposed', ${sumOf(sql`state = 'proposed' and result is null`)},
    'flagged', ${sumOf(sql`json_array_length(codes) > 0`)},
    'flagged_by', (select coalesce(json_object_agg(code, flagged), '{}') from flags),
    'approved', ${sumOf(sql`state = 'approved' and result is null and exported_at is null`)},
    'exported', ${sumOf(sql`state = 'approved' and result is null and exported_at is not null`)},
    'unclaimed', ${sumOf(sql`result = 'unclaimed'`)},
    'returned', ${sumOf(sql`result = 'returned'`)},
    'blocked', ${sumOf(sql`result = 'blocked'`)},
    'paid', ${sumOf(sql`state = 'paid'`)},
    'rejected', ${sumOf(sql`state = 'rejected'`)})
  where ${firstDay} is not null)`;
}

/** SQL for the number and the amount of the payouts of the run that meet a condition. */
function sumOf(condition: SQL): SQL {
  return sql`(
    select json_build_object('count', count(*), 'cents', coalesce(sum(amount_cents), 0)) from run where ${condition})`;
}

/** A month with payouts that are neither paid nor rejected. US cents. */
export const openMonth = z
  .object({ month: z.string(), count: z.number(), cents: z.number() })
  .check(z.meta({ id: 'OpenPayoutMonth' }));

export type OpenMonth = z.infer<typeof openMonth>;

/** SQL for the open months, newest first. */
export const openMonthsJson = sql`(
  select coalesce(json_agg(json_build_object(
      'month', to_char(month, 'YYYY-MM'), 'count', open_count, 'cents', open_cents) order by month desc), '[]')
  from (
    select statements.month, count(*) as open_count, sum(payouts.amount_cents) as open_cents
    from payouts join statements on statements.id = payouts.statement_id
    where payouts.state in ('proposed', 'approved')
    group by statements.month
  ) as open_months)`;
