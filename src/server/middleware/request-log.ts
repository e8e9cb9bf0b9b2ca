import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnv } from '../http/types.ts';

export type Log = (line: Readonly<Record<string, unknown>>) => void;

/** JSON lines on standard output: the pattern of the path, never the path itself, which may hold an address. */
export const consoleLog: Log = (line) => {
  console.log(JSON.stringify(line));
};

/** Gives each request an id (answered as X-Request-Id), times it and logs one line without personal data. */
export const requestLog =
  (log: Log): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const requestId = crypto.randomUUID();
    c.set('requestId', requestId);
    const start = performance.now();
    await next();
    const duration = Math.round((performance.now() - start) * 10) / 10;
    c.header('X-Request-Id', requestId);
    c.header('Server-Timing', `app;dur=${String(duration)}`);
    log({
      level: c.res.status >= 500 ? 'error' : 'info',
      requestId,
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: duration,
      ...(c.error && { problem: withoutValues(c.error.message), cause: describe(c.error.cause) }),
    });
  };

/** A message without the values of a failed query, which may be personal. */
const withoutValues = (text: string): string => text.replace(/\nparams:[\s\S]*$/, '').slice(0, 500);

const describe = (cause: unknown): string | undefined => {
  if (cause === undefined) return undefined;
  return withoutValues(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause));
};
