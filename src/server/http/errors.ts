import { Problem, problem } from '../../shared/problems.ts';
import { type Answer, json } from './answer.ts';
import { errorExtra } from './error-shapes.ts';
import type { RequestContext } from './types.ts';

/**
 * Any thrown value as an error of the catalogue, also one that a library wrapped on its way: what is unknown becomes
 * `internal-error`.
 */
export const toProblem = (error: unknown): Problem => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof Problem) return at;
  return problem('internal-error', { cause: error });
};

/** `Retry-After`, in seconds, where trying again helps. */
export const retryHeader = ({ retryAfter }: Problem): Answer['headers'] =>
  retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };

/** The API's one error shape: `{ error, code, requestId, fields? }`, what its path adds, with Retry-After where it applies. */
export const answerOfProblem = (found: Problem, requestId: string, path: string): Answer =>
  json(
    {
      error: found.message,
      code: found.code,
      requestId,
      ...(found.fields && { fields: found.fields }),
      ...errorExtra(path, found.message),
    },
    found.status,
    retryHeader(found),
  );

/** The answer to a call that a problem ended. */
export const problemAnswer = (c: RequestContext, found: Problem): Answer =>
  answerOfProblem(found, c.get('context').requestId, c.req.path);
