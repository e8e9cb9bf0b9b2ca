import { Problem } from '../../shared/problems.ts';
import { processEvent } from '../webhooks/process-event.ts';
import { receiveWebhook } from '../webhooks/receive-webhook.ts';
import { tryEventAgain } from '../webhooks/retry-events.ts';
import { afterAnswer } from '../http/after-answer.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { logFailedEvent } from '../http/log-failed-event.ts';
import { pathText } from '../http/path-text.ts';
import { createRefusalLog } from '../http/refused-webhooks.ts';

const logRefusal = createRefusalLog();

/** The payment provider's events, as they arrive and as an admin has one tried again. */
export const webhookCalls = {
  'POST /api/paypal/webhook': async (c) => {
    const context = c.get('context');
    const body = await c.req.text();
    const claimed = await receiveWebhook(context, c.req.raw.headers, body).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'webhook-unverified')
        logRefusal(c.get('log'), context.requestId, context.now);
      throw error;
    });
    if (claimed)
      await afterAnswer(c, async () => {
        const { failed } = await processEvent(context, claimed);
        if (failed) logFailedEvent(c.get('log'), { requestId: context.requestId }, failed);
      });
    return json({ received: true });
  },

  'POST /api/events/:id/retry': async (c) =>
    json(await tryEventAgain(c.get('context'), pathText(c, 'id', 'event-not-found'))),
} satisfies Calls;
