import type { MiddlewareHandler } from 'hono';
import { callHeaders, hashSource, policyText } from '../../shared/security-headers.ts';
import type { AppEnv } from './types.ts';

/** The policy of an answer that is a page with a form, as the newsletter's without a script is. */
const formPolicy = async (html: string): Promise<string> => {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text);
  return policyText({
    'default-src': ["'none'"],
    'style-src': ["'self'", ...(await Promise.all(styles.map(hashSource)))],
    'img-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
};

/** Gives every answer the headers of src/shared/security-headers.ts; one that is a page may have its styles. */
export const answerHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  // Before the answer is made: each header that is added to a finished one copies it.
  for (const [name, value] of Object.entries(callHeaders)) c.header(name, value);
  await next();
  if (c.res.headers.get('content-type')?.startsWith('text/html'))
    c.res.headers.set('Content-Security-Policy', await formPolicy(await c.res.clone().text()));
};
