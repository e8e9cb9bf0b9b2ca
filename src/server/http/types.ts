import type { Context as HonoContext } from 'hono';
import type { Problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';

/** Where lines of the log go. */
export type Log = (line: Readonly<Record<string, unknown>>) => void;

/** What an error's answer says beside the usual fields. */
export type ErrorExtra = (found: Problem) => Readonly<Record<string, string | boolean>>;

/** What middleware leaves for the handlers. */
export interface Variables {
  readonly requestId: string;
  readonly context: Context;
  readonly log: Log;
  /** The path of the access table that the call has, for the log; none where nothing is. */
  readonly route?: string;
  readonly errorExtra?: ErrorExtra;
}

export interface AppEnv {
  /** What the platform says of a call. */
  Bindings: {
    readonly address?: string;
    /** Lets work go on after the answer, as long as a function may run. */
    readonly waitUntil?: (work: Promise<unknown>) => void;
  };
  Variables: Variables;
}

export type Request = HonoContext<AppEnv>;
