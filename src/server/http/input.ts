import '../outbound/zod-messages.ts';
import * as z from 'zod/mini';
import { codeOf, messageText, problem, type ProblemCode } from '../../shared/problems.ts';
import type { RequestContext } from './types.ts';
import { isLine } from '../../shared/text.ts';
import { notStorable } from '../../shared/schemas/text.ts';

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

/** A value in a path. */
export interface PathParameter {
  readonly description: string;
  readonly example: string;
  readonly schema?: z.ZodMiniType<string>;
  /** The problem of a value that the schema refuses, or whose percent-escapes are no text. */
  readonly missing?: ProblemCode;
}

const id = z.uuid().check(z.toLowerCase());

/** The id of a record. Any other text is answered like the id of a missing record. */
export function recordId(description: string, example: string, missing: ProblemCode): PathParameter {
  return { description, example, schema: id, missing };
}

/** Reads the values in the path, percent-decoded once. Throws the problem that a parameter names. */
export function readParameters(
  c: RequestContext,
  parameters: Readonly<Record<string, PathParameter>> = {},
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(parameters))
    values[name] = readParameter(c, c.req.param(name) ?? '', parameter);
  return values;
}

function readParameter(c: RequestContext, text: string, { schema, missing }: PathParameter): string {
  if (missing === undefined) return text;
  const parsed = isDecodable(c.req.path) ? (schema ?? z.string()).safeParse(text).data : undefined;
  if (parsed === undefined) throw problem(missing);
  return parsed;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The version that a change was made from: of `If-Match: "N"`, or of the body; null where neither says one (or
 * If-Match is a star). Throws `changed-meanwhile` for two that differ and for a tag that no record has.
 */
export const expectedVersion = (c: RequestContext, inBody: number | null = null): number | null => {
  const tag = c.req.header('if-match')?.trim();
  if (tag === undefined || tag === '*') return inBody;
  const version = Number(/^"(\d{1,9})"$/.exec(tag)?.[1] ?? NaN);
  if (Number.isNaN(version) || (inBody !== null && inBody !== version)) throw problem('changed-meanwhile');
  return version;
};

/** Whether a change is one of a record that is there, of whichever version: `If-Match: *`, or one that names a version. */
export const isOfKnown = (c: RequestContext): boolean => c.req.header('if-match') !== undefined;

/** Throws `invalid` for a new name that is no line; a record keeps one that it had before there was this rule. */
export const assertLine = (name: string | null, before: string | null): void => {
  if (name !== before && !isLine(name))
    throw problem('invalid', { fields: [{ field: 'name', message: notStorable }] });
};
