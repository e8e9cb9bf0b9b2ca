import type { HonoBase } from 'hono/hono-base';
import { problem } from '../../shared/problems.ts';
import { access, type Call } from '../http/access.ts';
import type { Handler, Routes } from '../http/calls.ts';
import { problemAnswer } from '../http/errors.ts';
import type { AppEnv, Request } from '../http/types.ts';
import { authorize } from './authorize.ts';

/** Has a call of a path of the access table done, and answers it. */
type AnswerCall = (c: Request, route: string, work: Handler) => Promise<Response>;

const byPath = (): [path: string, calls: Call[]][] => {
  const paths = [...Map.groupBy(Object.keys(access) as Call[], (call) => call.split(' ')[1] ?? '')];
  // A path that is spelled out is not also the id of another one.
  return paths.sort(([one], [other]) => Number(one.includes(':')) - Number(other.includes(':')));
};

/** A call's handler behind its row of the access table, loaded with the first that is let in. */
const guarded = <C extends Call>(routes: Routes, call: C): Handler => {
  let handler: Handler | undefined;
  return async (c) => {
    await authorize(c, access[call]);
    handler ??= (await routes[call]())[call];
    // Awaited here: a promise that is handed on from an async function takes two more turns of the queue.
    return await handler(c);
  };
};

/** What every other method of a mounted path is answered with: 405 and Allow. */
const notAllowed = (methods: readonly string[]): Handler => {
  const Allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (c) => {
    const { headers, ...answer } = problemAnswer(c, problem('method-not-allowed'));
    return { ...answer, headers: { ...headers, Allow } };
  };
};

/** Mounts every call of the access table, one handler a path, with no middleware before it. */
export const mountCalls = (app: HonoBase<AppEnv>, routes: Routes, answerCall: AnswerCall): void => {
  for (const [path, calls] of byPath()) {
    const handlers = new Map(calls.map((call) => [call.split(' ')[0] ?? '', guarded(routes, call)]));
    const otherwise = notAllowed([...handlers.keys()]);
    app.all(path, (c) => {
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
      return answerCall(c, path, handlers.get(method) ?? otherwise);
    });
  }
};
