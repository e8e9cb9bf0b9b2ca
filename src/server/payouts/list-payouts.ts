import { and, eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { payoutFilter } from '../../shared/schemas/payout.ts';
import type { Context } from '../context.ts';
import { payouts } from '../db/schema/statements.ts';
import { momentKey, pageQuery } from '../lists/keyset.ts';
import { listPage, type Page } from '../lists/list-page.ts';
import { type Payout, payoutJson, toPayout } from './payout.ts';
import { parseUnpaid, type UnpaidBalance, unpaidQuery } from './unpaid-balances.ts';

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
