import type { Handler, Hono, MiddlewareHandler } from 'hono';
import { problem } from '../../shared/problems.ts';
import { access, type Access, type Call } from './access.ts';
import { answerProblem } from './errors.ts';
import type { AppEnv } from './types.ts';

type Guard = (access: Access) => MiddlewareHandler<AppEnv>;

/** The handlers of some calls; the key is the method and path of the access table. */
export type Calls = Partial<Record<Call, Handler<AppEnv>>>;

/**
 * Mounts calls behind their row of the access table. Every other method of a mounted path is answered
 * with 405 and Allow.
 */
export const mountCalls = (app: Hono<AppEnv>, guard: Guard, calls: Calls): void => {
  const methods = new Map<string, string[]>();
  for (const [call, handler] of Object.entries(calls)) {
    const [method = '', path = ''] = call.split(' ');
    app.on(method, path, guard(access[call as Call]), handler);
    methods.set(path, [...(methods.get(path) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])]);
  }
  for (const [path, allowed] of methods)
    app.all(path, (c) => {
      c.header('Allow', allowed.join(', '));
      return answerProblem(c, problem('method-not-allowed'));
    });
};
