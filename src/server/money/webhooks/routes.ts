import * as z from 'zod/mini';
import { Problem, problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { json } from '../../frame/http/answer.ts';
import { runAfterAnswer } from '../../frame/http/after-answer.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { logFailedEvent, processEvent } from './process-event.ts';
import { createRefusalLog } from '../../frame/http/refusal-log.ts';
import { type ClaimedEvent, storeAndClaimEvent } from './event-queue.ts';
import { parseEvent } from './webhook-event.ts';

const logRefusal = createRefusalLog();

/** The call that receives PayPal's events. */
export const webhookRoutes = [
  route({
    method: 'POST',
    path: '/api/paypal/webhook',
    access: 'public',
    tag: 'Purchases',
    summary: 'Receive an event from PayPal',
    description: 'The event must have PayPal’s signature. It is stored once, by PayPal’s ID.',
    rawBody: {
      schema: z
        .looseObject({
          id: z.string(),
          event_type: z.string(),
          create_time: z.iso.datetime({ offset: true }),
          resource: z.looseObject({ id: z.optional(z.string()) }),
        })
        .check(z.describe('PayPal’s event')),
      example: {
        id: 'WH-2WR32451HC0233532-67976317FL4543714',
        event_type: 'PAYMENT.CAPTURE.COMPLETED',
        create_time: '2025-08-04T12:00:00Z',
        resource: { id: '3C679366HH908993F' },
      },
      problems: ['request-malformed'],
    },
    answers: onlyJson('The event is stored', z.object({ received: z.literal(true) }), { received: true }),
    problems: ['webhook-unverified', 'payment-provider-unavailable'],
    handle: async ({ c, context }) => {
      const body = await c.req.text();
      const claimed = await receiveWebhook(context, c.req.raw.headers, body).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'webhook-unverified')
          logRefusal(c.get('log'), context.requestId, context.now);
        throw error;
      });
      if (claimed)
        await runAfterAnswer(c, async () => {
          const { failure } = await processEvent(context, claimed);
          if (failure) logFailedEvent(c.get('log'), { requestId: context.requestId }, failure);
          await c.get('sendDueMails')();
        });
      return json({ received: true });
    },
  }),
];

/**
 * Verifies a webhook of PayPal, and stores its event once. Returns null if the event is done, or if another worker has it. Throws
 * `webhook-unverified` and `request-malformed`, and `payment-provider-unavailable` if PayPal's certificate cannot be fetched.
 */
async function receiveWebhook(
  context: Context,
  headers: Headers,
  body: string,
): Promise<ClaimedEvent | null> {
  const fault = await context.paypal.verifyWebhook(headers, body);
  if (fault !== null) throw problem('webhook-unverified', { cause: new Error(fault) });
  return storeAndClaimEvent(context, parseEvent(body));
}
