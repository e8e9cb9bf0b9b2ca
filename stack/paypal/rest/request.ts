import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import type { SimulatorContext } from '../simulator-context.ts';
import {
  type ApiError,
  type ErrorDetail,
  invalidRequest,
  legacyError,
  previousRequestInProgress,
  unsupportedMediaType,
} from './api-error.ts';

const defaultLengthIssues = { too_big: 'INVALID_STRING_LENGTH', too_small: 'INVALID_STRING_LENGTH' };

/** Parses a value and drops unknown fields. Throws INVALID_REQUEST. `lengthIssues` names strings of a wrong length. */
export function parseRequest<T>(
  schema: z.ZodType<T>,
  value: unknown,
  location: 'body' | 'query' = 'body',
  lengthIssues = defaultLengthIssues,
): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalidRequest(
    result.error.issues.map((issue) => ({
      field: `/${issue.path.join('/')}`,
      location,
      ...describeIssue(issue, lengthIssues),
    })),
  );
}

function describeIssue(
  issue: z.core.$ZodIssue,
  lengthIssues: typeof defaultLengthIssues,
): Pick<ErrorDetail, 'issue' | 'description'> {
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return { issue: 'MISSING_REQUIRED_PARAMETER', description: 'A required field / parameter is missing.' };
  if ((issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'string')
    return {
      issue: lengthIssues[issue.code],
      description: 'The value of a field is either too short or too long.',
    };
  if (issue.code === 'too_small' && issue.origin === 'array')
    return {
      issue: 'INVALID_ARRAY_MIN_ITEMS',
      description: 'The number of items in an array parameter is too small.',
    };
  if (issue.code === 'invalid_value')
    return { issue: 'INVALID_PARAMETER_VALUE', description: 'The value of a field is invalid.' };
  return {
    issue: 'INVALID_PARAMETER_SYNTAX',
    description: 'The value of a field does not conform to the expected format.',
  };
}

/** Parses the JSON body. An empty body is `{}`. Throws UNSUPPORTED_MEDIA_TYPE or INVALID_REQUEST. */
export async function readJsonBody(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (text === '') return {};
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw unsupportedMediaType();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidRequest([
      {
        location: 'body',
        issue: 'MALFORMED_REQUEST_JSON',
        description: 'The request JSON is not well formed.',
      },
    ]);
  }
}

/** The status and JSON body of a successful write. */
export interface WriteAnswer {
  status: ContentfulStatusCode;
  body: unknown;
}

/** The variable of a call that holds its key in `context.running`. */
export const runningKey = 'runningKey';

/**
 * Runs a write once for each path and PayPal-Request-Id. A repeated request gets the first answer, with `repeatStatus`. While
 * the first request is not answered yet, a repeated one gets a 409. `write` is synchronous, so that two requests with one id
 * cannot both run it. A refused write may be tried again with the same id.
 */
export function withIdempotency(
  c: Context,
  context: SimulatorContext,
  write: () => WriteAnswer,
  repeatStatus: 200 | 201 = 200,
): Response {
  const requestId = c.req.header('paypal-request-id');
  if (requestId === undefined) {
    const { status, body } = write();
    return c.json(body, status);
  }
  const key = `${c.req.method} ${c.req.path} ${requestId}`;
  if (context.running.has(key)) throw inProgress(c.req.path);
  const first = context.state.requests[key];
  if (first) return c.json(first.body, repeatStatus);
  const { status, body } = write();
  context.running.add(key);
  c.set(runningKey, key);
  context.state.requests[key] = { status, body };
  context.save();
  return c.json(body, status);
}

function inProgress(path: string): ApiError {
  return path.startsWith('/v1/payments/')
    ? legacyError(409, 'RESOURCE_CONFLICT', 'A previous request on this resource is in progress.')
    : previousRequestInProgress();
}
