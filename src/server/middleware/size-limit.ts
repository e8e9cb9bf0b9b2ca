import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { limits } from '../../shared/limits.ts';
import { problem, type ProblemCode } from '../../shared/problems.ts';
import type { AppEnv } from '../http/types.ts';

const atMost = (maxSize: number, code: ProblemCode): MiddlewareHandler<AppEnv> =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw problem(code);
    },
  });

const ordinary = atMost(limits.bodyBytes, 'body-too-large');

/** The paths that take more than the others. */
const larger = new Map([['/api/affiliates/import', atMost(limits.importBytes, 'import-too-large')]]);

/** Refuses a body that is larger than its path takes. */
export const sizeLimit: MiddlewareHandler<AppEnv> = (c, next) =>
  (larger.get(c.req.path) ?? ordinary)(c, next);
