import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';

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
