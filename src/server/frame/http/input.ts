import '../outbound/zod-messages.ts';
import * as z from 'zod/mini';
import { parseJson } from '../../../shared/parse-json.ts';
import { codeOf, messageText, problem, type ProblemCode } from '../../../shared/problems.ts';
import type { RequestContext } from './types.ts';

/** Parses input. Throws the problem that the first issue names, or `invalid`. The problem has an entry for each field. */
export function parseInput<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues;
  const fields = issues.map(({ path, message }) => ({
    field: path.join('.'),
    message: messageText(message),
  }));
  throw problem(codeOf(issues[0]?.message ?? '') ?? 'invalid', { fields });
}

/** Parses the query. Throws like `parseInput`, and `invalid` for a parameter that is given more than once. */
export function readQuery<T>(c: RequestContext, schema: z.ZodMiniType<T>): T {
  const repeated = Object.entries(c.req.queries()).filter(([, values]) => values.length > 1);
  if (repeated.length > 0)
    throw problem('invalid', {
      fields: repeated.map(([field]) => ({ field, message: 'Given more than once' })),
    });
  return parseInput(schema, c.req.query());
}

/** Parses the JSON body. Throws like `parseInput`, and `media-type-unsupported` or `request-malformed`. */
export async function readJson<T>(c: RequestContext, schema: z.ZodMiniType<T>): Promise<T> {
  const type = /^[^;\s]*/.exec(c.req.header('content-type') ?? '')?.[0].toLowerCase() ?? '';
  if (type !== 'application/json') throw problem('media-type-unsupported');
  const body = parseJson(await c.req.text());
  if (body === undefined) throw problem('request-malformed');
  return parseInput(schema, body);
}

/** A parameter of a path. */
export interface PathParameter {
  readonly description: string;
  readonly example: string;
  readonly schema?: z.ZodMiniType<string>;
  /** The problem to throw if the schema refuses the value, or if its percent-encoding is invalid. */
  readonly missing?: ProblemCode;
}

const id = z.uuid().check(z.toLowerCase());

/** Describes the id of a record. A text that is no UUID gets the same answer as the id of a missing record. */
export function recordId(description: string, example: string, missing: ProblemCode): PathParameter {
  return { description, example, schema: id, missing };
}

/** Reads the parameters of the path, percent-decoded once. Throws the problem that a parameter names. */
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
 * Returns the version that a change is based on, from `If-Match: "N"` or the body. Returns null if both are missing, or if
 * If-Match is a star. Throws `edit-conflict` if they differ, or if the tag is no version.
 */
export function expectedVersion(c: RequestContext, bodyVersion: number | null = null): number | null {
  const tag = c.req.header('if-match')?.trim();
  if (tag === undefined || tag === '*') return bodyVersion;
  const version = Number(/^"(\d{1,9})"$/.exec(tag)?.[1] ?? NaN);
  if (Number.isNaN(version) || (bodyVersion !== null && bodyVersion !== version))
    throw problem('edit-conflict');
  return version;
}

/** True if the request has If-Match: it must change a record that exists, and not create one. */
export function hasIfMatch(c: RequestContext): boolean {
  return c.req.header('if-match') !== undefined;
}
