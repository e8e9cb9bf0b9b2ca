import type * as z from 'zod/mini';
import '../outbound/words.ts';
import { codeOf, messageText, problem } from '../../shared/problems.ts';
import type { RequestContext } from './types.ts';

/**
 * Holds input against a schema. Throws the catalogue's problem that the first issue names, else
 * `invalid`; either way with one entry a field.
 */
export const parseInput = <T>(schema: z.ZodMiniType<T>, input: unknown): T => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues;
  const fields = issues.map(({ path, message }) => ({
    field: path.join('.'),
    message: messageText(message),
  }));
  throw problem(codeOf(issues[0]?.message ?? '') ?? 'invalid', { fields });
};

/** The query held against a schema. A parameter that is given more than once is `invalid`: nobody can tell which is meant. */
export const readQuery = <T>(c: RequestContext, schema: z.ZodMiniType<T>): T => {
  const repeated = Object.entries(c.req.queries()).filter(([, values]) => values.length > 1);
  if (repeated.length > 0)
    throw problem('invalid', {
      fields: repeated.map(([field]) => ({ field, message: 'Given more than once' })),
    });
  return parseInput(schema, c.req.query());
};

/** The JSON body held against a schema. Throws `media-type-unsupported`, `request-malformed`, or as parseInput. */
export const readJson = async <T>(c: RequestContext, schema: z.ZodMiniType<T>): Promise<T> => {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw problem('media-type-unsupported');
  const text = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may be personal; causes are logged.
    throw problem('request-malformed');
  }
  return parseInput(schema, body);
};
