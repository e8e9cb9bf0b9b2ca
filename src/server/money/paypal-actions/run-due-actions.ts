import { randomUUID } from 'node:crypto';
import { newContext } from '../../frame/context/context.ts';
import type { Services } from '../../frame/context/services.ts';
import { logFailedRecord } from '../../frame/http/log.ts';
import type { Log } from '../../frame/http/types.ts';
import { runQueue } from '../../frame/queue/run-queue.ts';
import { actionQueue } from './action-queue.ts';
import { type ActionResult, runAction } from './run-action.ts';

/** The limits of a run. A run may take 25 seconds, and an action half of that. */
const runLimits = { startWithinMs: 10_000, workers: 1 };

/** Runs the due actions, and logs an action that is refused or has to wait. Returns the number of each result. */
export async function runDueActions(
  services: Services,
  log: Log,
): Promise<Readonly<Record<ActionResult['state'], number>>> {
  const count = { done: 0, refused: 0, waiting: 0 };
  const job = 'paypal-actions';
  const onFailed = logFailedRecord(log, job);
  await runQueue(actionQueue, services, { ...runLimits, onFailed }, () => async (action) => {
    const { state, error } = await runAction(newContext(services, randomUUID()), action);
    count[state] += 1;
    if (state === 'done') return;
    const { id, kind, attempts } = action;
    const reason = error instanceof Error ? error.message : undefined;
    log({ level: 'warn', job, code: `paypal-action-${state}`, kind, action: id, attempts, reason });
  });
  return count;
}
