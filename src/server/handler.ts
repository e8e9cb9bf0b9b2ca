import { problem } from '../shared/problems.ts';
import { createApp } from './app.ts';
import { connect } from './db/database.ts';
import { EnvError, readEnv } from './env.ts';
import { consoleLog } from './middleware/request-log.ts';
import { createFirebaseIdentity } from './vendors/identity/firebase.ts';
import { unconfiguredIdentity } from './vendors/identity/unconfigured.ts';
import { createPayPal } from './vendors/payments/paypal.ts';

const build = async () => {
  const env = readEnv();
  return createApp({
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
    settings: { merchantId: env.PAYPAL_MERCHANT_ID, annualPlanId: env.PUBLIC_PAYPAL_ANNUAL_PLAN_ID },
    now: () => new Date(),
    log: consoleLog,
  });
};

let app: ReturnType<typeof build> | undefined;

/**
 * The functions' request handler. The first request builds the app from the environment; with settings
 * missing or refused it serves nothing: each request answers 503 and the log names the settings.
 */
export const handle = async (request: Request): Promise<Response> => {
  try {
    return await (await (app ??= build())).fetch(request);
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
