import type { MiddlewareHandler } from 'hono';
import type { World } from './world.ts';

/**
 * Keeps other websites out of what changes the simulator: a browser on this machine could be told by
 * any page to call it. Programs send no Origin; a rebound name shows in Host.
 */
export const ownPagesOnly =
  (world: World): MiddlewareHandler =>
  async (c, next) => {
    const { port } = new URL(world.url);
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
    const origin = c.req.header('origin');
    const isOwnOrigin = origin === undefined || hosts.some((host) => origin === `http://${host}`);
    if (!isOwnOrigin || !hosts.includes(c.req.header('host') ?? ''))
      return c.json({ message: 'Only for the pages of the simulator and programs on this machine.' }, 403);
    return next();
  };
