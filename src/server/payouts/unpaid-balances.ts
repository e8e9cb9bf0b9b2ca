import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { limits } from '../../shared/limits.ts';
import { payee, payeeJson } from './payout.ts';

/** A balance that was due and not paid out, since there is nowhere to pay it to. US cents. */
export const unpaidBalance = z
  .object({
    affiliate: payee,
    month: z.string(),
    closing_cents: z.number(),
    reason: z.enum(['no-payout-email', 'closed']),
  })
  .check(z.meta({ id: 'UnpaidBalance' }));

export type UnpaidBalance = z.infer<typeof unpaidBalance>;

/** A query of the balances of a month that nobody could be paid, the largest first; without a month of the last closed one. */
export const unpaidQuery = (month: string | undefined): SQL => {
  const wanted = month === undefined ? null : `${month}-01`;
  return sql`
    select json_build_object(
      'affiliate', ${payeeJson}, 'month', to_char(month, 'YYYY-MM'), 'closing_cents', closing_cents,
      'reason', carried_reason) as balance
    from statements join affiliates on affiliates.id = statements.affiliate_id
    where carried_reason in ('no-payout-email', 'closed')
      and month = coalesce(${wanted}::date, (select max(month) from closed_months))
    order by closing_cents desc, code limit ${limits.listRows}::int`;
};

const rows = z.array(z.object({ balance: unpaidBalance }));

/** What unpaidQuery answers. */
export const parseUnpaid = (found: unknown): readonly UnpaidBalance[] =>
  rows.parse(found).map(({ balance }) => balance);
