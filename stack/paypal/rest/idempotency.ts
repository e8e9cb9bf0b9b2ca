import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { World } from '../world.ts';

/**
 * Runs a write once per PayPal-Request-Id and path; a repetition gets the first answer again, with 200.
 * `write` is synchronous, so two requests with one id cannot both run it.
 */
export const once = (
  c: Context,
  world: World,
  write: () => { status: ContentfulStatusCode; body: unknown },
): Response => {
  const requestId = c.req.header('paypal-request-id');
  if (requestId === undefined) {
    const { status, body } = write();
    return c.json(body, status);
  }
  const key = `${c.req.method} ${c.req.path} ${requestId}`;
  const known = world.state.requests[key];
  if (known) return c.json(known.body, 200);
  const { status, body } = write();
  world.state.requests[key] = { status, body };
  world.save();
  return c.json(body, status);
};
