import { limits } from '../shared/limits.ts';
import { type Problem, problem } from '../shared/problems.ts';
import { callHeaders } from '../shared/security-headers.ts';
import { createApp, type Dependencies } from './app.ts';
import { newContext } from './context.ts';
import { connect } from './db/database.ts';
import { sweepLimits } from './domain/operations/sweep-limits.ts';
import { closeMonths } from './domain/statement/close-months.ts';
import type { Report } from './domain/reconciliation/difference.ts';
import { reconcileRecent } from './domain/reconciliation/reconcile-recent.ts';
import { EnvError, readEnv } from './env.ts';
import { toProblem } from './http/errors.ts';
import { consoleLog, logTrouble } from './middleware/request-log.ts';
import { withinTime } from './outside/piece.ts';
import { createFirebaseIdentity } from './vendors/identity/firebase.ts';
import { unconfiguredIdentity } from './vendors/identity/unconfigured.ts';
import { createPayPal } from './vendors/payments/paypal.ts';
import { workOff } from './work-off.ts';

const build = async () => {
  const env = readEnv();
  const dependencies: Dependencies = {
    db: await connect(env.DATABASE_URL, { statementMs: limits.outsideMs.job }),
    payments: createPayPal({
      apiUrl: env.PAYPAL_API_URL,
      clientId: env.PUBLIC_PAYPAL_CLIENT_ID,
      clientSecret: env.PAYPAL_CLIENT_SECRET,
      webhookId: env.PAYPAL_WEBHOOK_ID,
    }),
    identity:
      env.PUBLIC_FIREBASE_PROJECT_ID && env.PUBLIC_FIREBASE_API_KEY
        ? createFirebaseIdentity({
            projectId: env.PUBLIC_FIREBASE_PROJECT_ID,
            apiKey: env.PUBLIC_FIREBASE_API_KEY,
            serviceAccount: env.FIREBASE_SERVICE_ACCOUNT,
            emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST,
          })
        : unconfiguredIdentity,
    settings: {
      merchantId: env.PAYPAL_MERCHANT_ID,
      annualPlanId: env.PUBLIC_PAYPAL_ANNUAL_PLAN_ID,
      service:
        env.PROFILE_SERVICE_NAME && env.PROFILE_SERVICE_SECRET
          ? { name: env.PROFILE_SERVICE_NAME, secret: env.PROFILE_SERVICE_SECRET }
          : null,
    },
    now: () => new Date(),
    log: consoleLog,
  };
  return { dependencies, app: createApp(dependencies) };
};

let server: ReturnType<typeof build> | undefined;

/** The server of this process; one that could not be built is built anew for the next who asks. */
const open = async (): ReturnType<typeof build> => {
  server ??= build();
  try {
    return await server;
  } catch (error) {
    server = undefined;
    throw error;
  }
};

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

/** What the platform tells a function about a call. */
interface Platform {
  /** The caller's address; headers that claim one are anybody's. */
  readonly ip?: string;
  /** Lets work go on after the answer. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
}

const refuse = ({ message, code, status, retryAfter }: Problem, requestId: string): Response =>
  Response.json(
    { error: message, code, requestId },
    {
      status,
      headers: {
        ...callHeaders,
        'X-Request-Id': requestId,
        ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      },
    },
  );

/** With settings missing or refused nothing is served: each call answers 503 and the log names the settings. */
const unlessMisconfigured = async (answer: () => Promise<Response>): Promise<Response> => {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    return refuse(problem('service-unavailable', { retryAfter: 60 }), crypto.randomUUID());
  }
};

/**
 * A scheduled function's handler: the work of one run, in the time of one. Where somebody that it asks is down it is
 * refused, with a line in the log, and the next run does it.
 */
const job = (name: string, work: (dependencies: Dependencies) => Promise<object>) => (): Promise<Response> =>
  unlessMisconfigured(async () => {
    const { dependencies } = await open();
    const { log } = dependencies;
    try {
      return Response.json(
        await withinTime(limits.outsideMs.job, () => work(dependencies), logTrouble(log, { job: name })),
      );
    } catch (error) {
      const found = toProblem(error);
      if (found.code === 'internal-error') throw error;
      log({ level: 'error', job: name, code: found.code });
      return refuse(found, crypto.randomUUID());
    }
  });

/** The functions' request handler. The first request builds the app from the environment. */
export const handle = (request: Request, platform: Platform = {}): Promise<Response> =>
  unlessMisconfigured(async () => {
    const { app } = await open();
    const goOn = platform.waitUntil && ((work: Promise<unknown>) => platform.waitUntil?.(work));
    return app.fetch(request, { address: platform.ip ?? '', ...(goOn && { waitUntil: goOn }) });
  });

/** Works off what is due of the payment provider's events. */
export const retry = job('retry-events', async (dependencies) => {
  const count = await workOff(dependencies);
  if (count.done + count.failed > 0) dependencies.log({ level: 'info', job: 'retry-events', ...count });
  return count;
});

/** Closes the months that are over. */
export const close = job('close-month', async ({ db, now, log }) => {
  const closed = await closeMonths({ db, now: now() });
  for (const month of closed) log({ level: 'info', job: 'close-month', ...month });
  return { closed };
});

/** Deletes counters of limits that nobody looks at any more. */
export const sweep = job('sweep-limits', async ({ db, now }) => ({
  swept: await sweepLimits({ db, now: now() }),
}));

/** Holds the books of the last days against the payment provider's. */
export const compareBooks = job('reconcile', async ({ log, ...services }) => {
  const made = await reconcileRecent(newContext(services, crypto.randomUUID()));
  if (made) log(reconciled(made));
  return { differences: made?.differences.length ?? null };
});
