import { Hono } from 'hono';
import { problem } from '../shared/problems.ts';
import type { Context, Settings } from './context.ts';
import type { Database } from './db/database.ts';
import { mountCalls } from './http/calls.ts';
import { answerProblem, toProblem } from './http/errors.ts';
import type { AppEnv } from './http/types.ts';
import { authorize } from './middleware/authorize.ts';
import { errorExtra } from './middleware/error-extra.ts';
import { requestLog, type Log } from './middleware/request-log.ts';
import { sizeLimit } from './middleware/size-limit.ts';
import { accountCalls } from './routes/accounts.ts';
import { affiliateCalls } from './routes/affiliates.ts';
import { auditCalls } from './routes/audit.ts';
import { customerCalls } from './routes/customers.ts';
import { healthCalls } from './routes/health.ts';
import { purchaseCalls } from './routes/purchases.ts';
import { referralCalls } from './routes/referral.ts';
import type { Identity } from './vendors/identity/identity.ts';
import type { Payments } from './vendors/payments/payments.ts';

/** What the API stands on. `now` is the clock; tests bring their own. */
export interface Dependencies {
  readonly db: Database;
  readonly payments: Payments;
  readonly identity: Identity;
  readonly settings: Settings;
  readonly now: () => Date;
  readonly log: Log;
}

/** The API: each request gets an id, a size limit and a context, passes the access table, and is answered in JSON. */
export const createApp = ({ db, payments, identity, settings, now, log }: Dependencies): Hono<AppEnv> => {
  // The path as it was sent: the platform's rate rules go by it, so another spelling must reach nothing.
  const app = new Hono<AppEnv>({ getPath: (request) => new URL(request.url).pathname });

  app.use(requestLog(log));
  app.use(async (c, next) => {
    const context: Context = {
      db,
      payments,
      identity,
      settings,
      actor: { kind: 'anonymous' },
      now: now(),
      requestId: c.get('requestId'),
    };
    c.set('context', context);
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
  });
  app.use(
    '/api/auth/reset-password',
    errorExtra(() => ({ success: false })),
  );
  app.use(sizeLimit);

  const calls = {
    ...healthCalls,
    ...customerCalls,
    ...affiliateCalls,
    ...auditCalls,
    ...accountCalls,
    ...referralCalls,
    ...purchaseCalls,
  };
  mountCalls(app, authorize(identity), calls);

  app.notFound((c) => answerProblem(c, problem('not-found')));
  app.onError((error, c) => answerProblem(c, toProblem(error)));
  return app;
};
