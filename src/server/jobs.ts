import { randomUUID } from 'node:crypto';
import { limits } from '../shared/limits.ts';
import type { Dependencies } from './app.ts';
import { logFailedEvent, logSlowCall } from './http/log.ts';
import { newContext } from './context.ts';
import type { Report } from './reconciliation/difference.ts';
import { toProblem } from './http/errors.ts';
import { errorFields } from '../shared/error-fields.ts';
import { withTimeLimit } from './outbound/request-scope.ts';
import { refuse, unlessMisconfigured } from './handler.ts';
import { openServer } from './server.ts';

/** A report as a line of the log: its code never changes, so that an alarm may go by it. */
const reconciled = ({ first_day, last_day, compared, differences }: Report) => ({
  level: differences.length > 0 ? ('error' as const) : ('info' as const),
  job: 'reconcile',
  code: differences.length > 0 ? 'reconciliation-differences' : 'reconciliation-equal',
  first_day,
  last_day,
  compared,
  differences: differences.length,
});

/**
 * A scheduled function's handler: the work of one run, in the time of one. What fails, by somebody who is down or by a
 * mistake of ours, is refused with a line in the log, and the next run does it. Each loads what it needs by itself.
 */
const job = (name: string, work: (dependencies: Dependencies) => Promise<object>) => (): Promise<Response> =>
  unlessMisconfigured(async () => {
    const { dependencies } = await openServer();
    const { log } = dependencies;
    try {
      return Response.json(
        await withTimeLimit(limits.outsideMs.job, () => work(dependencies), logSlowCall(log, { job: name })),
      );
    } catch (error) {
      const found = toProblem(error);
      const requestId = randomUUID();
      log({ level: 'error', job: name, code: found.code, requestId, ...errorFields(error) });
      return refuse(found, requestId);
    }
  });

/** Retries what is due of the payment provider's events. */
export const retryEventsJob = job('retry-events', async (dependencies) => {
  const { retryDueEvents } = await import('./webhooks/retry-events.ts');
  const { log } = dependencies;
  const by = { job: 'retry-events' };
  const count = await retryDueEvents(dependencies, (event) => {
    logFailedEvent(log, by, event);
  });
  if (count.done + count.failed > 0) log({ level: 'info', ...by, ...count });
  return count;
});

/** Closes the months that are over, unless a setting pauses that. */
export const closeMonthJob = job('close-month', async ({ db, now, log, settings }) => {
  if (settings.isMonthClosePaused) {
    log({ level: 'warn', job: 'close-month', code: 'close-month-paused' });
    return { closed: [] };
  }
  const { closeMonths } = await import('./statements/close-month.ts');
  const closed = await closeMonths({ db, now: now() });
  for (const month of closed) log({ level: 'info', job: 'close-month', ...month });
  return { closed };
});

/** Deletes counters of limits that nobody looks at any more. */
export const sweepLimitsJob = job('sweep-limits', async ({ db, now }) => {
  const { sweepLimits } = await import('./limits/lock-out.ts');
  return { swept: await sweepLimits({ db, now: now() }) };
});

/** Holds the books of the last days against the payment provider's. */
export const reconcileJob = job('reconcile', async ({ log, ...services }) => {
  const { reconcileRecent } = await import('./reconciliation/reconcile.ts');
  const made = await reconcileRecent(newContext(services, randomUUID()));
  if (made) log(reconciled(made));
  return { differences: made?.differences.length ?? null };
});
