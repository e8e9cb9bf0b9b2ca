import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { limits } from '../../shared/limits.ts';
import { problem, type ProblemCode } from '../../shared/problems.ts';
import type { AppEnv } from '../http/types.ts';

const atMost = (maxSize: number, code: ProblemCode): MiddlewareHandler<AppEnv> => {
  const refuse = (): never => {
    throw problem(code);
  };
  const counted: MiddlewareHandler<AppEnv> = bodyLimit({ maxSize, onError: refuse });
  return (c, next) => {
    const length = c.req.header('content-length');
    // Only a body of no said length has to be counted while it is read, which costs more than most calls.
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next);
    return Number(length) <= maxSize ? next() : refuse();
  };
};

const ordinary = atMost(limits.bodyBytes, 'body-too-large');

/** The paths that take more than the others. */
const larger = new Map([['/api/affiliates/import', atMost(limits.importBytes, 'import-too-large')]]);

/** Refuses a body that is larger than its path takes; GET and HEAD have none. */
export const sizeLimit: MiddlewareHandler<AppEnv> = (c, next) =>
  c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : (larger.get(c.req.path) ?? ordinary)(c, next);
