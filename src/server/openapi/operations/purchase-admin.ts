import * as z from 'zod/mini';
import {
  holdRelease,
  paymentAdjustment,
  reattributionInput,
} from '../../../shared/schemas/purchase-admin.ts';
import { purchaseListQuery, purchaseSummary } from '../../purchases/list-purchases.ts';
import { purchaseDetails } from '../../purchases/show-purchase.ts';
import { report } from '../../reconciliation/difference.ts';
import { storedEvent } from '../../events/stored-event.ts';
import type { Operation } from '../operation.ts';

const id = { description: 'The id of the purchase', example: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2a44' };

const affiliate = { id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11', name: 'Ada', code: 'ada0001' };
const paidAt = '2025-08-04T12:00:00.000Z';
const paymentId = '3C679366HH908993F';

const summary = {
  id: id.example,
  order_id: '8AB12345CD678901E',
  type: 'one-time',
  plan: 'basic',
  state: 'completed',
  payer_id: 'QYR5Z8XDVJNXQ',
  payer_email: 'carl@mail.example',
  code: affiliate.code,
  affiliate,
  paid_cents: 5999,
  refunded_cents: 0,
  has_hold: true,
  created_at: paidAt,
  version: 1,
};

const event = {
  id: 'WH-2WR32451HC0233532-67976317FL4543714',
  type: 'PAYMENT.CAPTURE.COMPLETED',
  state: 'processed',
  attempts: 1,
  last_error: null,
  occurred_at: paidAt,
  received_at: paidAt,
  processed_at: paidAt,
  next_attempt_at: null,
};

const hold = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2c66',
  reason: 'self-referral',
  placed_at: paidAt,
  released_at: null,
  released_by: null,
};

const details = {
  ...summary,
  payments: [
    {
      id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2b55',
      payment_id: paymentId,
      sequence: 1,
      is_renewal: false,
      state: 'completed',
      amount_cents: 5999,
      tax_cents: 0,
      refunded_cents: 0,
      paid_at: paidAt,
      refunds: [],
      disputes: [],
      holds: [hold],
      no_commission: {
        code: 'self-referral',
        text: 'The commission is on hold, since the buyer may be the affiliate. It is paid once you release the hold; if it is a self-referral, give the purchase to nobody below.',
      },
      entries: [
        {
          id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2d77',
          affiliate,
          kind: 'commission',
          amount_cents: 1500,
          base_cents: 5999,
          rate_basis_points: 2500,
          terms: '2025-08',
          occurred_at: paidAt,
          explanation: '15.00 = 25 % of 59.99, first payment, terms 2025-08',
        },
      ],
    },
  ],
  events: [event],
};

const answered = (description: string, example: unknown = details) => ({
  200: { description, json: { schema: purchaseDetails, example }, headers: ['ETag'] as const },
});

/** What admins do with purchases, and with the provider's books. */
export const purchaseAdminOperations = {
  'GET /api/purchases': {
    summary: 'List purchases',
    description: 'A search also finds the purchase of a payment or refund by the provider’s whole id of it.',
    query: purchaseListQuery,
    answers: {
      200: {
        description: 'A page of the purchases',
        json: {
          schema: z.object({ purchases: z.array(purchaseSummary) }),
          example: { purchases: [summary] },
        },
        headers: ['X-Total-Count'],
        sometimes: ['X-Next-Cursor'],
      },
    },
  },
  'GET /api/purchases/:id': {
    summary: 'Show all that is kept of a purchase',
    path: { id },
    answers: answered('The purchase with payments, refunds, disputes, holds, ledger entries and events'),
    problems: ['purchase-not-found'],
  },
  'POST /api/purchases/:id/reattribute': {
    summary: 'Give a purchase to another affiliate, or to none',
    description:
      'Entries of the kind reattribution take all it earned from the one and give it to the other; nothing is changed. An affiliate who has it already is given the commission of payments made while they were not active. What would change nothing is refused. Audited.',
    path: { id },
    isVersioned: true,
    body: {
      schema: reattributionInput,
      example: { code: 'pia0002', reason: 'The buyer wrote that Pia sent them.', version: 1 },
    },
    answers: answered('The purchase as it is now', { ...details, version: 2 }),
    problems: [
      'purchase-not-found',
      'reason-required',
      'reattribution-code-unknown',
      'reattribution-no-change',
    ],
  },
  'POST /api/purchases/:id/adjust': {
    summary: 'Adjust the commission of a payment',
    description:
      'An entry of the kind adjustment gives back what a mistaken refund took, or takes back an earlier adjustment; nothing is changed. Sent twice with one id, it is added once. Audited.',
    path: { id },
    body: {
      schema: paymentAdjustment,
      example: {
        id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2e88',
        paymentId: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2b55',
        amountCents: 500,
        reason: 'Refunded twice by mistake; the buyer paid it back.',
      },
    },
    answers: answered('The purchase as it is now'),
    problems: [
      'purchase-not-found',
      'reason-required',
      'adjustment-no-commission',
      'adjustment-out-of-range',
      'adjustment-differs',
    ],
  },
  'POST /api/purchases/:id/release-hold': {
    summary: 'Release a commission that is on hold',
    description: 'A hold that the same admin has already released stays as it is. Audited.',
    path: { id },
    body: { schema: holdRelease, example: { holdId: hold.id, reason: 'Two people of one household.' } },
    answers: answered('The purchase as it is now'),
    problems: ['purchase-not-found', 'hold-not-found', 'hold-released', 'reason-required'],
  },
  'POST /api/events/:id/retry': {
    summary: 'Process a failed event of the payment provider once more',
    description: 'An event that is done stays as it is. Audited.',
    path: { id: { description: 'The provider’s id of the event', example: event.id } },
    answers: {
      200: { description: 'The event as it is now', json: { schema: storedEvent, example: event } },
    },
    problems: ['event-not-found', 'event-in-progress'],
  },
  'GET /api/reconciliation/latest': {
    summary: 'Read the last reconciliation with the payment provider',
    description: 'Made every day for the ten days before; null before the first one.',
    answers: {
      200: {
        description: 'The last report',
        json: {
          schema: z.object({ report: z.nullable(report) }),
          example: {
            report: {
              first_day: '2025-08-01',
              last_day: '2025-08-03',
              compared: 12,
              differences: [
                {
                  code: 'payment-missing-here',
                  text: 'The provider has a payment that is not recorded here.',
                  order_id: null,
                  transaction_id: paymentId,
                  ours: null,
                  theirs: '59.99 USD',
                },
              ],
              made_at: '2025-08-04T05:20:00.000Z',
            },
          },
        },
      },
    },
  },
} as const satisfies Record<string, Operation>;
