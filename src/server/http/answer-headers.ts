import type { MiddlewareHandler } from 'hono';
import { callHeaders, hashSource, policyText } from '../../shared/security-headers.ts';
import { pageStyle } from './page-style.ts';
import type { AppEnv } from './types.ts';

/** The policy of an answer that is a page with a form, as the newsletter's without a script is: its one style, and no other. */
const formPolicy = async (): Promise<string> =>
  policyText({
    'default-src': ["'none'"],
    'style-src': ["'self'", await hashSource(pageStyle)],
    'img-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });

/** Gives every answer the headers of src/shared/security-headers.ts; one that is a page may have its styles. */
export const answerHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  // Before the answer is made: each header that is added to a finished one copies it.
  for (const [name, value] of Object.entries(callHeaders)) c.header(name, value);
  await next();
  if (c.res.headers.get('content-type')?.startsWith('text/html'))
    c.res.headers.set('Content-Security-Policy', await formPolicy());
};
