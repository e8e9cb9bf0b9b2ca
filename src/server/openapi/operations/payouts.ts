import * as z from 'zod/mini';
import { payoutReference } from '../../../shared/payout-reference.ts';
import {
  approveInput,
  exportFilter,
  paidInput,
  payoutEmailInput,
  payoutTermsInput,
  rejectInput,
} from '../../../shared/schemas/payout.ts';
import { ledgerQuery } from '../../../shared/schemas/statement.ts';
import { payoutQuery } from '../../payouts/list-payouts.ts';
import { movedShape } from '../../payouts/move-payouts.ts';
import { payoutAccountShape } from '../../payouts/payout-account.ts';
import { payoutShape } from '../../payouts/payout.ts';
import { unpaidBalance } from '../../payouts/unpaid-balances.ts';
import type { Operation } from '../operation.ts';

const payoutId = '0199a3c1-5b20-7d11-8a4e-2f7b6c0d9e10';
const affiliate = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11',
  name: 'ada',
  email: 'ada@mail.example',
  code: 'ada0001',
};

const account = {
  affiliate_id: affiliate.id,
  payout_email: 'ada@mail.example',
  payout_email_changes: [{ email: 'ada@mail.example', changed_at: '2025-08-02T09:00:00.000Z' }],
  no_minimum: false,
  balance_cents: 8750,
  held_cents: 0,
  version: 3,
  minimum_cents: 10000,
  next_closing: '2025-09-01',
};

const moved = {
  description: 'What became of each payout',
  json: { schema: movedShape, example: { changed: [payoutId], unchanged: [], missing: [] } },
};

/** The calls about how affiliates are paid. */
export const payoutOperations = {
  'GET /api/affiliates/payout': {
    summary: 'Tell how an affiliate is paid',
    description: 'One’s own; for an admin that of any affiliate.',
    query: ledgerQuery,
    answers: {
      200: {
        description: 'Payment email, minimum, balance and the next closing',
        json: { schema: payoutAccountShape, example: account },
        headers: ['ETag'],
      },
    },
    problems: ['affiliate-not-found', 'affiliate-missing'],
  },
  'PUT /api/affiliates/payout-email': {
    summary: 'Set one’s own payment email',
    description: 'Every change is kept. Payouts that are proposed already keep their address.',
    body: { schema: payoutEmailInput, example: { email: account.payout_email } },
    answers: {
      200: { description: 'How one is paid now', json: { schema: payoutAccountShape, example: account } },
    },
    problems: ['affiliate-not-found', 'email-unverified', 'email-required', 'email-invalid'],
  },
  'PUT /api/affiliates/:id/payout': {
    summary: 'Set an affiliate’s payment email and minimum',
    path: { id: { description: 'The id of the affiliate', example: affiliate.id } },
    isVersioned: true,
    body: {
      schema: payoutTermsInput,
      example: { payout_email: account.payout_email, no_minimum: false, version: 2 },
    },
    answers: {
      200: {
        description: 'How the affiliate is paid now',
        json: { schema: payoutAccountShape, example: account },
        headers: ['ETag'],
      },
    },
    problems: ['affiliate-missing', 'email-required', 'email-invalid'],
  },
  'GET /api/payouts': {
    summary: 'List payouts',
    description:
      'Newest first. `unpaid` are the balances of the month, or of the last closed one, that were due and have nowhere to go; the first page carries them.',
    query: payoutQuery,
    answers: {
      200: {
        description: 'A page of the payouts',
        json: {
          schema: z.object({ payouts: z.array(payoutShape), unpaid: z.array(unpaidBalance) }),
          example: {
            payouts: [
              {
                id: payoutId,
                month: '2025-08',
                state: 'proposed',
                amount_cents: 10000,
                payout_email: 'ada@mail.example',
                affiliate,
                created_at: '2025-09-01T02:10:00.000Z',
                approved_at: null,
                paid_at: null,
                transaction_id: null,
                exported_at: null,
                exported_by: null,
                rejected_at: null,
                rejected_reason: null,
                reference: payoutReference(payoutId),
                anomalies: [{ code: 'first-payout', text: 'The first payout of this affiliate' }],
              },
            ],
            unpaid: [{ affiliate, month: '2025-08', closing_cents: 12500, reason: 'no-payout-email' }],
          },
        },
        headers: ['X-Total-Count'],
        sometimes: ['X-Next-Cursor'],
      },
    },
  },
  'POST /api/payouts/export': {
    summary: 'Export approved payouts for the payment provider',
    description:
      'The provider’s mass-payment file, without a header: recipient, amount, currency, reference, note, wallet. Notes that each was exported; one that was is left out, unless `again=true`. Marks nothing as paid.',
    query: exportFilter,
    answers: {
      200: {
        description: 'One row for each approved payout that was in no file yet, at most 5,000',
        text: 'text/csv',
        headers: ['Content-Disposition'],
      },
    },
  },
  'POST /api/payouts/approve': {
    summary: 'Approve proposed payouts',
    body: { schema: approveInput, example: { ids: [payoutId] } },
    answers: { 200: moved },
  },
  'POST /api/payouts/reject': {
    summary: 'Reject proposed or approved payouts',
    description:
      'Not paid ones, nor one in a payment file unless `exported` names it. The amount comes back to the balance with the statement of the month it is rejected in.',
    body: { schema: rejectInput, example: { ids: [payoutId], reason: 'The purchases are under review' } },
    answers: { 200: moved },
  },
  'POST /api/payouts/paid': {
    summary: 'Mark approved payouts as paid',
    description:
      'Each with a transaction of its own; as items, or as lines of CSV, separated by commas, semicolons or tabs: id or reference, transaction id. All are written, or none.',
    body: {
      schema: paidInput,
      example: { items: [{ id: payoutId, transactionId: '8AB12345CD678901E' }] },
    },
    answers: { 200: moved },
    problems: ['payout-transaction-taken', 'import-unreadable'],
  },
} as const satisfies Record<string, Operation>;
