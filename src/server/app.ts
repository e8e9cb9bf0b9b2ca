import { HonoBase } from 'hono/hono-base';
import { problem } from '../shared/problems.ts';
import { answerCalls } from './calls/answer-call.ts';
import { mountCalls } from './calls/mount.ts';
import { PathRouter } from './calls/path-router.ts';
import type { Services } from './context.ts';
import { toResponse } from './http/answer.ts';
import { errorFields } from '../shared/error-fields.ts';
import { problemAnswer, toProblem } from './http/errors.ts';
import type { AppEnv, Log, Request } from './http/types.ts';
import { routes } from './routes/routes.ts';

/** What the API stands on. `now` is the clock; tests bring their own. */
export interface Dependencies extends Services {
  readonly log: Log;
}

/** The path as it was sent: the platform's rate rules go by it, so another spelling must reach nothing. */
const getPath = ({ url }: { readonly url: string }): string =>
  /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? '/';

const notFound = (c: Request) => problemAnswer(c, problem('not-found'));

/** The API: each call of the access table goes the way of src/server/calls; whatever else is asked is not there. */
export const createApp = ({ log, ...services }: Dependencies): HonoBase<AppEnv> => {
  // Without the routers that others bring along: the first request of each process would try what cannot hold these paths.
  const app = new HonoBase<AppEnv>({ getPath, router: new PathRouter() });
  const answerCall = answerCalls(log, services);
  mountCalls(app, routes, answerCall);
  app.notFound((c) => answerCall(c, '*', notFound));
  // What fails outside of a call's own work, such as a header that no response takes.
  app.onError((error, c) => {
    const { requestId } = c.get('context');
    log({ level: 'error', requestId, ...errorFields(error) });
    return toResponse(problemAnswer(c, toProblem(error)), { 'X-Request-Id': requestId });
  });
  return app;
};
