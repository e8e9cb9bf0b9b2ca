import * as z from 'zod/mini';
import { isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { dayMs } from '../../shared/dates.ts';
import { withdrawalDays } from '../../shared/withdrawals.ts';
import type { Context } from '../context.ts';
import { withdrawals } from '../db/schema/portal.ts';
import { purchaseState } from '../db/schema/purchases.ts';
import { iso, timestamptz } from '../db/sql.ts';
import { momentKey, pageQuery } from '../lists/keyset.ts';
import { listPage, type Page } from '../lists/list-page.ts';

/** Query of the list. `state` limits it to open or to handled withdrawals. */
export const withdrawalListQuery = z.extend(pageQuery, { state: z.optional(z.enum(['open', 'handled'])) });

/** Lists withdrawals page by page: the open ones first, the oldest of them at the top. Throws `invalid` for a wrong cursor. */
export function listWithdrawals(
  context: Pick<Context, 'db'>,
  { state, limit, cursor }: z.infer<typeof withdrawalListQuery>,
): Promise<Page<Withdrawal>> {
  return listPage(context, {
    table: withdrawals,
    id: withdrawals.id,
    json: withdrawalJson(sql`withdrawals`),
    where: state && (state === 'open' ? isNull(withdrawals.handledAt) : isNotNull(withdrawals.handledAt)),
    // An open withdrawal has no such moment, and comes first. Ids are in the order of their creation.
    key: momentKey(withdrawals.handledAt),
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

/** The purchase that a typed order number means. Buyers also copy the number of a payment from PayPal's receipt. */
function purchaseOf(orderNumber: SQL): SQL {
  const providerId = sql`upper(regexp_replace(${orderNumber}, '[^A-Za-z0-9-]', '', 'g'))`;
  return sql`(
    select json_build_object('id', purchases.id, 'order_id', purchases.provider_id, 'state', purchases.state)
    from purchases
    where purchases.id = coalesce(
      (select id from purchases where provider_id = ${providerId}),
      (select purchase_id from payments where provider_id = ${providerId}))
  )`;
}

/** SQL condition for an open withdrawal whose refund is overdue. */
export function isOverdue(now: Date): SQL {
  const latestReceipt = new Date(now.getTime() - withdrawalDays * dayMs);
  return sql`handled_at is null and received_at <= ${timestamptz(latestReceipt)}`;
}
