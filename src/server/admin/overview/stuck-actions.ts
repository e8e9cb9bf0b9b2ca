import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { paypalActionKind, paypalActionState } from '../../frame/db/schema/paypal-actions.ts';
import { iso, timestamptz } from '../../frame/db/sql.ts';

/** Refunds and cancellations that PayPal refused, or that PayPal has not answered for a long time. */
export const stuckActionsShape = z.object({
  refused: z.number().check(z.describe('Refunds and cancellations that PayPal refused in the last 30 days')),
  late: z.number().check(z.describe('Refunds and cancellations that have waited longer than an hour')),
  newest: z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(paypalActionKind.enumValues),
        state: z.enum(paypalActionState.enumValues),
        order_id: z.string().check(z.describe('PayPal’s id of the order or subscription')),
        amount_cents: z.nullable(z.number()).check(z.describe('The refund; null for a cancellation')),
        error: z.nullable(z.string()),
        at: z.iso.datetime().check(z.describe('When PayPal refused it, or when it was requested')),
      }),
    )
    .check(z.describe('The newest of both')),
});

/** An overview lists actions that were refused in this many days. */
const refusedDays = 30;

/** An action is late after this long, in milliseconds. A job asks PayPal again until PayPal answers. */
const lateAfterMs = 60 * 60_000;

/** SQL for a `stuckActionsShape`, with at most `listed` actions. */
export function stuckActions(now: Date, listed: number): SQL {
  const isRefused = sql`(actions.state = 'refused'
    and actions.finished_at > ${timestamptz(new Date(now.getTime() - refusedDays * dayMs))})`;
  const isLate = sql`(actions.state = 'waiting'
    and actions.created_at <= ${timestamptz(new Date(now.getTime() - lateAfterMs))})`;
  const at = sql`coalesce(actions.finished_at, actions.created_at)`;
  return sql`json_build_object(
    'refused', (select count(*) from paypal_actions actions where ${isRefused}),
    'late', (select count(*) from paypal_actions actions where ${isLate}),
    'newest', (
      select coalesce(json_agg(action), '[]') from (
        select json_build_object('id', actions.id, 'kind', actions.kind, 'state', actions.state,
          'order_id', purchases.provider_id, 'amount_cents', actions.amount_cents, 'error', actions.last_error,
          'at', ${iso(at)}) as action
        from paypal_actions actions join purchases on purchases.id = actions.purchase_id
        where ${isRefused} or ${isLate}
        order by ${at} desc, actions.id desc limit ${listed}::int
      ) as newest
    ))`;
}
