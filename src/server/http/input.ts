import type * as z from 'zod';
import { catalogue, problem, problemText, type ProblemCode } from '../../shared/problems.ts';
import type { Request } from './types.ts';

const isCode = (message: string): message is ProblemCode => Object.hasOwn(catalogue, message);

/**
 * Holds input against a schema. Throws the catalogue's problem that the first issue names, else
 * `invalid`; either way with one entry a field.
 */
export const parseInput = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues;
  const fields = issues.map(({ path, message }) => ({
    field: path.join('.'),
    message: isCode(message) ? problemText(message) : message,
  }));
  const first = issues[0]?.message ?? '';
  throw problem(isCode(first) ? first : 'invalid', { fields });
};

/** The JSON body held against a schema. Throws `media-type-unsupported`, `request-malformed`, or as parseInput. */
export const readJson = async <T>(c: Request, schema: z.ZodType<T>): Promise<T> => {
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
