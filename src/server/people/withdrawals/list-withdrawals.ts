import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { withdrawalDays, withdrawalFilters } from '../../../shared/withdrawals.ts';
import type { Context } from '../../frame/context/context.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { purchaseState } from '../../frame/db/schema/purchases.ts';
import { iso, timestamptz } from '../../frame/db/sql.ts';
import { pageQuery, textKey } from '../../frame/lists/keyset.ts';
import { listPage, type ListPage } from '../../frame/lists/list-page.ts';
import { hasKnownOrder, purchaseIdOf } from '../buyers/withdrawal-order.ts';

const isOpen = sql`(withdrawals.handled_at is null)`;

/** The condition of each filter of the list. */
const filters = {
  open: isOpen,
  known: sql`(${isOpen} and ${hasKnownOrder})`,
  unknown: sql`(${isOpen} and not ${hasKnownOrder})`,
  handled: sql`not ${isOpen}`,
} as const;

/** Query of the list. `state`: the open withdrawals, those of them with or without a known order, or the handled ones. */
export const withdrawalListQuery = z.extend(pageQuery, { state: z.optional(z.enum(withdrawalFilters)) });

/**
 * The open withdrawals come first, and among them those with a known order, so that invented ones do not bury them. Ids are in the
 * order of their creation.
 */
const urgency = sql`case
  when not ${isOpen}
    then 'handled ' || to_char(withdrawals.handled_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
  when ${hasKnownOrder} then '' else 'a' end collate "C"`;

/** Lists withdrawals page by page, the most urgent first. Throws `invalid` for a wrong cursor. */
export function listWithdrawals(
  context: Pick<Context, 'db'>,
  { state, limit, cursor }: z.infer<typeof withdrawalListQuery>,
): Promise<ListPage<Withdrawal>> {
  return listPage(context, {
    table: withdrawals,
    id: withdrawals.id,
    row: withdrawalJson(sql`withdrawals`),
    where: state && filters[state],
    key: textKey(urgency),
    descending: false,
    limit,
    cursor,
  });
}

/** A withdrawal for admins. Dates are ISO 8601 UTC. */
export const withdrawalShape = z
  .object({
    id: z.string(),
    name: z.nullable(z.string()).check(z.describe('Null if the person was forgotten')),
    email: z.nullable(z.string()),
    order_number: z.string().check(z.describe('As the buyer typed it')),
    received_at: z.iso.datetime(),
    due_at: z.iso.datetime().check(z.describe('The last moment for the refund: 14 days after receipt')),
    handled_at: z.nullable(z.iso.datetime()),
    handled_by: z.nullable(z.string()).check(z.describe('The uid of the admin')),
    handled_note: z.nullable(z.string()),
    purchase: z
      .nullable(
        z.object({
          id: z.string(),
          order_id: z.string().check(z.describe('PayPal’s id of the order or subscription')),
          state: z.enum(purchaseState.enumValues),
        }),
      )
      .check(z.describe('The purchase with this order number, or with a payment of this number')),
  })
  .check(z.meta({ id: 'Withdrawal' }));

export type Withdrawal = z.infer<typeof withdrawalShape>;

export const withdrawalExample: Withdrawal = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c44',
  name: 'Carl Sample',
  email: 'carl@mail.example',
  order_number: 'I-8WR5LT29DS3B',
  received_at: '2026-11-05T09:30:00.000Z',
  due_at: '2026-11-19T09:30:00.000Z',
  handled_at: null,
  handled_by: null,
  handled_note: null,
  purchase: { id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c55', order_id: 'I-8WR5LT29DS3B', state: 'active' },
};

/** JSON of a withdrawal (the table or an alias). */
export function withdrawalJson(row: SQL): SQL<Withdrawal> {
  return sql<Withdrawal>`json_build_object(
    'id', ${row}.id, 'name', ${row}.name, 'email', ${row}.email, 'order_number', ${row}.order_number,
    'received_at', ${iso(sql`${row}.received_at`)},
    'due_at', ${iso(sql`(${row}.received_at + make_interval(days => ${withdrawalDays}::int))`)},
    'handled_at', ${iso(sql`${row}.handled_at`)}, 'handled_by', ${row}.handled_by, 'handled_note', ${row}.handled_note,
    'purchase', ${purchaseOf(sql`${row}.order_number`)})`;
}

/** JSON of the purchase that a typed order number means. */
function purchaseOf(orderNumber: SQL): SQL {
  return sql`(
    select json_build_object('id', purchases.id, 'order_id', purchases.provider_id, 'state', purchases.state)
    from purchases where purchases.id = ${purchaseIdOf(orderNumber)}
  )`;
}

/** SQL condition for an open withdrawal whose refund is overdue. */
export function isOverdue(now: Date): SQL {
  const latestReceipt = new Date(now.getTime() - withdrawalDays * dayMs);
  return sql`handled_at is null and received_at <= ${timestamptz(latestReceipt)}`;
}
