import type { Context as HonoContext } from 'hono';
import type { Problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';

/** What an error's answer says beside the usual fields. */
export type ErrorExtra = (found: Problem) => Readonly<Record<string, string | boolean>>;

/** What middleware leaves for the handlers. */
export interface Variables {
  readonly requestId: string;
  readonly context: Context;
  readonly errorExtra?: ErrorExtra;
}

export interface AppEnv {
  Variables: Variables;
}

export type Request = HonoContext<AppEnv>;
