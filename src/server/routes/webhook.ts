import { processEvent } from '../domain/webhook/process-event.ts';
import { receiveWebhook } from '../domain/webhook/receive-webhook.ts';
import { afterAnswer } from '../http/after-answer.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';

/** Purchases as the payment provider reports them. */
export const webhookCalls = {
  'POST /api/paypal/webhook': async (c) => {
    const context = c.get('context');
    const claimed = await receiveWebhook(context, c.req.raw.headers, await c.req.text());
    if (claimed) await afterAnswer(c, () => processEvent(context, claimed));
    return json({ received: true });
  },
} satisfies Calls;
