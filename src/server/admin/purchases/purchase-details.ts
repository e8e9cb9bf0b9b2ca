import * as z from 'zod/mini';
import { entryKind, holdReason } from '../../frame/db/schema/ledger.ts';
import { paypalActionKind, paypalActionState } from '../../frame/db/schema/paypal-actions.ts';
import { disputeState, paymentState, refundKind } from '../../frame/db/schema/purchases.ts';
import { noCommissionCodes } from '../../money/ledger/no-commission.ts';
import { eventSummary, eventSummaryExample } from '../../money/purchases/event-summary.ts';
import { purchaseExample, purchaseSummary } from './list-purchases.ts';

const moment = z.iso.datetime();

const entry = z.object({
  id: z.string(),
  affiliate: z.object({ id: z.string(), name: z.string(), code: z.string() }),
  kind: z.enum(entryKind.enumValues),
  amount_cents: z.number().check(z.describe('Signed')),
  base_cents: z.number(),
  rate_basis_points: z.number(),
  terms: z.string(),
  occurred_at: moment,
});

const payment = z.object({
  id: z.string(),
  payment_id: z.string().check(z.describe('PayPal’s ID of the capture or sale')),
  sequence: z.number().check(z.describe('The place among the purchase’s payments by date, from 1')),
  is_renewal: z
    .boolean()
    .check(
      z.describe(
        'True for a later payment of a subscription, or a one-time purchase by a customer who had paid before',
      ),
    ),
  state: z.enum(paymentState.enumValues),
  amount_cents: z.number(),
  tax_cents: z.number(),
  refunded_cents: z.number(),
  refundable_cents: z
    .number()
    .check(
      z.describe(
        'What can still be refunded. A refund that PayPal has accepted counts before its event arrives',
      ),
    ),
  paid_at: moment,
  refunds: z.array(
    z.object({
      refund_id: z.string().check(z.describe('PayPal’s ID')),
      kind: z.enum(refundKind.enumValues),
      amount_cents: z.number(),
      refunded_at: moment,
    }),
  ),
  disputes: z.array(
    z.object({
      dispute_id: z.string().check(z.describe('PayPal’s ID')),
      state: z.enum(disputeState.enumValues),
      lost_cents: z.number(),
      opened_at: moment,
      changed_at: moment,
    }),
  ),
  holds: z.array(
    z.object({
      id: z.string(),
      reason: z.enum(holdReason.enumValues),
      placed_at: moment,
      released_at: z.nullable(moment),
      released_by: z
        .nullable(z.string())
        .check(z.describe('An admin’s uid, or `provider` for the end of a dispute')),
    }),
  ),
  entries: z.array(entry),
});

/** A request to PayPal: a cancellation or a refund. */
export const action = z.object({
  id: z.string(),
  kind: z.enum(paypalActionKind.enumValues),
  payment_id: z.nullable(z.string()).check(z.describe('The ID of the refunded payment')),
  amount_cents: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  state: z
    .enum(paypalActionState.enumValues)
    .check(z.describe('`waiting`: PayPal has not answered yet, and is asked again')),
  error: z
    .nullable(z.string())
    .check(z.describe('Why PayPal refused it, in words and with PayPal’s code, or what failed last')),
  refund_id: z
    .nullable(z.string())
    .check(z.describe('PayPal’s ID of the refund, once PayPal has accepted it')),
  requested_by: z.string().check(z.describe('An admin’s uid, or `buyer`')),
  requester_email: z.nullable(z.string()).check(z.describe('The address of the admin, from the audit log')),
  requested_at: moment,
  finished_at: z.nullable(moment),
});

/** A purchase with all of its records, and an explanation of each ledger entry. */
export const purchaseDetails = z
  .object({
    ...purchaseSummary.shape,
    actions: z.array(action).check(z.describe('What PayPal was asked to do: cancel or refund, newest first')),
    events: z.array(eventSummary),
    payments: z.array(
      z.extend(payment, {
        paypal_url: z.string().check(z.describe('The payment on PayPal’s website, for the merchant')),
        no_commission: z
          .nullable(z.object({ code: z.enum(noCommissionCodes), text: z.string() }))
          .check(z.describe('Why the payment earns no commission')),
        entries: z.array(
          z.extend(entry, { explanation: z.string().check(z.describe('Explains the amount')) }),
        ),
      }),
    ),
  })
  .check(z.meta({ id: 'PurchaseDetails' }));

export type PurchaseDetails = z.infer<typeof purchaseDetails>;

const paidAtExample = purchaseExample.created_at;
const paymentId = '3C679366HH908993F';

export const holdExample: PurchaseDetails['payments'][number]['holds'][number] = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2c66',
  reason: 'self-referral',
  placed_at: paidAtExample,
  released_at: null,
  released_by: null,
};

export const purchaseDetailsExample: PurchaseDetails = {
  ...purchaseExample,
  payments: [
    {
      id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2b55',
      payment_id: paymentId,
      paypal_url: `https://www.paypal.com/activity/payment/${paymentId}`,
      sequence: 1,
      is_renewal: false,
      state: 'completed',
      amount_cents: 5999,
      tax_cents: 0,
      refunded_cents: 0,
      refundable_cents: 5999,
      paid_at: paidAtExample,
      refunds: [],
      disputes: [],
      holds: [holdExample],
      no_commission: {
        code: 'self-referral',
        text: 'The commission is on hold, since the buyer may be the affiliate. It’s paid once you release the hold; if it is a self-referral, remove the affiliate from the purchase.',
      },
      entries: [
        {
          id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2d77',
          affiliate: { id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11', name: 'Ada', code: 'ada0001' },
          kind: 'commission',
          amount_cents: 1500,
          base_cents: 5999,
          rate_basis_points: 2500,
          terms: '2025-08',
          occurred_at: paidAtExample,
          explanation: '25% of $59.99 (first payment)',
        },
      ],
    },
  ],
  actions: [
    {
      id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2f99',
      kind: 'refund',
      payment_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2b55',
      amount_cents: 2000,
      reason: 'The buyer paid twice.',
      state: 'waiting',
      error: 'No answer in time: payments',
      refund_id: null,
      requested_by: 'k3JrExampleUid',
      requester_email: 'admin@mail.example',
      requested_at: paidAtExample,
      finished_at: null,
    },
  ],
  events: [eventSummaryExample],
};
