import { and, eq, exists, inArray, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { insertIf } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { deleteUnsentNotices } from '../purchases/schedule-notices.ts';
import { firstAttempt, selectAction } from './action-queue.ts';

/**
 * Statements that insert the cancellation of a subscription for this worker, unless the subscription has ended, or another cancellation
 * waits. They delete a notice of the renewal that is not sent yet. Audited. `requestedBy` is an admin's account or `buyer`. The row of
 * `purchases` must meet `condition`, too. Returns the inserted cancellation.
 */
export function insertCancellation(
  tx: Statements,
  context: Context,
  purchaseId: string,
  requestedBy: string,
  condition?: SQL,
) {
  const id = uuidv7();
  const isRunning = and(
    eq(purchases.id, purchaseId),
    eq(purchases.type, 'subscription'),
    inArray(purchases.state, ['active', 'suspended']),
    condition,
  );
  const statements = [
    tx.execute(
      insertIf(
        paypalActions,
        { id, kind: 'cancel', purchaseId, requestedBy, ...firstAttempt(context) },
        exists(tx.select({ id: purchases.id }).from(purchases).where(isRunning)),
      ),
    ),
    tx.execute(
      insertAuditEntries(context, {
        id: sql`gen_random_uuid()`,
        action: 'purchase.cancel',
        entityId: sql`${paypalActions.purchaseId}`,
        from: sql`${paypalActions} where ${eq(paypalActions.id, id)}`,
      }),
    ),
    selectAction(tx, id),
    tx.execute(
      deleteUnsentNotices(
        context,
        sql`(select ${paypalActions.purchaseId}::text from ${paypalActions} where ${eq(paypalActions.id, id)})`,
      ),
    ),
  ] as const;
  return new StatementGroup(statements, ([, , [action]]) => action);
}
