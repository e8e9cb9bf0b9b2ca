import type { MiddlewareHandler } from 'hono';
import type { AppEnv, ErrorExtra } from '../http/types.ts';

/** Gives the errors of some paths fields beside the usual ones, whichever part of the API they come from. */
export const errorExtra =
  (extra: ErrorExtra): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    c.set('errorExtra', extra);
    await next();
  };
