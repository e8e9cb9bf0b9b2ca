import { openServer } from './server.ts';
import { randomUUID } from 'node:crypto';
import { problem, type Problem } from '../shared/problems.ts';
import { stdoutLog } from './http/log.ts';
import { EnvError } from './env.ts';
import { toResponse } from './http/answer.ts';
import { answerOfProblem } from './http/errors.ts';

/** What the platform tells a function about a call. */
interface Platform {
  /** The caller's address; headers that claim one are anybody's. */
  readonly ip?: string;
  /** Lets work go on after the answer. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
}

/** The functions' request handler. The first request builds the app from the environment. */
export const handle = (request: Request, platform: Platform = {}): Promise<Response> =>
  unlessMisconfigured(async () => {
    const { app } = await openServer();
    const goOn = platform.waitUntil && ((work: Promise<unknown>) => platform.waitUntil?.(work));
    return app.fetch(request, { address: platform.ip ?? '', ...(goOn && { waitUntil: goOn }) });
  }, request);

/** A problem's answer where there is no app to give it; `path` is that of a call, and a job has none. */
export const refuse = (found: Problem, requestId: string, path = ''): Response =>
  toResponse(answerOfProblem(found, requestId, path), { 'X-Request-Id': requestId });

/** With settings missing or refused nothing is served: each call, or job, answers 503 and the log names the settings. */
export const unlessMisconfigured = async (
  answer: () => Promise<Response>,
  call?: Request,
): Promise<Response> => {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const requestId = randomUUID();
    stdoutLog({ level: 'error', requestId, problem: error.message });
    const path = call && new URL(call.url).pathname;
    return refuse(problem('service-unavailable', { retryAfter: 60 }), requestId, path);
  }
};
