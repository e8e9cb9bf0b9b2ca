import { setTimeout as wait } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { serviceUnavailable } from './rest/api-error.ts';
import type { World } from './world.ts';

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Plays the provider being slow or down. A hanging call has no effect and ends with its caller. */
export const weather =
  (world: World, closing: AbortSignal): MiddlewareHandler =>
  async (c, next) => {
    const { switches } = world;
    if (switches.delayMs > 0) await wait(switches.delayMs, undefined, { signal: closing });
    if (switches.down === 'hang') await ended(AbortSignal.any([closing, c.req.raw.signal]));
    if (switches.down) throw serviceUnavailable();
    if (switches.surfaceDeclines) c.header('paypal-simulator-declines', 'surface');
    return next();
  };
