import { randomUUID } from 'node:crypto';
import { type Problem, problem } from '../shared/problems.ts';
import { stdoutLog } from './calls/log.ts';
import { EnvError } from './env.ts';
import { json, toResponse } from './http/answer.ts';
import { retryHeader } from './http/errors.ts';

/** A problem's answer where there is no app to give it. */
export const refuse = (found: Problem, requestId: string): Response =>
  toResponse(json({ error: found.message, code: found.code, requestId }, found.status, retryHeader(found)), {
    'X-Request-Id': requestId,
  });

/** With settings missing or refused nothing is served: each call answers 503 and the log names the settings. */
export const unlessMisconfigured = async (answer: () => Promise<Response>): Promise<Response> => {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const requestId = randomUUID();
    stdoutLog({ level: 'error', requestId, problem: error.message });
    return refuse(problem('service-unavailable', { retryAfter: 60 }), requestId);
  }
};
