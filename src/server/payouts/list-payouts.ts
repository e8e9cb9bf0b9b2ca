import * as z from 'zod/mini';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { payoutFilter } from '../../shared/schemas/payout.ts';
import type { Context } from '../context.ts';
import { payouts } from '../db/schema/statements.ts';
import { momentKey, pageQuery } from '../lists/keyset.ts';
import { listPage, type Page } from '../lists/list-page.ts';
import { payee, payeeJson, type Payout, payoutJson, toPayout } from './payout.ts';
import { limits } from '../../shared/limits.ts';

/** A page of the payouts of a state, of a month, or of both. */
export const payoutQuery = z.extend(pageQuery, payoutFilter.shape);

/**
 * The payouts of a filter, as a condition on `payouts`. A month's as an array, to be found by its statements: payouts are
 * made month by month, so those of an old one stand at the end of the newest first.
 */
export const payoutsOf = ({ state, month }: z.infer<typeof payoutFilter>): SQL | undefined =>
  and(
    state ? eq(payouts.state, state) : undefined,
    month
      ? sql`${payouts.statementId} = any(array(select id from statements where month = ${`${month}-01`}::date))`
      : undefined,
  );

/**
 * Payouts, newest first, one page at a time by keyset, with the first page the balances that nobody could be paid. Throws
 * `invalid` for a wrong cursor.
 */
export const listPayouts = async (
  context: Pick<Context, 'db' | 'now'>,
  { limit, cursor, ...filter }: z.infer<typeof payoutQuery>,
): Promise<Page<Payout> & { readonly unpaid: readonly UnpaidBalance[] }> => {
  const list = {
    table: payouts,
    id: payouts.id,
    json: payoutJson(context.now),
    where: payoutsOf(filter),
    key: momentKey(payouts.createdAt),
    descending: true,
    limit,
    cursor,
  };
  const unpaid = cursor === undefined ? unpaidQuery(filter.month) : undefined;
  const { beside, ...page } = await listPage(context, list, unpaid);
  return { ...page, rows: page.rows.map(toPayout), unpaid: parseUnpaid(beside) };
};

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
