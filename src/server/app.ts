import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HonoBase } from 'hono/hono-base';
import { routePath } from 'hono/route';
import type { Result } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import { randomUUID } from 'node:crypto';
import { errorFields } from '../shared/error-fields.ts';
import { limits } from '../shared/limits.ts';
import { problem } from '../shared/problems.ts';
import { newContext, type Services } from './context.ts';
import { toResponse } from './http/answer.ts';
import { authenticate, authorize } from './http/authorize.ts';
import { problemAnswer, toProblem } from './http/errors.ts';
import { statsFields, logSlowCall, serverTiming, tenths } from './http/log.ts';
import { type AppEnv, type Log, networkOf, type RequestContext } from './http/types.ts';
import { ordinaryBody, type Route } from './http/route.ts';
import { withTimeLimit } from './outbound/request-scope.ts';
import { type Group, groupOf } from './routes.ts';

/** What the API stands on. `now` is the clock; tests bring their own. */
export interface Dependencies extends Services {
  readonly log: Log;
}

/** The API: the calls that routes.ts lists, and nothing else. */
export function createApp(dependencies: Dependencies) {
  const notFoundApp = mount([], dependencies);
  const loaded = new Map<Group, HonoBase<AppEnv>>();

  async function load(group: Group): Promise<HonoBase<AppEnv>> {
    const app = mount(await group.load(), dependencies);
    loaded.set(group, app);
    return app;
  }

  async function fetch(request: Request, platform: AppEnv['Bindings'] = {}): Promise<Response> {
    const group = groupOf(rawPath(request));
    const app = group ? (loaded.get(group) ?? (await load(group))) : notFoundApp;
    return app.fetch(request, platform);
  }

  return { fetch };
}

/** A Hono app with some calls, each behind the same middleware. */
function mount(routes: readonly Route[], dependencies: Dependencies): HonoBase<AppEnv> {
  const app = new HonoBase<AppEnv>({ getPath: rawPath, router: new MethodRouter() });
  app.use(observe(dependencies));
  for (const [path, calls] of groupByPath(routes)) {
    for (const call of calls) {
      // A GET has no body.
      if (call.method !== 'GET') app.on(call.method, path, limitBody(call));
      app.on(call.method, path, authenticate(call), authorize(call), respond(call));
    }
    app.all(path, refuseMethod(calls));
  }
  app.notFound((c) => send(c, problemAnswer(c, problem('not-found'))));
  app.onError((error, c) => send(c, problemAnswer(c, toProblem(error))));
  return app;
}

/**
 * Middleware that gives a call its id (the answer's X-Request-Id), its context and its time limit, and writes its line in
 * the log, without personal data: the pattern of the path stands for the path. Signed-in callers get the times as
 * Server-Timing. Strangers do not, because times can tell what the server knows about a person.
 */
function observe({ log, ...services }: Dependencies): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const start = performance.now();
    const requestId = randomUUID();
    const { address } = { address: '', ...c.env };
    c.set('context', newContext(services, requestId, networkOf(address)));
    c.set('log', log);
    return withTimeLimit(
      limits.timeoutMs.call,
      async (stats) => {
        await next();
        const ms = tenths(performance.now() - start);
        if (c.get('context').actor.kind !== 'anonymous')
          c.res.headers.set('Server-Timing', serverTiming(ms, stats));
        const { status } = c.res;
        const pattern = routePath(c);
        log({
          level: status >= 500 ? 'error' : 'info',
          requestId,
          method: c.req.method,
          route: pattern === '/*' ? '*' : pattern,
          status,
          ms,
          ...statsFields(stats),
          ...(c.error && errorFields(c.error)),
        });
      },
      logSlowCall(log, { requestId }),
    );
  };
}

/** Middleware that throws for a body larger than the call takes. */
function limitBody({ bodyLimit: limit = ordinaryBody }: Route): MiddlewareHandler<AppEnv> {
  const onError = () => {
    throw problem(limit.problem);
  };
  return bodyLimit({ maxSize: limit.bytes, onError });
}

/** Runs a call and sends its answer. */
function respond(call: Route): (c: RequestContext) => Promise<Response> {
  return async (c) => {
    const answer = await call.answer(c);
    c.error = answer.error;
    return send(c, answer);
  };
}

/** Answers every other method of a path with 405 and Allow. */
function refuseMethod(calls: readonly Route[]): (c: RequestContext) => Response {
  const Allow = calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (c) => {
    const { headers, ...answer } = problemAnswer(c, problem('method-not-allowed'));
    return send(c, { ...answer, headers: { ...headers, Allow } });
  };
}

function send(c: RequestContext, answer: Parameters<typeof toResponse>[0]): Response {
  return toResponse(answer, { 'X-Request-Id': c.get('context').requestId });
}

/** The path as it was sent. Netlify's rate rules go by it, so another spelling of a path must reach nothing. */
function rawPath({ url }: { readonly url: string }): string {
  return /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? '/';
}

/** The calls by path. `/api/customers/export` comes before `/api/customers/:id`, since Hono takes the first match. */
function groupByPath(routes: readonly Route[]): [path: string, calls: Route[]][] {
  const byPath = [...Map.groupBy(routes, ({ path }) => path)];
  const sortKey = (path: string): string => path.replaceAll(':', '\uffff');
  return byPath.sort(([one], [other]) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

/**
 * Hono's TrieRouter for any method. It looks the method up in a plain object, where it would find `constructor` and write
 * to `__proto__`; these match what is mounted for all methods, the answer 405.
 */
class MethodRouter<T> extends TrieRouter<T> {
  override match(method: string, path: string): Result<T> {
    return super.match(method in {} ? 'ALL' : method, path);
  }
}
