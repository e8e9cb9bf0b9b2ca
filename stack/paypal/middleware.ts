import { setTimeout as wait } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { serviceUnavailable } from './rest/api-error.ts';
import type { SimulatorContext } from './simulator-context.ts';

/** Middleware that delays, hangs or refuses calls as the switches say. A hanging call ends when its caller leaves. */
export function injectFaults(context: SimulatorContext, closing: AbortSignal): MiddlewareHandler {
  return async (c, next) => {
    const { switches } = context;
    if (switches.delayMs > 0) await wait(switches.delayMs, undefined, { signal: closing });
    if (switches.down === 'hang') await waitForAbort(AbortSignal.any([closing, c.req.raw.signal]));
    if (switches.down) throw serviceUnavailable();
    if (switches.surfaceDeclines) c.header('paypal-simulator-declines', 'surface');
    return next();
  };
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
