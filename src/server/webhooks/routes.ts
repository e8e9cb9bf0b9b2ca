import * as z from 'zod/mini';
import { Problem } from '../../shared/problems.ts';
import { afterAnswer } from '../http/after-answer.ts';
import { json } from '../http/answer.ts';
import { createRefusalLog, logFailedEvent } from '../http/log.ts';
import { route } from '../http/route.ts';
import { processEvent } from './process-event.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { storedEvent, storedEventExample } from '../events/stored-event.ts';
import { tryEventAgain } from './retry-events.ts';

const eventId = {
  description: 'The provider’s id of the event',
  example: storedEventExample.id,
  missing: 'event-not-found',
} as const;

const logRefusal = createRefusalLog();

/** PayPal's events, as they arrive and as an admin has one processed again. */
export const webhookRoutes = [
  route({
    method: 'POST',
    path: '/api/paypal/webhook',
    who: 'open',
    tag: 'Purchases',
    summary: 'Take an event of the payment provider',
    description: 'Only with the provider’s signature. An event is kept once, under the provider’s id.',
    rawBody: {
      schema: z
        .looseObject({
          id: z.string(),
          event_type: z.string(),
          create_time: z.iso.datetime({ offset: true }),
          resource: z.looseObject({ id: z.optional(z.string()) }),
        })
        .check(z.describe('The provider’s event')),
      example: {
        id: 'WH-2WR32451HC0233532-67976317FL4543714',
        event_type: 'PAYMENT.CAPTURE.COMPLETED',
        create_time: '2025-08-04T12:00:00Z',
        resource: { id: '3C679366HH908993F' },
      },
      problems: ['request-malformed'],
    },
    answers: {
      200: {
        description: 'The event is kept',
        json: { schema: z.object({ received: z.literal(true) }), example: { received: true } },
      },
    },
    problems: ['webhook-unverified', 'payment-provider-unavailable'],
    handle: async ({ c, context }) => {
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
  }),

  route({
    method: 'POST',
    path: '/api/events/:id/retry',
    who: 'admin',
    tag: 'Purchase administration',
    summary: 'Process a failed event of the payment provider once more',
    params: { id: eventId },
    description: 'An event that is done stays as it is. Audited.',
    answers: {
      200: {
        description: 'The event as it is now',
        json: { schema: storedEvent, example: storedEventExample },
      },
    },
    problems: ['event-not-found', 'event-in-progress'],
    handle: async ({ context, params }) => json(await tryEventAgain(context, params.id)),
  }),
];
