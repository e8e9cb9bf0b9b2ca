import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import type { SimulatorContext } from '../simulator-context.ts';
import { type ErrorDetail, invalidRequest, unsupportedMediaType } from './api-error.ts';

/** Parses a value and drops unknown fields. Throws INVALID_REQUEST. */
export function parseRequest<T>(
  schema: z.ZodType<T>,
  value: unknown,
  location: 'body' | 'query' = 'body',
): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalidRequest(
    result.error.issues.map((issue) => ({
      field: `/${issue.path.join('/')}`,
      location,
      ...describeIssue(issue),
    })),
  );
}

function describeIssue(issue: z.core.$ZodIssue): Pick<ErrorDetail, 'issue' | 'description'> {
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return { issue: 'MISSING_REQUIRED_PARAMETER', description: 'A required field / parameter is missing.' };
  if (issue.code === 'too_big' && issue.origin === 'string')
    return {
      issue: 'INVALID_STRING_LENGTH',
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

/**
 * Runs a write once for each path and PayPal-Request-Id. A repeated request gets the first answer, with status 200. `write`
 * is synchronous, so that two requests with one id cannot both run it.
 */
export function withIdempotency(
  c: Context,
  context: SimulatorContext,
  write: () => { status: ContentfulStatusCode; body: unknown },
): Response {
  const requestId = c.req.header('paypal-request-id');
  const key = `${c.req.method} ${c.req.path} ${requestId ?? ''}`;
  const first = requestId === undefined ? undefined : context.state.requests[key];
  if (first) return c.json(first.body, 200);
  const { status, body } = write();
  if (requestId !== undefined) {
    context.state.requests[key] = { status, body };
    context.save();
  }
  return c.json(body, status);
}
