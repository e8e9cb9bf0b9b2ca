import { openServer } from './server.ts';
import { randomUUID } from 'node:crypto';
import { problem, type Problem } from '../shared/problems.ts';
import { stdoutLog } from './frame/http/log.ts';
import { EnvError } from './env.ts';
import { toResponse } from './frame/http/answer.ts';
import { problemAnswer } from './frame/http/errors.ts';

/** The part of Netlify's function context that the server uses. */
interface NetlifyContext {
  /** The caller's network address. Headers that name an address can be forged. */
  readonly ip?: string;
  /** Keeps the function running after its answer until the work is done. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
}

/** The request handler of the functions. The first request builds the app from the environment. */
export function handle(request: Request, netlify: NetlifyContext = {}): Promise<Response> {
  return unlessMisconfigured(async () => {
    const { app } = await openServer();
    const waitUntil = netlify.waitUntil && ((work: Promise<unknown>) => netlify.waitUntil?.(work));
    return app.fetch(request, { ip: netlify.ip ?? '', ...(waitUntil && { waitUntil }) });
  }, request);
}

/** Answers with 503 if settings are missing or refused. The log names the settings. A job has no `request`. */
export async function unlessMisconfigured(
  answer: () => Promise<Response>,
  request?: Request,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const requestId = randomUUID();
    stdoutLog({ level: 'error', requestId, problem: error.message });
    const path = request && new URL(request.url).pathname;
    return problemResponse(problem('service-unavailable', { retryAfter: 60 }), requestId, path);
  }
}

/** Creates the response of a problem outside of the app. */
export function problemResponse(failure: Problem, requestId: string, path = ''): Response {
  return toResponse(problemAnswer(failure, requestId, path), { 'X-Request-Id': requestId });
}
