import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import { purchaseStates } from '../../../../shared/schemas/purchase.ts';
import { affiliates } from './affiliates.ts';
import { createdAt, id, isAtMost, moment, nowByDefault, version } from './columns.ts';

export const purchaseType = pgEnum('purchase_type', ['one-time', 'subscription']);

export const purchaseState = pgEnum('purchase_state', purchaseStates);

/** An order or a subscription, as PayPal confirmed it. */
export const purchases = pgTable(
  'purchases',
  {
    id: id(),
    /** PayPal's order id or subscription id. */
    providerId: text('provider_id').notNull(),
    type: purchaseType('type').notNull(),
    planId: text('plan_id').notNull(),
    state: purchaseState('state').notNull(),
    /** The plan's price for one payment, in US cents. */
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull().default('USD'),
    payerId: text('payer_id'),
    payerEmail: text('payer_email'),
    /** `payer_email` normalized for comparison: see `normalizeEmail`. */
    payerEmailKey: text('payer_email_key'),
    /** The address that the buyer typed for the receipt. It gets the mails about the purchase as well as `payer_email`. */
    receiptEmail: text('receipt_email'),
    /** The code that the buyer came with, valid or not. `affiliate_id` is null if the code was not valid. */
    affiliateCode: text('affiliate_code'),
    affiliateId: uuid('affiliate_id').references(() => affiliates.id),
    /** The time of this state at PayPal, and when it was fetched, so that an older response does not undo a newer state. */
    stateAt: moment('state_at'),
    stateFetchedAt: moment('state_fetched_at'),
    /** When PayPal bills a subscription next, as it last said. PayPal drops the date when the subscription ends, and this stays. */
    nextBillingAt: moment('next_billing_at'),
    /** The amount that PayPal bills then, in US cents. Null if PayPal did not say. */
    nextBillingCents: integer('next_billing_cents'),
    /** The version of the terms under which the purchase was made: see `termsVersionAt`. */
    termsVersion: text('terms_version').notNull().default('2026-11-28'),
    /** When an admin last reassigned the purchase. From then on a reported code no longer changes the affiliate. */
    reattributedAt: moment('reattributed_at'),
    createdAt: createdAt(),
    updatedAt: nowByDefault('updated_at'),
    version: version(),
    /** The text that a list's search matches. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(provider_id || chr(10) || coalesce(payer_id, '') || chr(10) || coalesce(payer_email, '') || chr(10) || coalesce(affiliate_code, ''))`,
    ),
  },
  (table) => [
    uniqueIndex('purchases_provider_key').on(table.providerId),
    index('purchases_created_idx').on(table.createdAt, table.id),
    index('purchases_affiliate_idx').on(table.affiliateId, table.createdAt),
    index('purchases_payer_idx').on(table.payerId),
    index('purchases_payer_email_idx').on(table.payerEmailKey),
    index('purchases_receipt_email_idx').on(sql`normalise_email(${table.receiptEmail})`),
    index('purchases_code_idx').on(table.affiliateCode),
    // Lists sort by these expressions. They are never null, so that a page can begin after any row.
    index('purchases_email_order_idx').on(sql`coalesce(lower(${table.payerEmail}), '')`, table.id),
    index('purchases_code_order_idx').on(sql`coalesce(${table.affiliateCode}, '')`, table.id),
    check('purchases_receipt_email_length', isAtMost(table.receiptEmail, maxLengths.email)),
    check('purchases_amount_positive', sql`${table.amountCents} > 0`),
    check('purchases_currency', sql`${table.currency} = 'USD'`),
    check(
      'purchases_state_of_type',
      sql`case when ${table.type} = 'one-time' then ${table.state} in ('pending', 'completed', 'failed') else ${table.state} <> 'completed' end`,
    ),
    check(
      'purchases_credited_by_code',
      sql`${table.affiliateId} is null or ${table.affiliateCode} is not null`,
    ),
  ],
);

export const paymentState = pgEnum('payment_state', ['pending', 'completed', 'declined', 'reversed']);

/** A payment: an order's capture, or one of a subscription's sales. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchases.id),
    /** PayPal's capture or sale id. */
    providerId: text('provider_id').notNull(),
    /** The place among the purchase's payments by date, from 1. `post-commission.ts` sets this and the two fields below. */
    sequence: integer('sequence').notNull(),
    state: paymentState('state').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The tax within the amount. Commission is on the rest. */
    taxCents: integer('tax_cents').notNull().default(0),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** When PayPal had the money. For a capture that was pending, this is when it completed. */
    paidAt: moment('paid_at').notNull(),
    /** The time of the buyer's first payment, as far as it was ever known. Forgetting an address does not change it. */
    customerFirstPaidAt: moment('customer_first_paid_at'),
    /** True if the customer had paid before: a later payment of a subscription, or a repeated one-time purchase. */
    isRenewal: boolean('is_renewal').notNull().default(false),
    recordedAt: nowByDefault('recorded_at'),
  },
  (table) => [
    uniqueIndex('payments_provider_key').on(table.providerId),
    index('payments_purchase_idx').on(table.purchaseId),
    index('payments_paid_at_idx').on(table.paidAt),
    // The figures count first payments in this index, without reading the table.
    index('payments_first_paid_idx')
      .on(table.paidAt)
      .where(sql`${table.sequence} = 1 and ${table.state} in ('completed', 'reversed')`),
    check('payments_sequence_positive', sql`${table.sequence} >= 1`),
    check(
      'payments_amounts',
      sql`${table.amountCents} > 0 and ${table.taxCents} between 0 and ${table.amountCents}`,
    ),
    check('payments_refunded', sql`${table.refundedCents} between 0 and ${table.amountCents}`),
  ],
);

export const refundKind = pgEnum('refund_kind', ['refund', 'reversal']);

/** Refunds and reversals: one row for each refund at PayPal. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    providerId: text('provider_id').notNull(),
    kind: refundKind('kind').notNull(),
    amountCents: integer('amount_cents').notNull(),
    refundedAt: moment('refunded_at').notNull(),
    recordedAt: nowByDefault('recorded_at'),
  },
  (table) => [
    uniqueIndex('refunds_provider_key').on(table.providerId),
    index('refunds_payment_idx').on(table.paymentId),
    check('refunds_amount_positive', sql`${table.amountCents} > 0`),
  ],
);

export const disputeState = pgEnum('dispute_state', ['open', 'won', 'lost']);

/** A buyer's dispute of a payment, as PayPal last reported it. `lost_cents` is the amount that goes back to the buyer. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    providerId: text('provider_id').notNull(),
    state: disputeState('state').notNull(),
    lostCents: integer('lost_cents').notNull().default(0),
    openedAt: moment('opened_at').notNull(),
    stateAt: moment('state_at').notNull(),
    recordedAt: nowByDefault('recorded_at'),
  },
  (table) => [
    unique('disputes_provider_key').on(table.providerId, table.paymentId),
    index('disputes_payment_idx').on(table.paymentId),
    check(
      'disputes_lost',
      sql`${table.lostCents} >= 0 and (${table.state} = 'lost' or ${table.lostCents} = 0)`,
    ),
  ],
);
