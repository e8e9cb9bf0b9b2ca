import { randomUUID } from 'node:crypto';
import { errorFields } from '../shared/error-fields.ts';
import { limits } from '../shared/limits.ts';
import type { Dependencies } from './app.ts';
import { newContext } from './frame/context/context.ts';
import { problemResponse, unlessMisconfigured } from './handler.ts';
import { toProblem } from './frame/http/errors.ts';
import { logFailedRecord, logSlowCall } from './frame/http/log.ts';
import { withTimeLimit } from './frame/outbound/request-scope.ts';
import { runEach } from './frame/outbound/run-each.ts';
import type { Report } from './money/reconciliation/difference.ts';
import { openServer } from './server.ts';

/** The jobs that run every minute, by their names in the log. Each returns its counts. */
const minutelyJobs: Readonly<Record<string, Work>> = {
  'retry-events': async ({ log, ...services }) => {
    const { retryDueEvents } = await import('./money/webhooks/retry-events.ts');
    return retryDueEvents(services, log);
  },
  'paypal-actions': async ({ log, ...services }) => {
    const { runDueActions } = await import('./money/paypal-actions/run-due-actions.ts');
    const { finishSettlements } = await import('./people/withdrawals/finish-settlements.ts');
    const counts = await runDueActions(services, log);
    return { ...counts, settled: await finishSettlements(newContext(services, randomUUID()), log) };
  },
  'send-notices': async ({ log, ...services }) => {
    const { runDueNotices } = await import('./money/notices/run-due-notices.ts');
    return runDueNotices(services, log);
  },
  'send-mails': async ({ mail, log, ...services }) => {
    if (!mail) {
      log({ level: 'warn', job: 'send-mails', code: 'mail-not-configured' });
      return { sent: 0 };
    }
    const { sendDueMails } = await import('./frame/mail/send-mails.ts');
    return sendDueMails(services, mail, log);
  },
};

/**
 * Runs the four jobs of each minute at the same time. Each has the time limit of a run, so that none waits for another or fails with it.
 * The body has the result of each under its name. The status is the highest of the four.
 */
export function everyMinuteJob(): Promise<Response> {
  return withDependencies(async (dependencies) => {
    const answers = await Promise.all(
      Object.entries(minutelyJobs).map(async ([name, work]) => {
        const answer = await run(name, (own) => logCounts(name, work, own), dependencies);
        return { status: answer.status, body: [name, await answer.json()] as const };
      }),
    );
    const status = Math.max(...answers.map((answer) => answer.status));
    return Response.json(Object.fromEntries(answers.map(({ body }) => body)), { status });
  });
}

/** Does the work of a job, and logs its counts unless there was nothing to do. */
async function logCounts(job: string, work: Work, dependencies: Dependencies): Promise<object> {
  const counts = await work(dependencies);
  if (Object.values(counts).some((count) => count !== 0)) dependencies.log({ level: 'info', job, ...counts });
  return counts;
}

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

/** Deletes expired requests for the newsletter, handled withdrawals without a known order, and rows that are older than their retention. */
export const sweepJob = job('sweep', async ({ db, now, log }) => {
  const { retentions, sweepRows } = await import('./frame/db/sweep-rows.ts');
  const { sweepNewsletter } = await import('./people/newsletter/sweep-newsletter.ts');
  const { sweepWithdrawals } = await import('./people/withdrawals/sweep-withdrawals.ts');
  const clock = { db, now: now() };
  const counts: Record<string, unknown> = {};
  const steps = [
    { record: 'withdrawals', run: () => sweepWithdrawals(clock) },
    { record: 'newsletter', run: () => sweepNewsletter(clock) },
    ...Object.entries(retentions).map(([record, retention]) => ({
      record,
      run: () => sweepRows(clock, retention),
    })),
  ];
  const logFailed = logFailedRecord(log, 'sweep');
  await runEach(
    steps,
    async ({ record, run }) => {
      counts[record] = await run();
    },
    ({ record }, error) => {
      logFailed(record, error);
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

type Work = (dependencies: Dependencies) => Promise<object>;

/** Returns the handler of a scheduled function. Each job imports its own code, so that a function loads no other job's code. */
function job(name: string, work: Work): () => Promise<Response> {
  return () => withDependencies((dependencies) => run(name, work, dependencies));
}

function withDependencies(answer: (dependencies: Dependencies) => Promise<Response>): Promise<Response> {
  return unlessMisconfigured(async () => answer((await openServer()).dependencies));
}

/** Does the work of a job within the time limit of a run. An error is logged, and the next run tries again. */
async function run(name: string, work: Work, dependencies: Dependencies): Promise<Response> {
  const { log } = dependencies;
  try {
    const report = logSlowCall(log, { job: name });
    return Response.json(await withTimeLimit(limits.timeoutMs.job, () => work(dependencies), report));
  } catch (error) {
    const failure = toProblem(error);
    const requestId = randomUUID();
    log({ level: 'error', job: name, code: failure.code, requestId, ...errorFields(error) });
    return problemResponse(failure, requestId);
  }
}
