import type { MiddlewareHandler } from 'hono';
import { limits } from '../../shared/limits.ts';
import type { AppEnv, Log } from '../http/types.ts';
import { type Asked, type Dependency, type Trouble, withinTime } from '../outside/piece.ts';
import { errorFields } from '../http/error-fields.ts';

/**
 * JSON lines on standard output, each at once, since a platform may stop a process as soon as it has answered: the pattern
 * of the path, never the path itself, which may hold an address.
 */
export const consoleLog: Log = (line) => {
  console.log(JSON.stringify(line));
};

/** A line for a question to somebody outside that failed or was slow: who was asked by what, and nothing of what. */
export const logTrouble =
  (log: Log, by: Readonly<Record<string, string>>) =>
  ({ outcome, ...trouble }: Trouble): void => {
    log({ level: outcome === 'failed' ? 'error' : 'warn', ...by, outcome, ...trouble });
  };

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

const named: Readonly<Record<Dependency, string>> = {
  database: 'db',
  payments: 'payments',
  identity: 'identity',
};

/** `app;dur=…, db;dur=…;desc="2"`: milliseconds of the whole and of what was waited for, and how many questions that was. */
const serverTiming = (ms: number, asked: ReadonlyMap<Dependency, Asked>): string =>
  [
    `app;dur=${String(ms)}`,
    ...[...asked].map(
      ([dependency, spent]) =>
        `${named[dependency]};dur=${String(tenths(spent.ms))};desc="${String(spent.questions)}"`,
    ),
  ].join(', ');

const asFields = (asked: ReadonlyMap<Dependency, Asked>) =>
  Object.fromEntries(
    [...asked].map(([dependency, { questions, ms }]) => [named[dependency], { questions, ms: tenths(ms) }]),
  );

/**
 * Gives each request an id (answered as X-Request-Id) and its time for answers from outside, times it and logs one line
 * without personal data, after a line for each question to others that failed or was slow.
 */
export const requestLog =
  (log: Log): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const requestId = crypto.randomUUID();
    c.set('requestId', requestId);
    c.set('log', log);
    c.header('X-Request-Id', requestId);
    const start = performance.now();
    await withinTime(
      limits.outsideMs.call,
      async (asked) => {
        await next();
        const duration = tenths(performance.now() - start);
        // Not by c.header, which would copy the answer that is there by now.
        c.res.headers.set('Server-Timing', serverTiming(duration, asked));
        log({
          level: c.res.status >= 500 ? 'error' : 'info',
          requestId,
          method: c.req.method,
          route: c.get('route') ?? '*',
          status: c.res.status,
          ms: duration,
          ...asFields(asked),
          ...(c.error && errorFields(c.error)),
        });
      },
      logTrouble(log, { requestId }),
    );
  };
