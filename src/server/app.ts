import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HonoBase } from 'hono/hono-base';
import { routePath } from 'hono/route';
import type { Result } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import { randomUUID } from 'node:crypto';
import { errorFields } from '../shared/error-fields.ts';
import { limits } from '../shared/limits.ts';
import { problem, type Problem } from '../shared/problems.ts';
import { newContext } from './frame/context/context.ts';
import type { Services } from './frame/context/services.ts';
import { runAfterAnswer } from './frame/http/after-answer.ts';
import { type Answer, toResponse } from './frame/http/answer.ts';
import { authenticate, authorize, type Callers, refuseOtherSites } from './frame/http/authorize.ts';
import { acceptsPage, type ErrorPage, problemAnswer, problemPage, toProblem } from './frame/http/errors.ts';
import { statsFields, logSlowCall, serverTiming, tenths } from './frame/http/log.ts';
import type { AppEnv, Log, RequestContext } from './frame/http/types.ts';
import { defaultBodyLimit, type Route } from './frame/http/route.ts';
import { toNetwork } from './frame/limits/network.ts';
import { withTimeLimit } from './frame/outbound/request-scope.ts';
import { type Group, findGroup } from './routes.ts';

/** Everything that the API needs. Tests pass their own clock as `now`. */
export interface Dependencies extends Services {
  readonly log: Log;
}

/** Creates the API: the calls in routes.ts. The first request below a group's prefixes loads the group. */
export function createApp(dependencies: Dependencies) {
  const notFoundApp = mountCalls([], dependencies);
  const loadedApps = new Map<Group, HonoBase<AppEnv>>();

  async function load(group: Group): Promise<HonoBase<AppEnv>> {
    const app = mountCalls(await group.load(), dependencies);
    loadedApps.set(group, app);
    return app;
  }

  async function fetch(request: Request, bindings: AppEnv['Bindings'] = {}): Promise<Response> {
    const group = findGroup(rawPath(request));
    const app = group ? (loadedApps.get(group) ?? (await load(group))) : notFoundApp;
    return app.fetch(request, bindings);
  }

  return { fetch };
}

const callers: Callers = {
  findBuyer: async (c) => (await import('./people/portal/session.ts')).findBuyer(c),
  findService: async (context, credentials) =>
    (await import('./people/accounts/sign-in-service.ts')).signInService(context, credentials),
};

/** Creates a Hono app of these calls. */
function mountCalls(routes: readonly Route[], dependencies: Dependencies): HonoBase<AppEnv> {
  const app = new HonoBase<AppEnv>({ getPath: rawPath, router: new MethodRouter() });
  app.use(observe(dependencies));
  for (const [path, calls] of groupByPath(routes)) {
    for (const call of calls) {
      if (call.errorPage) app.on(call.method, path, rememberErrorPage(call.errorPage));
      // A GET has no body.
      if (call.method !== 'GET') app.on(call.method, path, limitBody(call));
      app.on(call.method, path, (c) => answerCall(c, call));
    }
    app.all(path, refuseMethod(calls));
  }
  app.notFound((c) => {
    c.set('errorPage', missingPage);
    return sendProblem(c, problem('not-found'));
  });
  app.onError((error, c) => sendProblem(c, toProblem(error)));
  return app;
}

/**
 * Middleware that gives a request its id (X-Request-Id), its context and its time limit, and logs the request. The log line
 * has the route pattern instead of the path, which may hold personal data. Signed-in callers get the timings as
 * Server-Timing. Anonymous callers do not, because timings can reveal whether the server knows a person.
 */
function observe({ log, ...services }: Dependencies): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const start = performance.now();
    const requestId = randomUUID();
    const { ip = '' } = c.env;
    c.set('context', newContext(services, requestId, toNetwork(ip)));
    c.set('services', services);
    c.set('log', log);
    c.set('sendDueMails', () => sendMailsNow(c));
    return withTimeLimit(
      limits.timeoutMs.call,
      async (stats) => {
        await next();
        const ms = tenths(performance.now() - start);
        if (c.get('context').actor.kind !== 'anonymous')
          c.res.headers.set('Server-Timing', serverTiming(ms, stats));
        const { status } = c.res;
        const pattern = routePath(c);
        const code = c.get('problemCode');
        log({
          level: status >= 500 ? 'error' : 'info',
          requestId,
          method: c.req.method,
          route: pattern === '/*' ? '*' : pattern,
          status,
          ...(code && { code }),
          ms,
          ...statsFields(stats),
          ...(c.error && errorFields(c.error)),
        });
      },
      logSlowCall(log, { requestId }),
    );
  };
}

/**
 * Middleware that throws for a body that is too large for the call. Reads Content-Length where it can: opening the body as a stream
 * takes longer than the rest of a small call.
 */
function limitBody({ bodyLimit: limit = defaultBodyLimit }: Route): MiddlewareHandler<AppEnv> {
  const onError = () => {
    throw problem(limit.problem);
  };
  const limitStream = bodyLimit({ maxSize: limit.bytes, onError });
  return (c, next) => {
    const length = c.req.header('content-length');
    const isKnown = /^\d+$/.test(length ?? '') && c.req.header('transfer-encoding') === undefined;
    if (!isKnown) return limitStream(c, next);
    return Number(length) > limit.bytes ? onError() : next();
  };
}

/** Checks the caller, runs a call and sends its answer. */
async function answerCall(c: RequestContext, call: Route): Promise<Response> {
  // A GET changes nothing.
  if (call.method !== 'GET' && call.access === 'buyer') refuseOtherSites(c);
  await authenticate(c, call, callers);
  authorize(c, call);
  const answer = await call.answer(c);
  c.error = answer.error;
  if (call.sendsMails && !answer.error && c.get('services').mail)
    await runAfterAnswer(c, c.get('sendDueMails'));
  return send(c, answer);
}

/** The limits of a run after an answer. It sends no letters, because nobody waits for them. */
const afterAnswerLimits = { startWithinMs: 1_000, workers: 1, withLetters: false };

/** Sends the due mails. A call does it after its answer. Otherwise a person would wait up to a minute for the scheduled job. */
async function sendMailsNow(c: RequestContext): Promise<void> {
  const { mail, ...services } = c.get('services');
  if (!mail) return;
  const { sendDueMails } = await import('./frame/mail/send-mails.ts');
  await sendDueMails(services, mail, c.get('log'), afterAnswerLimits);
}

/** Returns a handler that answers with 405 and Allow, for all other methods of a path. */
function refuseMethod(calls: readonly Route[]): (c: RequestContext) => Promise<Response> {
  const Allow = calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (c) => sendProblem(c, problem('method-not-allowed'), { Allow });
}

/** The page for a person whose link below /api leads nowhere. */
const missingPage: ErrorPage = { title: 'Nothing here', href: '/', link: 'Back to the home page' };

/** Middleware that sets the page on which people see the errors of a call. Programs get JSON. */
function rememberErrorPage(errorPage: ErrorPage): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    c.set('errorPage', errorPage);
    return next();
  };
}

async function sendProblem(
  c: RequestContext,
  failure: Problem,
  extraHeaders: Answer['headers'] = {},
): Promise<Response> {
  c.set('problemCode', failure.code);
  const errorPage = c.get('errorPage');
  const { headers, ...answer } =
    errorPage && acceptsPage(c.req.header('accept'))
      ? await problemPage(failure, errorPage)
      : problemAnswer(failure, c.get('context').requestId, c.req.path);
  return send(c, { ...answer, headers: { ...headers, ...extraHeaders } });
}

function send(c: RequestContext, answer: Answer): Response {
  return toResponse(answer, { 'X-Request-Id': c.get('context').requestId });
}

/** Returns the path as the caller wrote it. Netlify's rate rules match this text, so another spelling must reach no call. */
function rawPath({ url }: { readonly url: string }): string {
  return /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? '/';
}

/** Groups the calls by path. `/api/customers/export` comes before `/api/customers/:id`, since Hono takes the first match. */
function groupByPath(routes: readonly Route[]): [path: string, calls: Route[]][] {
  const byPath = [...Map.groupBy(routes, ({ path }) => path)];
  // `\uffff` sorts after every other character of a path.
  const sortKey = (path: string): string => path.replaceAll(':', '\uffff');
  return byPath.sort(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/**
 * Hono's TrieRouter for methods of any name. TrieRouter looks a method up in a plain object, so it would find `constructor`
 * and write to `__proto__`. A request with such a method gets the handler of all methods, which answers with 405.
 */
class MethodRouter<T> extends TrieRouter<T> {
  override match(method: string, path: string): Result<T> {
    return super.match(method in {} ? 'ALL' : method, path);
  }
}
