import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../../context.ts';
import { oneRow } from '../operations/one-row.ts';
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

const outcome = z.object({ balances: z.array(unpaidBalance) });

/** The balances of a month that nobody could be paid, the largest first; without a month of the last closed one. */
export const unpaidBalances = async (
  { db }: Pick<Context, 'db'>,
  month: string | undefined,
): Promise<readonly UnpaidBalance[]> => {
  const wanted = month === undefined ? null : `${month}-01`;
  const { balances } = await oneRow(
    db,
    sql`select coalesce(json_agg(balance order by closing_cents desc, code), '[]') as balances
      from (
        select closing_cents, code, json_build_object(
          'affiliate', ${payeeJson}, 'month', to_char(month, 'YYYY-MM'), 'closing_cents', closing_cents,
          'reason', carried_reason) as balance
        from statements join affiliates on affiliates.id = statements.affiliate_id
        where carried_reason in ('no-payout-email', 'closed')
          and month = coalesce(${wanted}::date, (select max(month) from closed_months))
        order by closing_cents desc, code limit ${limits.listRows}::int
      ) as found`,
    outcome,
  );
  return balances;
};
