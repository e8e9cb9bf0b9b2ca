import { type Problem, problem } from '../shared/problems.ts';
import { callHeaders } from '../shared/security-headers.ts';
import { EnvError } from './env.ts';

/** A problem's answer where there is no app to give it. */
export const refuse = ({ message, code, status, retryAfter }: Problem, requestId: string): Response =>
  Response.json(
    { error: message, code, requestId },
    {
      status,
      headers: {
        ...callHeaders,
        'X-Request-Id': requestId,
        ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      },
    },
  );

/** With settings missing or refused nothing is served: each call answers 503 and the log names the settings. */
export const unlessMisconfigured = async (answer: () => Promise<Response>): Promise<Response> => {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    return refuse(problem('service-unavailable', { retryAfter: 60 }), crypto.randomUUID());
  }
};
