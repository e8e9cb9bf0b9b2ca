import type { MiddlewareHandler } from 'hono';

/**
 * Middleware that accepts only pages of this server and programs of this machine, since any website could make a browser
 * call the server. Programs send no Origin. A foreign Host header is a sign of DNS rebinding. `url` is the server's origin.
 */
export function refuseOtherOrigins(url: string): MiddlewareHandler {
  const { port } = new URL(url);
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return async (c, next) => {
    const origin = c.req.header('origin');
    const isOwnOrigin = origin === undefined || hosts.some((host) => origin === `http://${host}`);
    if (!isOwnOrigin || !hosts.includes(c.req.header('host') ?? ''))
      return c.json({ message: 'Only for the pages of this server and programs on this machine.' }, 403);
    return next();
  };
}
