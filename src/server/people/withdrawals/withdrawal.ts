import * as z from 'zod/mini';
import { and, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { dayMs } from '../../../shared/dates.ts';
import { withdrawalDays, withdrawalKinds } from '../../../shared/withdrawals.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { purchaseState } from '../../frame/db/schema/purchases.ts';
import { iso } from '../../frame/db/sql.ts';
import { requestedPurchase } from './requested-purchase.ts';
import { planSettlement, settlementShape } from './settlement.ts';

/** A buyer's request for admins. Dates are ISO 8601 UTC. */
export const withdrawalShape = z
  .object({
    id: z.string(),
    kind: z.enum(withdrawalKinds),
    name: z.nullable(z.string()).check(z.describe('Null if the person’s data was erased')),
    email: z.nullable(z.string()),
    order_number: z.string().check(z.describe('As the buyer typed it')),
    received_at: z.iso.datetime(),
    due_at: z.iso.datetime().check(z.describe('The deadline of the refund: 14 days after `received_at`')),
    handled_at: z.nullable(z.iso.datetime()),
    handled_by: z.nullable(z.string()).check(z.describe('The uid of the admin')),
    handled_note: z.nullable(z.string()),
    purchase: z
      .nullable(
        z.object({
          id: z.string(),
          order_id: z.string().check(z.describe('PayPal’s ID of the order or subscription')),
          state: z.enum(purchaseState.enumValues),
        }),
      )
      .check(z.describe('The purchase with this order number, or with a payment of this number')),
    settlement: z.nullable(settlementShape).check(z.describe('Null for a handled request')),
  })
  .check(z.meta({ id: 'Withdrawal' }));

export type Withdrawal = z.infer<typeof withdrawalShape>;

export const withdrawalExample: Withdrawal = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c44',
  kind: 'withdrawal',
  name: 'Carl Sample',
  email: 'carl@mail.example',
  order_number: 'I-8WR5LT29DS3B',
  received_at: '2026-11-05T09:30:00.000Z',
  due_at: '2026-11-19T09:30:00.000Z',
  handled_at: null,
  handled_by: null,
  handled_note: null,
  purchase: { id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c55', order_id: 'I-8WR5LT29DS3B', state: 'active' },
  settlement: {
    obstacle: null,
    refund: { payment_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2b55', cents: 49_99, state: 'open', error: null },
    cancel: { state: 'open', error: null },
  },
};

const dueAt = sql`(${withdrawals.receivedAt} + make_interval(days => ${withdrawalDays}::int))`;

/** The columns from which `toWithdrawal` makes a Withdrawal. */
export const withdrawalColumns = {
  id: withdrawals.id,
  kind: withdrawals.kind,
  name: withdrawals.name,
  email: withdrawals.email,
  order_number: withdrawals.orderNumber,
  received_at: iso(withdrawals.receivedAt),
  due_at: iso<string>(dueAt),
  handled_at: iso(withdrawals.handledAt),
  handled_by: withdrawals.handledBy,
  handled_note: withdrawals.handledNote,
  purchase: requestedPurchase,
};

/** Returns a row with how it is settled. */
export function toWithdrawal({ purchase, ...row }: SelectResultFields<typeof withdrawalColumns>): Withdrawal {
  const settlement = row.handled_at === null ? planSettlement(row.kind, purchase) : null;
  return {
    ...row,
    purchase: purchase && { id: purchase.id, order_id: purchase.order_id, state: purchase.state },
    settlement,
  };
}

/** SQL condition for an open request whose refund is overdue. */
export function isOverdue(now: Date): SQL | undefined {
  const latestReceipt = new Date(now.getTime() - withdrawalDays * dayMs);
  return and(isNull(withdrawals.handledAt), lte(withdrawals.receivedAt, latestReceipt));
}
