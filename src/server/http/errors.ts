import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Problem, problem } from '../../shared/problems.ts';
import type { Request } from './types.ts';

/**
 * Any thrown value as an error of the catalogue, also one that a library wrapped on its way: what is unknown becomes
 * `internal-error`.
 */
export const toProblem = (error: unknown): Problem => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof Problem) return at;
  if (error instanceof HTTPException && error.status === 413)
    return problem('body-too-large', { cause: error });
  return problem('internal-error', { cause: error });
};

/** The API's one error shape: `{ error, code, requestId, fields? }`, what its path adds, with Retry-After where it applies. */
export const answerProblem = (c: Request, found: Problem): Response => {
  if (found.retryAfter !== undefined) c.header('Retry-After', String(found.retryAfter));
  return c.json(
    {
      error: found.message,
      code: found.code,
      requestId: c.get('requestId'),
      ...(found.fields && { fields: found.fields }),
      ...c.get('errorExtra')?.(found),
    },
    found.status as ContentfulStatusCode,
  );
};
