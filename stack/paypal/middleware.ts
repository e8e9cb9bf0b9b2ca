import { setTimeout as wait } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { internalError, rateLimitReached, serviceUnavailable } from './rest/api-error.ts';
import { runningKey } from './rest/request.ts';
import type { SimulatorContext } from './simulator-context.ts';
import type { WebhookSender } from './webhooks/delivery.ts';

/**
 * Middleware that delays, hangs, refuses or loses calls as the switches say. A hanging call ends when its caller leaves.
 * `closing` ends all waiting calls.
 */
export function injectFaults(
  context: SimulatorContext,
  sender: Pick<WebhookSender, 'idle'>,
  closing: AbortSignal,
): MiddlewareHandler {
  const { switches } = context;
  async function delayAnswer(): Promise<void> {
    if (switches.webhooksFirst) await sender.idle();
    if (switches.answerDelayMs > 0)
      await wait(switches.answerDelayMs, undefined, { signal: closing }).catch(() => undefined);
  }

  return async (c, next) => {
    if (switches.delayMs > 0) await wait(switches.delayMs, undefined, { signal: closing });
    if (switches.down === 'hang') await waitForAbort(AbortSignal.any([closing, c.req.raw.signal]));
    if (switches.down) throw serviceUnavailable();
    if (switches.surfaceDeclines) c.header('paypal-simulator-declines', 'surface');
    if (!isWrite(c)) return next();

    if (switches.refuseWrites !== null) throw refusals[switches.refuseWrites]();
    try {
      await next();
      if (c.res.ok) await delayAnswer();
    } finally {
      const key: unknown = c.get(runningKey);
      if (typeof key === 'string') context.running.delete(key);
    }
    if (c.res.ok && switches.failAfterWrite === 'disconnect') closeConnection(c);
    else if (c.res.ok && switches.failAfterWrite !== null) throw internalError();
    return undefined;
  };
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Requests for tokens and checks of signatures change nothing. */
const readsByPost = ['/v1/oauth2/token', '/v1/notifications/verify-webhook-signature'];

function isWrite({ req }: Context): boolean {
  return req.method === 'POST' && !readsByPost.includes(req.path);
}

const refusals = { 429: rateLimitReached, 500: internalError, 503: serviceUnavailable };

/** Ends the connection of a call, so that its answer is lost. */
function closeConnection(c: Context<{ Bindings: HttpBindings }>): void {
  c.env.incoming.socket.destroy();
}
