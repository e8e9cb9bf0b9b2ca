import type { Context as HonoContext } from 'hono';
import type { ProblemCode } from '../../../shared/problems.ts';
import type { Context } from '../context/context.ts';
import type { Services } from '../context/services.ts';
import type { ErrorPage } from './errors.ts';

/** Writes a line to the log. */
export type Log = (line: Readonly<Record<string, unknown>>) => void;

export interface AppEnv {
  /** Netlify's facts about a request. */
  Bindings: {
    /** The network address of the caller. Headers that name an address can be forged. */
    readonly ip?: string;
    /** Keeps the function running after its answer until the work is done. */
    readonly waitUntil?: (work: Promise<unknown>) => void;
  };
  /** Values that the middleware sets before the handler runs. */
  Variables: {
    readonly context: Context;
    readonly services: Services;
    readonly log: Log;
    /** Sends the due mails, for calls that already run after their answer. Does nothing while mail is not configured. */
    readonly sendDueMails: () => Promise<void>;
    /** The page of errors, for a call whose answer is a page. */
    readonly errorPage?: ErrorPage;
    /** The code of the problem that the call was answered with. */
    readonly problemCode?: ProblemCode;
  };
}

/** Hono's context of a request. */
export type RequestContext = HonoContext<AppEnv>;
