import type { Hono, MiddlewareHandler } from 'hono';
import { problem } from '../../shared/problems.ts';
import { access, type Access, type Call } from './access.ts';
import { answerProblem } from './errors.ts';
import type { AppEnv, Request } from './types.ts';

type Guard = (access: Access) => MiddlewareHandler<AppEnv>;

/** Parses a call, has it done, and answers. */
type Handler = (c: Request) => Response | Promise<Response>;

/** The handlers of some calls; the key is the method and path of the access table. */
export type Calls = Partial<Record<Call, Handler>>;

/** For every call of the access table, how the handlers are loaded that it is among. */
export type Routes = { readonly [C in Call]: () => Promise<Readonly<Record<C, Handler>>> };

const byPath = (): [path: string, calls: Call[]][] => {
  const paths = [...Map.groupBy(Object.keys(access) as Call[], (call) => call.split(' ')[1] ?? '')];
  // A path that is spelled out is not also the id of another one.
  return paths.sort(([one], [other]) => Number(one.includes(':')) - Number(other.includes(':')));
};

/** A call's handler, loaded with the first that is made. */
const loaded = <C extends Call>(routes: Routes, call: C): Handler => {
  let handler: Handler | undefined;
  return async (c) => {
    handler ??= (await routes[call]())[call];
    return handler(c);
  };
};

/**
 * Mounts every call of the access table behind its row. Every other method of a mounted path is answered
 * with 405 and Allow.
 */
export const mountCalls = (app: Hono<AppEnv>, guard: Guard, routes: Routes): void => {
  for (const [path, calls] of byPath()) {
    const allowed: string[] = [];
    app.use(path, async (c, next) => {
      c.set('route', path);
      await next();
    });
    for (const call of calls) {
      const [method = ''] = call.split(' ');
      app.on(method, path, guard(access[call]), loaded(routes, call));
      allowed.push(method, ...(method === 'GET' ? ['HEAD'] : []));
    }
    app.all(path, (c) => {
      c.header('Allow', allowed.join(', '));
      return answerProblem(c, problem('method-not-allowed'));
    });
  }
};
