import { bodyLimit } from 'hono/body-limit';
import { limits } from '../../shared/limits.ts';
import { problem, type ProblemCode } from '../../shared/problems.ts';
import type { Request } from '../http/types.ts';

/** Throws `code` for a body of more than so many bytes. */
const atMost = (maxSize: number, code: ProblemCode) => {
  const refuse = (): never => {
    throw problem(code);
  };
  const counted = bodyLimit({ maxSize, onError: refuse });
  return async (c: Request): Promise<void> => {
    const length = c.req.header('content-length');
    // Only a body of no said length has to be counted while it is read, which costs more than most calls.
    if (length === undefined || c.req.header('transfer-encoding') !== undefined)
      await counted(c, () => Promise.resolve());
    else if (!(Number(length) <= maxSize)) refuse();
  };
};

const ordinary = atMost(limits.bodyBytes, 'body-too-large');

/** The paths that take more than the others. */
const larger = new Map([['/api/affiliates/import', atMost(limits.importBytes, 'import-too-large')]]);

/** Throws for a body that is larger than its path takes. */
export const limitSize = (c: Request): Promise<void> => (larger.get(c.req.path) ?? ordinary)(c);
