import { randomUUID } from 'node:crypto';
import { errorFields } from '../shared/error-fields.ts';
import { limits } from '../shared/limits.ts';
import type { Dependencies } from './app.ts';
import { newContext } from './frame/context/context.ts';
import { problemResponse, unlessMisconfigured } from './handler.ts';
import { toProblem } from './frame/http/errors.ts';
import { logSlowCall } from './frame/http/log.ts';
import { withTimeLimit } from './frame/outbound/request-scope.ts';
import { runEach } from './frame/outbound/run-each.ts';
import type { Report } from './money/reconciliation/difference.ts';
import { openServer } from './server.ts';

/** Retries the events of PayPal that are due. */
export const retryEventsJob = job('retry-events', async (dependencies) => {
  const { retryDueEvents } = await import('./money/webhooks/retry-events.ts');
  const { logFailedEvent } = await import('./money/webhooks/process-event.ts');
  const { log } = dependencies;
  const fields = { job: 'retry-events' };
  const count = await retryDueEvents(dependencies, (event) => {
    logFailedEvent(log, fields, event);
  });
  if (count.done + count.failed > 0) log({ level: 'info', ...fields, ...count });
  return count;
});

/** Repeats the cancellations and refunds that PayPal has not answered yet. */
export const paypalActionsJob = job('paypal-actions', async ({ log, ...services }) => {
  const { runDueActions } = await import('./money/paypal-actions/run-due-actions.ts');
  const count = await runDueActions(services, log);
  if (count.done + count.refused + count.waiting > 0) log({ level: 'info', job: 'paypal-actions', ...count });
  return count;
});

/** Sends the mails of the outbox that are due. */
export const sendMailsJob = job('send-mails', async ({ db, now, mail, log }) => {
  if (!mail) {
    log({ level: 'warn', job: 'send-mails', code: 'mail-not-configured' });
    return { sent: 0 };
  }
  const { sendDueMails } = await import('./frame/mail/send-mails.ts');
  const count = await sendDueMails({ db, now }, mail, log);
  if (count.sent + count.failed + count.retried > 0) log({ level: 'info', job: 'send-mails', ...count });
  return count;
});

/** Closes the months that are over, unless a setting pauses the closing. */
export const closeMonthJob = job('close-month', async ({ db, now, log, settings }) => {
  if (settings.isMonthClosePaused) {
    log({ level: 'warn', job: 'close-month', code: 'close-month-paused' });
    return { closed: [] };
  }
  const { closeMonths } = await import('./money/statements/close-month.ts');
  const closed = await closeMonths({ db, now: now() });
  for (const month of closed) log({ level: 'info', job: 'close-month', ...month });
  return { closed };
});

/** Closes the records of affiliates who left the program, once nothing is left to be paid to them. */
export const closeLeftJob = job('close-left', async ({ log, ...services }) => {
  const { closeLeftAffiliates } = await import('./people/leaving/close-left.ts');
  const closed = await closeLeftAffiliates(newContext(services, randomUUID()), log);
  if (closed > 0) log({ level: 'info', job: 'close-left', closed });
  return { closed };
});

/**
 * Deletes expired counters of rate limits, expired requests for the newsletter, former sessions of buyers, old sign-ins, old changes
 * of addresses, old violations of page policies, and handled withdrawals without a known order.
 */
export const sweepJob = job('sweep', async ({ db, now, log }) => {
  const { sweepLimits } = await import('./frame/limits/lock-out.ts');
  const { sweepNewsletter } = await import('./people/newsletter/sweep-newsletter.ts');
  const { sweepSessions } = await import('./people/portal/session.ts');
  const { sweepSignIns } = await import('./people/accounts/sign-ins.ts');
  const { sweepAddressChanges } = await import('./people/addresses/address-links.ts');
  const { sweepWithdrawals } = await import('./people/withdrawals/sweep-withdrawals.ts');
  const { sweepViolations } = await import('./admin/violations/count-violations.ts');
  const clock = { db, now: now() };
  const counts: Record<string, unknown> = {};
  const steps = {
    sessions: () => sweepSessions(clock),
    'sign-ins': () => sweepSignIns(clock),
    'address-changes': () => sweepAddressChanges(clock),
    violations: () => sweepViolations(clock),
    withdrawals: () => sweepWithdrawals(clock),
    counters: async () => (counts.counters = await sweepLimits(clock)),
    newsletter: async () => (counts.newsletter = await sweepNewsletter(clock)),
  };
  await runEach(
    Object.entries(steps),
    ([, sweep]) => sweep(),
    ([record], error) => {
      log({ level: 'error', job: 'sweep', code: 'record-failed', record, ...errorFields(error) });
    },
  );
  return counts;
});

/** Reconciles the last days with PayPal. */
export const reconcileJob = job('reconcile', async ({ log, ...services }) => {
  const { reconcileRecent } = await import('./money/reconciliation/reconcile.ts');
  const report = await reconcileRecent(newContext(services, randomUUID()));
  if (report) log(reportLine(report));
  return { differences: report?.differences.length ?? null };
});

/** Returns a report as a line of the log. Alarms depend on the code, so it never changes. */
function reportLine({ first_day, last_day, compared, differences }: Report) {
  const isEqual = differences.length === 0;
  return {
    level: isEqual ? 'info' : 'error',
    job: 'reconcile',
    code: isEqual ? 'reconciliation-equal' : 'reconciliation-differences',
    first_day,
    last_day,
    compared,
    differences: differences.length,
  };
}

/**
 * Returns the handler of a scheduled function: it does the work within the time limit of a run. An error is logged, and the
 * next run tries again. Each job imports its own code, so that a function loads no other job's code.
 */
function job(name: string, work: (dependencies: Dependencies) => Promise<object>): () => Promise<Response> {
  return () =>
    unlessMisconfigured(async () => {
      const { dependencies } = await openServer();
      const { log } = dependencies;
      try {
        return Response.json(
          await withTimeLimit(
            limits.timeoutMs.job,
            () => work(dependencies),
            logSlowCall(log, { job: name }),
          ),
        );
      } catch (error) {
        const failure = toProblem(error);
        const requestId = randomUUID();
        log({ level: 'error', job: name, code: failure.code, requestId, ...errorFields(error) });
        return problemResponse(failure, requestId);
      }
    });
}
