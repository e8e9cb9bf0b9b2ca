import { limits } from '../../../shared/limits.ts';
import { withTimeLimit } from '../outbound/request-scope.ts';
import { logFailure } from './log.ts';
import type { RequestContext } from './types.ts';

/**
 * Runs work after the answer, with its own time limit. Where Netlify's `waitUntil` is missing, the work runs before the answer.
 * Errors are only logged, because the next run of a scheduled job does the work.
 */
export async function runAfterAnswer(c: RequestContext, work: () => Promise<unknown>): Promise<void> {
  const { waitUntil } = { waitUntil: undefined, ...c.env };
  const started = waitUntil ? withTimeLimit(limits.timeoutMs.afterAnswer, work) : work();
  const finished = started.catch((error: unknown) => {
    logFailure(c, error);
  });
  if (waitUntil) waitUntil(finished);
  else await finished;
}
