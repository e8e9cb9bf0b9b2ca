import * as z from 'zod';

/*
 * Small copies of PayPal's published API descriptions: the fields that the site reads, with their patterns, lengths and
 * values. Source: github.com/paypal/paypal-rest-api-specifications.
 */

const money = z.object({
  currency_code: z.string().length(3),
  value: z.string().regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
});

const moment = z
  .string()
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)([.]\d+)?([Zz]|[+-]\d{2}:\d{2})$/,
  );

const accountId = z.string().regex(/^[2-9A-HJ-NP-Z]{13}$/);
const email = z.string().min(3).max(254);
const links = z
  .array(z.object({ href: z.string(), rel: z.string(), method: z.enum(['GET', 'POST', 'PATCH']).optional() }))
  .optional();

const payer = z.object({ payer_id: accountId, email_address: email });

const capture = z.object({
  id: z.string().min(1).max(36),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: money,
  create_time: moment,
  update_time: moment,
  links,
});

export const order = z.object({
  id: z.string().min(1).max(36),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  create_time: moment,
  payer,
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().min(1).max(256),
        custom_id: z.string().min(1).max(255),
        amount: money,
        payee: z.object({ merchant_id: accountId, email_address: email }),
        payments: z.object({ captures: z.array(capture) }),
      }),
    )
    .min(1),
  links,
});

export const subscription = z.object({
  id: z.string().min(3).max(50),
  plan_id: z.string().min(3).max(50),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  status_update_time: moment,
  custom_id: z.string().regex(/^[\x20-\x7E]{1,127}$/),
  subscriber: payer,
  create_time: moment,
  links,
});

export const subscriptionTransactions = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string().min(3).max(50),
        status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED']),
        amount_with_breakdown: z.object({ gross_amount: money }),
        payer_email: email,
        time: moment,
      }),
    )
    .min(1),
});

export const transactionReport = z.object({
  account_number: z.string().min(1).max(255),
  page: z.int(),
  total_items: z.int(),
  total_pages: z.int(),
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string().min(1).max(24),
          paypal_account_id: z.string().min(1).max(24),
          transaction_event_code: z.string().regex(/^T\d{4}$/),
          transaction_initiation_date: z.string().min(20).max(64),
          transaction_amount: money,
          transaction_status: z.enum(['D', 'P', 'S', 'V']),
        }),
      }),
    )
    .min(1),
});

/** POST /v2/payments/captures/{capture_id}/refund, without `Prefer: return=representation`. */
export const captureRefundAnswer = z.object({
  id: z.string().min(1),
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  links: links.unwrap(),
});

/** GET /v2/payments/refunds/{refund_id}. */
export const captureRefund = captureRefundAnswer.extend({
  amount: money,
  status_details: z.object({ reason: z.literal('ECHECK') }).optional(),
  note_to_payer: z.string(),
  seller_payable_breakdown: z.object({
    gross_amount: money,
    paypal_fee: money,
    net_amount: money,
    total_refunded_amount: money,
  }),
  create_time: moment,
  update_time: moment,
});

/** POST /v1/payments/sale/{sale_id}/refund, and GET /v1/payments/refund/{refund_id}. */
export const saleRefund = z.object({
  id: z.string().min(1).max(17),
  amount: z.object({ currency: z.string().length(3), total: z.string().max(10) }),
  state: z.enum(['pending', 'completed', 'cancelled', 'failed']),
  sale_id: z.string(),
  description: z.string(),
  total_refunded_amount: z.object({ currency: z.string().length(3), value: z.string() }),
  create_time: moment,
  update_time: moment,
  links,
});

export const dispute = z.object({
  dispute_id: z.string().min(1).max(255),
  create_time: moment,
  update_time: moment,
  status: z.enum([
    'OPEN',
    'WAITING_FOR_BUYER_RESPONSE',
    'WAITING_FOR_SELLER_RESPONSE',
    'UNDER_REVIEW',
    'RESOLVED',
    'OTHER',
  ]),
  dispute_amount: money,
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().min(1).max(255) })).min(1),
});

export const webhookEvent = z.object({
  id: z.string(),
  create_time: moment,
  resource_type: z.string(),
  event_version: z.string().regex(/^([0-9]+.[0-9]+)$/),
  event_type: z.string(),
  summary: z.string(),
  resource: z.record(z.string(), z.unknown()),
  links,
});
