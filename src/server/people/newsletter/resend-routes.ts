import * as z from 'zod/mini';
import { Problem } from '../../../shared/problems.ts';
import { json } from '../../frame/http/answer.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { createRefusalLog } from '../../frame/http/refusal-log.ts';
import { resendEvent, resendEventExample, receiveResendEvent } from './resend-events.ts';

const logRefusal = createRefusalLog('mail-webhook-refused');

/** The call that receives Resend's events. */
export const resendRoutes = [
  route({
    method: 'POST',
    path: '/api/mail/events',
    access: 'public',
    tag: 'Newsletter',
    summary: 'Receive an event from Resend, the email service',
    description:
      'The event must have the signature of Svix (`svix-id`, `svix-timestamp`, `svix-signature`). The addresses in `data.to` are unsubscribed after `email.complained`, `email.suppressed`, and `email.bounced` with the bounce type `Permanent`. All other events and unknown shapes are ignored. A repeated event changes nothing.',
    rawBody: { schema: resendEvent, example: resendEventExample },
    answers: onlyJson('The event is received', z.object({ received: z.literal(true) }), { received: true }),
    problems: ['webhook-unverified'],
    handle: async ({ c, context }) => {
      const body = await c.req.text();
      await receiveResendEvent(context, c.req.raw.headers, body).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'webhook-unverified')
          logRefusal(c.get('log'), context.requestId, context.now);
        throw error;
      });
      return json({ received: true });
    },
  }),
];
