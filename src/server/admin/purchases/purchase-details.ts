import * as z from 'zod/mini';
import { entryKind, holdReason } from '../../frame/db/schema/ledger.ts';
import { paypalActionKind, paypalActionState } from '../../frame/db/schema/paypal-actions.ts';
import { disputeState, paymentState, refundKind } from '../../frame/db/schema/purchases.ts';
import { noCommissionCodes } from '../../money/ledger/no-commission.ts';
import { eventSummary } from '../../money/purchases/event-summary.ts';
import { purchaseSummary } from './list-purchases.ts';

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
  payment_id: z.string().check(z.describe('PayPal’s id of the capture or sale')),
  sequence: z.number().check(z.describe('The place among the purchase’s payments by date, from 1')),
  is_renewal: z.boolean().check(z.describe('True if the customer had paid before')),
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
      refund_id: z.string().check(z.describe('PayPal’s id')),
      kind: z.enum(refundKind.enumValues),
      amount_cents: z.number(),
      refunded_at: moment,
    }),
  ),
  disputes: z.array(
    z.object({
      dispute_id: z.string().check(z.describe('PayPal’s id')),
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
  payment_id: z.nullable(z.string()).check(z.describe('The id of the refunded payment')),
  amount_cents: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  state: z
    .enum(paypalActionState.enumValues)
    .check(z.describe('`waiting`: PayPal has not answered yet, and is asked again')),
  error: z
    .nullable(z.string())
    .check(z.describe('The reason of the last failure, or PayPal’s code of the refusal')),
  refund_id: z
    .nullable(z.string())
    .check(z.describe('PayPal’s id of the refund, once PayPal has accepted it')),
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
          .check(z.describe('The reason why the payment earns no commission, and the admin’s choices')),
        entries: z.array(
          z.extend(entry, { explanation: z.string().check(z.describe('Explains the amount')) }),
        ),
      }),
    ),
  })
  .check(z.meta({ id: 'PurchaseDetails' }));

export type PurchaseDetails = z.infer<typeof purchaseDetails>;
