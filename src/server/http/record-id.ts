import * as z from 'zod/mini';
import { problem, type ProblemCode } from '../../shared/problems.ts';
import type { Request } from './types.ts';

/** The `:id` of the path in lowercase; throws `missing` for a text that is no id at all. */
export const recordId = (c: Request, missing: ProblemCode): string => {
  const id = z.uuid().safeParse(c.req.param('id'));
  if (!id.success) throw problem(missing);
  return id.data.toLowerCase();
};
