import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../../frame/context/context.ts';
import { paypalActionKind, paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { purchaseType } from '../../frame/db/schema/purchases.ts';
import { allRows, iso, timestamptz } from '../../frame/db/sql.ts';
import { endLease, isUnleased, newLeaseEnd } from '../../frame/db/worker-lease.ts';
import { backOffMs } from '../../frame/outbound/back-off.ts';
import { withTimeLimit } from '../../frame/outbound/request-scope.ts';

/** An action that is leased to this worker. `attempts` includes the current attempt. */
export interface ClaimedAction extends z.infer<typeof claimedAction> {}

export const claimedAction = z.object({
  id: z.string(),
  kind: z.enum(paypalActionKind.enumValues),
  attempts: z.number(),
  lease: z.string(),
  /** PayPal's order or subscription. */
  order_id: z.string(),
  type: z.enum(purchaseType.enumValues),
  /** PayPal's id of the payment that is refunded. */
  payment_id: z.nullable(z.string()),
  amount_cents: z.nullable(z.number()),
  /** PayPal's id of the refund, if PayPal has accepted it in an earlier attempt. */
  refund_id: z.nullable(z.string()),
  /** When the action was requested, in milliseconds since 1970. */
  requested_ms: z.number(),
});

type Clock = Pick<Context, 'db' | 'now'>;

/** Columns of a new action that its own call runs at once: its first attempt, leased to this worker. */
export function newActionColumns({ now }: Pick<Context, 'now'>): {
  readonly names: SQL;
  readonly values: SQL;
} {
  return {
    names: sql`attempts, due_at, leased_until, created_at`,
    values: sql`1, ${timestamptz(now)}, ${newLeaseEnd(now)}, ${timestamptz(now)}`,
  };
}

/** Claims the action that has been due longest. Returns null if no action is due. */
export async function claimDueAction({ db, now }: Clock): Promise<ClaimedAction | null> {
  const [claimed] = await allRows(
    db,
    sql`with claimed as (
        update paypal_actions set attempts = attempts + 1, leased_until = ${newLeaseEnd(now)}
        where id = (
          select id from paypal_actions
          where state = 'waiting' and due_at <= ${timestamptz(now)}
            and ${isUnleased(paypalActions, now)}
          order by due_at limit 1 for update skip locked
        )
        returning *
      )
      ${selectClaimed}`,
    claimedAction,
  );
  return claimed ?? null;
}

/** SELECT of a ClaimedAction from the part `claimed` of a WITH clause, which has the row of the action. */
export const selectClaimed = sql`select claimed.id, claimed.kind, claimed.attempts,
    ${iso(sql`claimed.leased_until`)} as lease, purchases.provider_id as order_id,
    purchases.type, payments.provider_id as payment_id, claimed.amount_cents, claimed.provider_id as refund_id,
    (extract(epoch from claimed.created_at) * 1000)::float8 as requested_ms
  from claimed join purchases on purchases.id = claimed.purchase_id
    left join payments on payments.id = claimed.payment_id`;

/** Stores PayPal's id of a refund as soon as PayPal has accepted it, so that the refund is never given up. */
export async function storeRefundId({ db }: Clock, { id }: ClaimedAction, refundId: string): Promise<void> {
  const statement = sql`update paypal_actions set provider_id = ${refundId} where id = ${id}::uuid`;
  await withTimeLimit(limits.timeoutMs.markFailed, () => db.batch([statement]));
}

/** Marks an action as done. */
export function markDone(clock: Clock, action: ClaimedAction): Promise<void> {
  return finish(clock, action, sql`state = 'done', last_error = null`);
}

/** Marks an action as refused. The reason is PayPal's code, or our NO_ANSWER or REFUND_FAILED. */
export function markRefused(clock: Clock, action: ClaimedAction, reason: string): Promise<void> {
  return finish(clock, action, sql`state = 'refused', last_error = ${reason}::text`);
}

function finish(clock: Clock, action: ClaimedAction, set: SQL): Promise<void> {
  return update(clock, action, sql`${set}, finished_at = ${timestamptz(clock.now)}`);
}

/** Waits before the next attempt, longer each time. */
export function retryAction(clock: Clock, action: ClaimedAction, reason: string): Promise<void> {
  const due = new Date(clock.now.getTime() + backOffMs(action.attempts));
  return update(clock, action, sql`due_at = ${timestamptz(due)}, last_error = ${reason}::text`);
}

/** Ends the lease. The time limit of the call may be over, so this statement has its own. */
async function update({ db }: Clock, action: ClaimedAction, set: SQL): Promise<void> {
  await withTimeLimit(limits.timeoutMs.markFailed, () => db.batch([endLease(paypalActions, action, set)]));
}
