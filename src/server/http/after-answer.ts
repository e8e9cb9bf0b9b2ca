import { limits } from '../../shared/limits.ts';
import { withTimeLimit } from '../outbound/request-scope.ts';
import { logFailure } from './log.ts';
import type { RequestContext } from './types.ts';

/**
 * Does a piece of work after the answer where the platform lets it, in a time of its own, else before. Its failure is
 * logged, not answered: whoever calls this has seen to it that the work is done later.
 */
export const afterAnswer = async (c: RequestContext, work: () => Promise<unknown>): Promise<void> => {
  const { waitUntil } = { waitUntil: undefined, ...c.env };
  const begun = waitUntil ? withTimeLimit(limits.timeoutMs.afterAnswer, work) : work();
  const logged = begun.catch((error: unknown) => {
    logFailure(c, error);
  });
  if (waitUntil) waitUntil(logged);
  else await logged;
};
