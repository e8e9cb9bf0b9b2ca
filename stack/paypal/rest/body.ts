import type { Context } from 'hono';
import type { z } from 'zod';
import { invalidRequest, unsupportedMediaType, type ErrorDetail } from './api-error.ts';

const issueOf = (problem: z.core.$ZodIssue): Pick<ErrorDetail, 'issue' | 'description'> => {
  if (problem.code === 'invalid_type' && problem.input === undefined)
    return { issue: 'MISSING_REQUIRED_PARAMETER', description: 'A required field / parameter is missing.' };
  if (problem.code === 'too_big' && problem.origin === 'string')
    return {
      issue: 'INVALID_STRING_LENGTH',
      description: 'The value of a field is either too short or too long.',
    };
  if (problem.code === 'too_small' && problem.origin === 'array')
    return {
      issue: 'INVALID_ARRAY_MIN_ITEMS',
      description: 'The number of items in an array parameter is too small.',
    };
  if (problem.code === 'invalid_value')
    return { issue: 'INVALID_PARAMETER_VALUE', description: 'The value of a field is invalid.' };
  return {
    issue: 'INVALID_PARAMETER_SYNTAX',
    description: 'The value of a field does not conform to the expected format.',
  };
};

/** Parses a value as the provider would, dropping unknown fields; throws INVALID_REQUEST. */
export const parse = <T>(schema: z.ZodType<T>, value: unknown, location: 'body' | 'query' = 'body'): T => {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalidRequest(
    result.error.issues.map((problem) => ({
      field: `/${problem.path.join('/')}`,
      location,
      ...issueOf(problem),
    })),
  );
};

/** The JSON body of a request; an empty one counts as `{}` where the call allows it. */
export const readJson = async (c: Context): Promise<unknown> => {
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
};
