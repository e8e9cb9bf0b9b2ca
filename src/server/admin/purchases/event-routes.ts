import { json } from '../../frame/http/answer.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { eventSummary, eventSummaryExample } from '../../money/purchases/event-summary.ts';
import { retryEvent } from './retry-event.ts';

const eventId = {
  description: 'PayPal’s ID of the event',
  example: eventSummaryExample.id,
  missing: 'event-not-found',
} as const;

/** The call with which an admin retries an event of PayPal. */
export const eventRoutes = [
  route({
    method: 'POST',
    path: '/api/events/:id/retry',
    access: 'finance',
    tag: 'Purchase administration',
    summary: 'Retry a failed event of PayPal',
    params: { id: eventId },
    description: 'An event that is done stays as it is. Audited.',
    answers: onlyJson('The event as it is now', eventSummary, eventSummaryExample),
    problems: ['event-not-found', 'event-in-progress'],
    handle: async ({ context, params }) => json(await retryEvent(context, params.id)),
  }),
];
