import type { Context as HonoContext } from 'hono';
import type { Context } from '../context.ts';

/** Where lines of the log go. */
export type Log = (line: Readonly<Record<string, unknown>>) => void;

export interface AppEnv {
  /** What the platform says of a call. */
  Bindings: {
    readonly address?: string;
    /** Lets work go on after the answer, as long as a function may run. */
    readonly waitUntil?: (work: Promise<unknown>) => void;
  };
  /** What is known of a call before its handler. */
  Variables: {
    readonly context: Context;
    readonly log: Log;
  };
}

/** Hono's context of a request. */
export type RequestContext = HonoContext<AppEnv>;
