import { problem, type ProblemCode } from '../../shared/problems.ts';
import type { Request } from './types.ts';

/** A part of the path, percent-decoded once; throws `missing` for a path whose escapes are no text. */
export const pathText = (c: Request, name: string, missing: ProblemCode): string => {
  try {
    decodeURIComponent(c.req.path);
  } catch {
    throw problem(missing);
  }
  return c.req.param(name) ?? '';
};
