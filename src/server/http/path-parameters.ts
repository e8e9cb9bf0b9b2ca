import * as z from 'zod/mini';
import { problem, type ProblemCode } from '../../shared/problems.ts';
import type { RequestContext } from './types.ts';

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
