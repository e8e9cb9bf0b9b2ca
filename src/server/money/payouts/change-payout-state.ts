import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { AuditAction } from '../../../shared/messages/audit.ts';
import { problem } from '../../../shared/problems.ts';
import type { PaidItem } from '../../../shared/schemas/payout.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { queuePaidMails, queueRejectionMails } from './queue-payout-mails.ts';
import { bulkIdsRow, bulkResult, selectBulkIds } from '../../frame/lists/bulk-result.ts';

const ids = z.array(z.string());

/** The result for each id, in the order of the request. */
export const payoutChangeResult = z
  .object({
    changed: ids,
    unchanged: ids.check(z.describe('The payout is in a state that does not allow the change')),
    missing: ids.check(z.describe('No payout has this id')),
  })
  .check(z.meta({ id: 'MovedPayouts' }));

export type PayoutChangeResult = z.infer<typeof payoutChangeResult>;

/** Approves proposed payouts. A payout without a payment email, or with a payment under way at PayPal, stays proposed. */
export function approvePayouts(context: Context, payoutIds: readonly string[]): Promise<PayoutChangeResult> {
  const admin = actorId(context.actor);
  return changePayoutState(
    context,
    payoutIds.map((id) => ({ id })),
    {
      action: 'payout.approve',
      from: ['proposed'],
      set: sql`state = 'approved', approved_by = ${admin}::text, approved_at = ${timestamptz(context.now)}`,
      condition: sql`found.payout_email is not null and found.result is null`,
    },
  );
}

/**
 * Marks approved payouts as paid, each with its PayPal transaction. Throws `payout-transaction-taken`, and changes nothing, if
 * another payout has one of the transactions.
 */
export async function markPayoutsPaid(
  context: Context,
  items: readonly PaidItem[],
): Promise<PayoutChangeResult> {
  try {
    return await changePayoutState(context, items, {
      action: 'payout.paid',
      from: ['approved'],
      // Money that came back was not paid by the transaction that came back.
      condition: sql`(found.result is null or found.result = 'unclaimed'
        or found.transaction_id is distinct from requested.transaction_id)`,
      set: sql`state = 'paid', transaction_id = requested.transaction_id,
        paid_at = ${timestamptz(context.now)}, result = null, result_at = null`,
      mails: queuePaidMails(context, sql`changed`),
    });
  } catch (error) {
    throw isUniqueViolation(error) ? problem('payout-transaction-taken', { cause: error }) : error;
  }
}

interface Rejection {
  readonly ids: readonly string[];
  readonly reason: string;
  /** The ids of payouts that the admin knows to be in a payment file. */
  readonly exported: readonly string[];
}

/**
 * Rejects payouts that are not paid. Their amounts return with the statement of the current month. An exported payout may
 * already be on its way, so it is only rejected if `exported` has its id, or if PayPal has returned or blocked it. An unclaimed
 * payout is not rejected: its recipient can still accept it.
 */
export function rejectPayouts(
  context: Context,
  { ids: payoutIds, reason, exported }: Rejection,
): Promise<PayoutChangeResult> {
  return changePayoutState(
    context,
    payoutIds.map((id) => ({ id })),
    {
      action: 'payout.reject',
      from: ['proposed', 'approved'],
      set: sql`state = 'rejected', rejected_reason = ${reason}::text,
        rejected_at = ${timestamptz(context.now)}`,
      condition: sql`(found.exported_at is null or found.result in ('returned', 'blocked')
          or found.result is null and found.id = any (${`{${exported.join(',')}}`}::uuid[]))`,
      reason,
      mails: queueRejectionMails(context, sql`changed`),
    },
  );
}

interface StateChange {
  readonly action: AuditAction;
  /** The states that allow the change. */
  readonly from: readonly ('proposed' | 'approved' | 'paid')[];
  /** The SET clause. `requested` is the item of the request: its `transaction_id` and `at`. */
  readonly set: SQL;
  /** A further condition on `found`, the payout. */
  readonly condition?: SQL;
  readonly reason?: string;
  /** The INSERT of mails about the payouts in `changed`. */
  readonly mails?: SQL;
}

interface StateChangeItem {
  readonly id: string;
  readonly transactionId?: string | null;
  readonly at?: Date | null;
  /** The values that the payout had when it was loaded. A condition may compare them. */
  readonly former?: { readonly result: string | null; readonly transactionId: string | null };
}

/**
 * Changes the state of payouts in one statement, with an audit entry and a mail for each change. Payouts in another state stay as
 * they are, so a repeated request changes nothing.
 */
export async function changePayoutState(
  context: Context,
  items: readonly StateChangeItem[],
  { action, from, set, condition = sql`true`, reason, mails }: StateChange,
): Promise<PayoutChangeResult> {
  const logged = insertAuditEntries(context, {
    id: sql`requested.audit_id`,
    action,
    entity: 'payout',
    entityId: sql`changed.id`,
    before: auditedPayout(sql`found`),
    after: auditedPayout(sql`changed`),
    ...(reason !== undefined && { reason }),
    from: sql`changed join found on found.id = changed.id join requested on requested.id = changed.id`,
  });
  const rows = JSON.stringify(
    items.map(({ id, transactionId, at, former }) => ({
      id,
      transaction_id: transactionId,
      at: at?.toISOString(),
      former_result: former?.result,
      former_transaction_id: former?.transactionId,
      audit_id: uuidv7(),
    })),
  );
  // Payouts are locked in the order of their ids to avoid deadlocks between two requests.
  const row = await oneRow(
    context.db,
    sql`with requested as (
        select * from jsonb_to_recordset(${rows}::jsonb) as sent (id uuid, transaction_id text, at timestamptz,
          former_result payout_result, former_transaction_id text, audit_id uuid)
      ),
      found as (select * from payouts where id in (select id from requested) order by id for update),
      changed as (
        update payouts set ${set}
        from found join requested on requested.id = found.id
        where payouts.id = found.id and found.state = any (${`{${from.join(',')}}`}::payout_state[]) and ${condition}
        returning payouts.*
      ),
      logged as (${logged})
      ${mails ? sql`, mails_written as (${mails})` : sql``}
      ${selectBulkIds}`,
    bulkIdsRow,
  );
  return bulkResult(
    items.map(({ id }) => id),
    row,
  );
}

/** SQL for the fields of a payout that the audit log stores. The payment email is not one of them. */
function auditedPayout(row: SQL): SQL {
  return sql`jsonb_build_object('statement_id', ${row}.statement_id, 'amount_cents', ${row}.amount_cents,
    'state', ${row}.state, 'transaction_id', ${row}.transaction_id)
    || case when ${row}.result is null then '{}' else jsonb_build_object('result', ${row}.result) end`;
}
