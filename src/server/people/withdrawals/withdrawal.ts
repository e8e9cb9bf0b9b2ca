import * as z from 'zod/mini';
import { and, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { withdrawalDays } from '../../../shared/withdrawals.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { purchases, purchaseState } from '../../frame/db/schema/purchases.ts';
import { type ColumnsOf, iso, jsonRow } from '../../frame/db/sql.ts';
import { purchaseIdOf } from '../buyers/withdrawal-order.ts';

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

const dueAt = sql`(${withdrawals.receivedAt} + make_interval(days => ${withdrawalDays}::int))`;

/** The columns of a Withdrawal. */
export const withdrawalColumns = {
  id: withdrawals.id,
  name: withdrawals.name,
  email: withdrawals.email,
  order_number: withdrawals.orderNumber,
  received_at: iso(withdrawals.receivedAt),
  due_at: iso<string>(dueAt),
  handled_at: iso(withdrawals.handledAt),
  handled_by: withdrawals.handledBy,
  handled_note: withdrawals.handledNote,
  purchase: jsonRow(
    { id: purchases.id, order_id: purchases.providerId, state: purchases.state },
    sql`from ${purchases} where ${purchases.id} = ${purchaseIdOf(withdrawals.orderNumber)}`,
  ),
} satisfies ColumnsOf<Withdrawal>;

/** SQL condition for an open withdrawal whose refund is overdue. */
export function isOverdue(now: Date): SQL | undefined {
  const latestReceipt = new Date(now.getTime() - withdrawalDays * dayMs);
  return and(isNull(withdrawals.handledAt), lte(withdrawals.receivedAt, latestReceipt));
}
