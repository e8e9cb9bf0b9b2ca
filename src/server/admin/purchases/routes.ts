import * as z from 'zod/mini';
import {
  holdRelease,
  paymentAdjustment,
  paymentRefund,
  reattributionInput,
} from '../../../shared/schemas/purchase.ts';
import { page, recordAnswer } from '../../frame/http/answer.ts';
import { recordId } from '../../frame/http/input.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { adjustPayment } from './adjust-payment.ts';
import { listPurchases, purchaseExample, purchaseListQuery, purchaseSummary } from './list-purchases.ts';
import { reattributePurchase } from './reattribute-purchase.ts';
import { refundPayment } from './refund-payment.ts';
import { releaseHold } from './release-hold.ts';
import { holdExample, purchaseDetails, purchaseDetailsExample } from './purchase-details.ts';
import { showPurchase } from './show-purchase.ts';

const id = recordId('The ID of the purchase', purchaseExample.id, 'purchase-not-found');

function purchaseAnswer(description: string, example: unknown = purchaseDetailsExample) {
  return { 200: { description, json: { schema: purchaseDetails, example }, headers: ['ETag'] as const } };
}

/** The calls with which admins read and correct purchases. */
export const purchaseAdminRoutes = [
  route({
    method: 'GET',
    path: '/api/purchases',
    access: 'viewer',
    tag: 'Purchase administration',
    summary: 'List purchases',
    description: 'A search also finds a purchase by PayPal’s complete ID of a payment or refund.',
    query: purchaseListQuery,
    answers: onlyJson(
      'A page of the purchases',
      z.object({ purchases: z.array(purchaseSummary) }),
      { purchases: [purchaseExample] },
      { headers: ['X-Total-Count'], optionalHeaders: ['X-Next-Cursor'] },
    ),
    handle: async ({ context, query }) => {
      const list = await listPurchases(context, query);
      return page({ purchases: list.rows }, list);
    },
  }),

  route({
    method: 'GET',
    path: '/api/purchases/:id',
    access: 'viewer',
    tag: 'Purchase administration',
    summary: 'Show a purchase with all of its records',
    params: { id },
    answers: purchaseAnswer(
      'The purchase with payments, refunds, disputes, holds, ledger entries and events',
    ),
    problems: ['purchase-not-found'],
    handle: async ({ context, params }) => recordAnswer(await showPurchase(context, params.id)),
  }),

  route({
    method: 'POST',
    path: '/api/purchases/:id/reattribute',
    access: 'finance',
    needsFreshSignIn: true,
    tag: 'Purchase administration',
    summary: 'Give a purchase to another affiliate, or to none',
    params: { id },
    description:
      'Entries of the kind reattribution move the commission from one affiliate to the other. No entry is changed. An affiliate who already has the purchase gets the commission of payments made while they were not active. A request that would change nothing is refused. Audited.',
    isVersioned: true,
    body: {
      schema: reattributionInput,
      example: { code: 'pia0002', reason: 'The buyer wrote that Pia sent them.', version: 1 },
    },
    answers: purchaseAnswer('The changed purchase', { ...purchaseDetailsExample, version: 2 }),
    problems: [
      'purchase-not-found',
      'reason-required',
      'reattribution-code-unknown',
      'reattribution-no-change',
    ],
    handle: async ({ context, params, body, version }) =>
      recordAnswer(await reattributePurchase(context, params.id, body, version)),
  }),

  route({
    method: 'POST',
    path: '/api/purchases/:id/adjust',
    access: 'finance',
    needsFreshSignIn: true,
    tag: 'Purchase administration',
    summary: 'Adjust the commission of a payment',
    params: { id },
    description:
      'An entry of the kind adjustment restores a commission after a mistaken refund, or takes back an earlier adjustment. No entry is changed. Idempotent by the `id` in the body. Audited.',
    body: {
      schema: paymentAdjustment,
      example: {
        id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2e88',
        paymentId: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2b55',
        amountCents: 500,
        reason: 'Refunded twice by mistake; the buyer paid it back.',
      },
    },
    answers: purchaseAnswer('The changed purchase'),
    problems: [
      'purchase-not-found',
      'reason-required',
      'adjustment-no-commission',
      'adjustment-out-of-range',
      'adjustment-differs',
    ],
    handle: async ({ context, params, body }) => recordAnswer(await adjustPayment(context, params.id, body)),
  }),

  route({
    method: 'POST',
    path: '/api/purchases/:id/refund',
    access: 'finance',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Purchase administration',
    summary: 'Refund a payment',
    params: { id },
    description:
      'Refunds a part of a payment or all of it at PayPal. `actions` of the purchase shows the progress: if PayPal does not answer in time, the request is repeated until PayPal answers. Then the commission changes. Idempotent by the `id` in the body. Audited.',
    body: {
      schema: paymentRefund,
      example: {
        id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2f99',
        paymentId: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2b55',
        amountCents: 5999,
        reason: 'Withdrawal of 5 August',
      },
    },
    answers: purchaseAnswer('The purchase, with the refund among its actions'),
    problems: [
      'purchase-not-found',
      'reason-required',
      'refund-not-possible',
      'refund-too-large',
      'refund-in-progress',
      'refund-differs',
    ],
    handle: async ({ context, params, body }) => recordAnswer(await refundPayment(context, params.id, body)),
  }),

  route({
    method: 'POST',
    path: '/api/purchases/:id/release-hold',
    access: 'finance',
    needsFreshSignIn: true,
    tag: 'Purchase administration',
    summary: 'Release a commission that is on hold',
    params: { id },
    description: 'A hold that the same admin has already released stays as it is. Audited.',
    body: {
      schema: holdRelease,
      example: { holdId: holdExample.id, reason: 'Two people of one household.' },
    },
    answers: purchaseAnswer('The changed purchase'),
    problems: ['purchase-not-found', 'hold-not-found', 'hold-released', 'reason-required'],
    handle: async ({ context, params, body }) => recordAnswer(await releaseHold(context, params.id, body)),
  }),
];
