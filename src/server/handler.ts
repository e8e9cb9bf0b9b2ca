import { Problem, problem } from '../shared/problems.ts';
import { createApp, type Dependencies } from './app.ts';
import { newContext } from './context.ts';
import { connect } from './db/database.ts';
import { sweepLimits } from './domain/operations/sweep-limits.ts';
import { closeMonths } from './domain/statement/close-months.ts';
import type { Report } from './domain/reconciliation/difference.ts';
import { reconcileRecent } from './domain/reconciliation/reconcile-recent.ts';
import { EnvError, readEnv } from './env.ts';
import { consoleLog } from './middleware/request-log.ts';
import { createFirebaseIdentity } from './vendors/identity/firebase.ts';
import { unconfiguredIdentity } from './vendors/identity/unconfigured.ts';
import { createPayPal } from './vendors/payments/paypal.ts';
import { workOff } from './work-off.ts';

const build = async () => {
  const env = readEnv();
  const dependencies: Dependencies = {
    db: await connect(env.DATABASE_URL),
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

/** With settings missing or refused nothing is served: each call answers 503 and the log names the settings. */
const unlessMisconfigured = async (answer: () => Promise<Response>): Promise<Response> => {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    const { message, code } = problem('service-unavailable');
    return Response.json(
      { error: message, code, requestId: crypto.randomUUID() },
      { status: 503, headers: { 'Retry-After': '60', 'Cache-Control': 'no-store' } },
    );
  }
};

/** The functions' request handler. The first request builds the app from the environment. */
export const handle = (request: Request, platform: Platform = {}): Promise<Response> =>
  unlessMisconfigured(async () => {
    const { app } = await (server ??= build());
    const goOn = platform.waitUntil && ((work: Promise<unknown>) => platform.waitUntil?.(work));
    return app.fetch(request, { address: platform.ip ?? '', ...(goOn && { waitUntil: goOn }) });
  });

/** The scheduled function's handler: works off what is due of the payment provider's events. */
export const retry = (): Promise<Response> =>
  unlessMisconfigured(async () => {
    const { dependencies } = await (server ??= build());
    const count = await workOff(dependencies);
    if (count.done + count.failed > 0) dependencies.log({ level: 'info', job: 'retry-events', ...count });
    return Response.json(count);
  });

/** The scheduled function's handler: closes the months that are over. */
export const close = (): Promise<Response> =>
  unlessMisconfigured(async () => {
    const { dependencies } = await (server ??= build());
    const closed = await closeMonths({ db: dependencies.db, now: dependencies.now() });
    for (const month of closed) dependencies.log({ level: 'info', job: 'close-month', ...month });
    return Response.json({ closed });
  });

/** The scheduled function's handler: deletes counters of limits that nobody looks at any more. */
export const sweep = (): Promise<Response> =>
  unlessMisconfigured(async () => {
    const { dependencies } = await (server ??= build());
    const swept = await sweepLimits({ db: dependencies.db, now: dependencies.now() });
    return Response.json({ swept });
  });

/** The scheduled function's handler: holds the books of the last days against the payment provider's. */
export const compareBooks = (): Promise<Response> =>
  unlessMisconfigured(async () => {
    const { dependencies } = await (server ??= build());
    const { log, ...services } = dependencies;
    try {
      const made = await reconcileRecent(newContext(services, crypto.randomUUID()));
      if (made) log(reconciled(made));
      return Response.json({ differences: made?.differences.length ?? null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      log({ level: 'error', job: 'reconcile', code: error.code });
      return Response.json({ error: error.message, code: error.code }, { status: error.status });
    }
  });
