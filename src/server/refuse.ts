import { randomUUID } from 'node:crypto';
import { type Problem, problem } from '../shared/problems.ts';
import { stdoutLog } from './http/log.ts';
import { EnvError } from './env.ts';
import { toResponse } from './http/answer.ts';
import { answerOfProblem } from './http/errors.ts';

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
