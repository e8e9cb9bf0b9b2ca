import { and, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { logFailedRecord } from '../../frame/http/log.ts';
import type { Log } from '../../frame/http/types.ts';
import { runEach } from '../../frame/outbound/run-each.ts';
import { finishSettlement } from './settle-withdrawal.ts';

/** The most requests of a run, so that a run ends in time. */
const requestsPerRun = 50;

/**
 * Finishes the requests that an admin has settled while PayPal did not answer. Returns the number of handled requests. A request that
 * fails is logged, and the next run tries again.
 */
export async function finishSettlements(context: Context, log: Log): Promise<number> {
  const { id, settledBy, handledAt, receivedAt } = withdrawals;
  const waiting = await context.db
    .select({ id, by: sql<string>`${settledBy}` })
    .from(withdrawals)
    .where(and(isNull(handledAt), isNotNull(settledBy)))
    .orderBy(receivedAt)
    .limit(requestsPerRun);
  let handled = 0;
  const logFailed = logFailedRecord(log, 'paypal-actions');
  await runEach(
    waiting,
    async (row) => {
      const request = await finishSettlement({ ...context, actor: { kind: 'schedule' } }, row.id, row.by);
      if (request.handled_at !== null) handled += 1;
    },
    (row, error) => {
      logFailed(row.id, error);
    },
  );
  return handled;
}
