import * as z from 'zod/mini';
import { withdrawalMessages as texts } from '../../../shared/messages/withdrawals.ts';
import {
  withdrawalHandling,
  withdrawalInput,
  withdrawalsHandling,
} from '../../../shared/schemas/withdrawal.ts';
import { withdrawalFormPath } from '../../../shared/withdrawals.ts';
import { json, page } from '../../frame/http/answer.ts';
import { recordId } from '../../frame/http/input.ts';
import { describeJson, onlyJson, route } from '../../frame/http/route.ts';
import { handleWithdrawal, handleWithdrawals, handlingResult } from './handle-withdrawal.ts';
import { listWithdrawals, withdrawalListQuery } from './list-withdrawals.ts';
import { receivedWithdrawal, recordWithdrawal } from './record-withdrawal.ts';
import { type Withdrawal, withdrawalExample, withdrawalShape } from './withdrawal.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { answerForm, emptyForm } from './withdrawal-form.ts';

const id = recordId('The ID of the withdrawal', withdrawalExample.id, 'withdrawal-not-found');

const errorPage = { title: texts.heading, href: '/withdraw', link: texts.again } as const;

const inputExample = {
  kind: 'withdrawal',
  name: 'Carl Sample',
  order_number: 'I-8WR5LT29DS3B',
  email: 'carl@mail.example',
};

const handledExample: Withdrawal = {
  ...withdrawalExample,
  handled_at: '2026-11-06T10:00:00.000Z',
  handled_by: 'k3JrExampleUid',
  handled_note: 'Refunded in full, subscription cancelled.',
  settlement: null,
};

const problems = [
  'withdrawal-name-required',
  'order-number-required',
  'email-required',
  'email-invalid',
] as const;

/** Requests of buyers on /withdraw (EU directive 2023/2673): the buyer's calls and pages, and the admin's calls. */
export const withdrawalRoutes = [
  route({
    method: 'POST',
    path: '/api/withdrawals',
    access: 'public',
    sendsMails: true,
    tag: 'Purchases',
    summary: 'Withdraw from a contract, cancel it, or ask for a refund',
    description:
      'Stores the request, and confirms it by email with the time and a reference. The email has the name and the order number only if the order belongs to the address. An address gets a few of these emails a day at most; further requests are stored, but not confirmed by email. Every order number is accepted: an admin finds the purchase. The same kind, name, order number and email on the same day (UTC) are one request, and get the same answer.',
    body: { schema: withdrawalInput, example: inputExample },
    answers: {
      201: describeJson('The request is received', receivedWithdrawal, {
        id: withdrawalExample.id,
        received_at: withdrawalExample.received_at,
      }),
    },
    problems,
    handle: async ({ context, body }) => json(await recordWithdrawal(context, body), 201),
  }),

  route({
    method: 'GET',
    path: withdrawalFormPath,
    access: 'public',
    tag: 'Purchases',
    summary: 'Show the form that withdraws, cancels or asks for a refund',
    answers: { 200: { description: 'A page with the empty form', text: 'text/html' } },
    errorPage,
    handle: () => emptyForm(),
  }),

  route({
    method: 'POST',
    path: withdrawalFormPath,
    access: 'public',
    sendsMails: true,
    tag: 'Purchases',
    summary: 'Withdraw, cancel or ask for a refund with a plain HTML form',
    description:
      'Without a `step` the answer shows what will be sent. `confirm` sends it. `change` shows the form again. Errors are a page with the form.',
    rawBody: {
      schema: z.extend(withdrawalInput, { step: z.optional(z.enum(['confirm', 'change'])) }),
      example: { ...inputExample, step: 'confirm' },
      isForm: 'only',
      problems: ['invalid'],
    },
    answers: {
      200: { description: 'A page on which the buyer checks or changes the request', text: 'text/html' },
      201: { description: 'A page that confirms the request', text: 'text/html' },
    },
    errorPage,
    problems,
    handle: ({ c }) => answerForm(c),
  }),

  route({
    method: 'GET',
    path: '/api/withdrawals',
    access: 'viewer',
    tag: 'Purchase administration',
    summary: 'List withdrawals, the open ones with a known order first',
    query: withdrawalListQuery,
    answers: onlyJson(
      'A page of the withdrawals, each with the purchase that has the order number',
      z.object({ withdrawals: z.array(withdrawalShape) }),
      { withdrawals: [withdrawalExample] },
      { headers: ['X-Total-Count'], optionalHeaders: ['X-Next-Cursor'] },
    ),
    handle: async ({ context, query }) => {
      const withdrawals = await listWithdrawals(context, query);
      return page({ withdrawals: withdrawals.rows }, withdrawals);
    },
  }),

  route({
    method: 'POST',
    path: '/api/withdrawals/:id/settle',
    access: 'finance',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Purchase administration',
    summary: 'Refund and cancel what a buyer asks for',
    description:
      'A withdrawal and a refund request refund the payment of the 14 days before, and cancel the subscription. A cancellation only cancels. Once PayPal has done it, the request is handled, with a note. If PayPal does not answer in time, a part of `settlement` has the state `waiting`, and jobs finish it. Repeating the call is safe. Audited.',
    params: { id },
    answers: onlyJson('The request, either handled or with its progress', withdrawalShape, {
      ...handledExample,
      handled_note: 'Refunded $49.99. Subscription cancelled.',
    }),
    problems: ['withdrawal-not-found', 'settlement-not-possible'],
    handle: async ({ context, params }) => json(await settleWithdrawal(context, params.id)),
  }),

  route({
    method: 'POST',
    path: '/api/withdrawals/handle',
    access: 'finance',
    tag: 'Purchase administration',
    summary: 'Mark many withdrawals as handled',
    description: 'The note says what was done, and is in the audit log of each.',
    body: {
      schema: withdrawalsHandling,
      example: { ids: [withdrawalExample.id], note: 'No such order. We wrote to the address.' },
    },
    answers: onlyJson('The result for each ID', handlingResult, {
      changed: [withdrawalExample.id],
      unchanged: [],
      missing: [],
    }),
    problems: ['note-required'],
    handle: async ({ context, body }) => json(await handleWithdrawals(context, body.ids, body.note)),
  }),

  route({
    method: 'PUT',
    path: '/api/withdrawals/:id',
    access: 'finance',
    tag: 'Purchase administration',
    summary: 'Mark a withdrawal as handled',
    description: 'The note says what was done, and is in the audit log.',
    params: { id },
    body: { schema: withdrawalHandling, example: { note: 'Refunded in full, subscription cancelled.' } },
    answers: onlyJson('The handled withdrawal', withdrawalShape, handledExample),
    problems: ['withdrawal-not-found', 'withdrawal-handled', 'note-required'],
    handle: async ({ context, params, body }) => json(await handleWithdrawal(context, params.id, body.note)),
  }),
];
