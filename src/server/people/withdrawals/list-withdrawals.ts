import * as z from 'zod/mini';
import { and, isNotNull, isNull, not, sql } from 'drizzle-orm';
import { withdrawalFilters } from '../../../shared/withdrawals.ts';
import type { Context } from '../../frame/context/context.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { pageQuery, textKey } from '../../frame/lists/keyset.ts';
import { listPage, type ListPage } from '../../frame/lists/list-page.ts';
import { hasKnownOrder } from '../buyers/withdrawal-order.ts';
import { toWithdrawal, type Withdrawal, withdrawalColumns } from './withdrawal.ts';

const isOpen = isNull(withdrawals.handledAt);

/** The condition of each filter of the list. */
const filters = {
  open: isOpen,
  known: and(isOpen, hasKnownOrder),
  unknown: and(isOpen, not(hasKnownOrder)),
  handled: isNotNull(withdrawals.handledAt),
} as const;

/** Query of the list. `state`: the open withdrawals, those of them with or without a known order, or the handled ones. */
export const withdrawalListQuery = z.extend(pageQuery, { state: z.optional(z.enum(withdrawalFilters)) });

/**
 * The open withdrawals come first, and among them those with a known order, so that invented ones do not bury them. Ids are in the
 * order of their creation.
 */
const urgency = sql`case
  when ${isNotNull(withdrawals.handledAt)}
    then 'handled ' || to_char(${withdrawals.handledAt} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
  when ${hasKnownOrder} then '' else 'a' end collate "C"`;

/** Lists withdrawals page by page, the most urgent first. Throws `invalid` for a wrong cursor. */
export async function listWithdrawals(
  context: Pick<Context, 'db'>,
  { state, limit, cursor }: z.infer<typeof withdrawalListQuery>,
): Promise<ListPage<Withdrawal>> {
  const page = await listPage(context, {
    table: withdrawals,
    id: withdrawals.id,
    row: withdrawalColumns,
    where: state && filters[state],
    key: textKey(urgency),
    descending: false,
    limit,
    cursor,
  });
  return { ...page, rows: page.rows.map(toWithdrawal) };
}
