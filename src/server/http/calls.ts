import type { Handler, Hono, MiddlewareHandler } from 'hono';
import { problem } from '../../shared/problems.ts';
import { access, type Access, type Call } from './access.ts';
import { answerProblem } from './errors.ts';
import type { AppEnv } from './types.ts';

type Guard = (access: Access) => MiddlewareHandler<AppEnv>;

/** The handlers of some calls; the key is the method and path of the access table. */
export type Calls = Partial<Record<Call, Handler<AppEnv>>>;

const byPath = (calls: Calls): [path: string, [call: string, handler: Handler<AppEnv>][]][] => {
  const named = Object.entries(calls);
  const paths = [...Map.groupBy(named, ([call]) => call.split(' ')[1] ?? '')];
  // A path that is spelled out is not also the id of another one.
  return paths.sort(([one], [other]) => Number(one.includes(':')) - Number(other.includes(':')));
};

/**
 * Mounts calls behind their row of the access table. Every other method of a mounted path is answered
 * with 405 and Allow.
 */
export const mountCalls = (app: Hono<AppEnv>, guard: Guard, calls: Calls): void => {
  for (const [path, ofPath] of byPath(calls)) {
    const allowed: string[] = [];
    app.use(path, async (c, next) => {
      c.set('route', path);
      await next();
    });
    for (const [call, handler] of ofPath) {
      const [method = ''] = call.split(' ');
      app.on(method, path, guard(access[call as Call]), handler);
      allowed.push(method, ...(method === 'GET' ? ['HEAD'] : []));
    }
    app.all(path, (c) => {
      c.header('Allow', allowed.join(', '));
      return answerProblem(c, problem('method-not-allowed'));
    });
  }
};
