import * as z from 'zod/mini';
import { json, page } from '../../frame/http/answer.ts';
import { downloadCsv } from '../../frame/http/download.ts';
import { recordId } from '../../frame/http/input.ts';
import { onlyCsv, onlyJson, route } from '../../frame/http/route.ts';
import { deleteSubscription } from './delete-subscription.ts';
import {
  exportSubscriptions,
  listSubscriptions,
  subscriptionListQuery,
  subscriptionQuery,
} from './list-subscriptions.ts';
import { showSummary, summaryShape } from './show-summary.ts';
import { subscriptionExample, subscriptionRecord } from './subscription.ts';

const id = recordId('The ID of the subscription', subscriptionExample.id, 'subscription-not-found');

/** The calls with which admins see and delete subscriptions of the newsletter. */
export const newsletterAdminRoutes = [
  route({
    method: 'GET',
    path: '/api/newsletter',
    access: 'viewer',
    tag: 'Newsletter',
    summary: 'List subscriptions',
    query: subscriptionListQuery,
    answers: onlyJson(
      'A page of the subscriptions',
      z.object({ subscriptions: z.array(subscriptionRecord) }),
      { subscriptions: [subscriptionExample] },
      { headers: ['X-Total-Count'], optionalHeaders: ['X-Next-Cursor'] },
    ),
    handle: async ({ context, query }) => {
      const subscriptions = await listSubscriptions(context, query);
      return page({ subscriptions: subscriptions.rows }, subscriptions);
    },
  }),

  route({
    method: 'GET',
    path: '/api/newsletter/export',
    access: 'viewer',
    tag: 'Newsletter',
    summary: 'Export confirmed addresses as CSV',
    query: subscriptionQuery,
    answers: onlyCsv('One row for each confirmed address that matches'),
    handle: ({ c, context, query }) => downloadCsv(c, 'newsletter', exportSubscriptions(context, query)),
  }),

  route({
    method: 'GET',
    path: '/api/newsletter/summary',
    access: 'viewer',
    tag: 'Newsletter',
    summary: 'Count subscriptions and waiting emails',
    answers: onlyJson('The numbers', summaryShape, {
      asked: 3,
      confirmed: 184,
      left: 12,
      affiliates: 5_000,
      waiting: { confirmations: 0, letters: 0 },
    }),
    handle: async ({ context }) => json(await showSummary(context)),
  }),

  route({
    method: 'DELETE',
    path: '/api/newsletter/:id',
    access: 'admin',
    tag: 'Newsletter',
    summary: 'Delete a subscription',
    description:
      'Also cancels the newsletter’s emails that are waiting to go to the address. The audit log does not name the address.',
    params: { id },
    answers: { 204: { description: 'The subscription is deleted' } },
    problems: ['subscription-not-found'],
    handle: ({ context, params }) => deleteSubscription(context, params.id),
  }),
];
