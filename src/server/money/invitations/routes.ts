import * as z from 'zod/mini';
import { invitationInput, invitationUse } from '../../../shared/schemas/purchase.ts';
import { json } from '../../frame/http/answer.ts';
import { recordId } from '../../frame/http/input.ts';
import { describeJson, onlyJson, route } from '../../frame/http/route.ts';
import { invitationExample, invitationShape, invitationTerms, listInvitations } from './invitation.ts';
import { makeInvitation, withdrawInvitation } from './make-invitation.ts';
import { openInvitation } from './open-invitation.ts';

const { id, plan, price_cents, provider_plan_id, reason } = invitationExample;
const token = 'cHJpY2VzIGZvciBmb3VuZGVycyEh';
const tag = 'Purchase administration';

/** The calls with which admins make invitations, and buyers use them. */
export const invitationRoutes = [
  route({
    method: 'GET',
    path: '/api/invitations',
    access: 'viewer',
    tag,
    summary: 'List the newest 200 invitations',
    answers: onlyJson('The invitations, newest first', z.object({ invitations: z.array(invitationShape) }), {
      invitations: [invitationExample],
    }),
    handle: async ({ context }) => json({ invitations: await listInvitations(context) }),
  }),

  route({
    method: 'POST',
    path: '/api/invitations',
    access: 'finance',
    needsFreshSignIn: true,
    tag,
    summary: 'Make a link for one purchase at a lower price',
    description:
      'A subscription needs an active plan at PayPal that bills the price every year. The link’s token is returned once, and not stored. Audited.',
    body: { schema: invitationInput, example: { plan: 'basic', price: '29.99', reason, days: 30 } },
    answers: {
      201: describeJson('The token of the link', z.object({ id: z.string(), token: z.string() }), {
        id,
        token,
      }),
    },
    problems: [
      'reason-required',
      'invitation-price-wrong',
      'invitation-plan-wrong',
      'payment-provider-unavailable',
    ],
    handle: async ({ context, body }) => json(await makeInvitation(context, body), 201),
  }),

  route({
    method: 'DELETE',
    path: '/api/invitations/:id',
    access: 'finance',
    tag,
    summary: 'Withdraw an open invitation',
    description: 'An order that was started with it before is accepted for a week. Audited.',
    params: { id: recordId('The ID of the invitation', id, 'invitation-not-found') },
    answers: { 204: { description: 'The link no longer works' } },
    problems: ['invitation-not-found'],
    handle: ({ context, params }) => withdrawInvitation(context, params.id),
  }),

  route({
    method: 'POST',
    path: '/api/invitations/open',
    access: 'public',
    tag: 'Purchases',
    summary: 'Read an invitation, and begin a purchase with it',
    description:
      'Takes the token in the body, so that no log has it. With `orderId`, that PayPal order or subscription may be paid at the invitation’s price. The first one that is paid uses up the invitation.',
    body: { schema: invitationUse, example: { token } },
    answers: onlyJson('The terms of the invitation', invitationTerms, {
      plan,
      price_cents,
      provider_plan_id,
      reason,
    }),
    problems: ['invitation-not-found'],
    handle: async ({ context, body }) => json(await openInvitation(context, body)),
  }),
];
