import type { Context as HonoContext } from 'hono';
import type { Context } from '../context.ts';

/** What middleware leaves for the handlers. */
export interface Variables {
  readonly requestId: string;
  readonly context: Context;
}

export interface AppEnv {
  Variables: Variables;
}

export type Request = HonoContext<AppEnv>;
