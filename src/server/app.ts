import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { problem } from '../shared/problems.ts';
import { newContext, type Services } from './context.ts';
import { answerHeaders } from './http/answer-headers.ts';
import { mountCalls } from './http/calls.ts';
import { answerProblem, toProblem } from './http/errors.ts';
import type { AppEnv, Log } from './http/types.ts';
import { authorize } from './middleware/authorize.ts';
import { errorExtra } from './middleware/error-extra.ts';
import { requestLog } from './middleware/request-log.ts';
import { sizeLimit } from './middleware/size-limit.ts';
import { routes } from './routes/routes.ts';

/** What the API stands on. `now` is the clock; tests bring their own. */
export interface Dependencies extends Services {
  readonly log: Log;
}

/** The API: each request gets an id, a size limit and a context, passes the access table, and is answered in JSON. */
export const createApp = ({ log, ...services }: Dependencies): Hono<AppEnv> => {
  // The path as it was sent: the platform's rate rules go by it, so another spelling must reach nothing.
  const getPath = (request: Request) => new URL(request.url).pathname;
  // Said outright, or the first request of each process tries others that cannot hold these paths.
  const app = new Hono<AppEnv>({ getPath, router: new TrieRouter() });

  app.use(requestLog(log));
  app.use(answerHeaders);
  app.use(async (c, next) => {
    const { address } = { address: '', ...c.env };
    c.set('context', newContext(services, c.get('requestId'), address));
    await next();
  });
  app.use(
    '/api/auth/reset-password',
    errorExtra(() => ({ success: false })),
  );
  for (const path of ['/api/user-profiles/*', '/user-profiles/*'])
    app.use(
      path,
      errorExtra(({ message }) => ({ message })),
    );
  app.use(sizeLimit);

  mountCalls(app, authorize, routes);

  app.notFound((c) => answerProblem(c, problem('not-found')));
  app.onError((error, c) => answerProblem(c, toProblem(error)));
  return app;
};
