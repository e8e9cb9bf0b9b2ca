import * as z from 'zod/mini';
import type { MailKind } from '../../../../shared/mail-kinds.ts';
import { letter } from '../../../../shared/schemas/letter.ts';
import { letterAudiences } from '../../../../shared/schemas/newsletter.ts';
import { withdrawalKinds } from '../../../../shared/withdrawals.ts';

const name = z.string();
const code = z.string();
const cents = z.number();
/** A UTC month: `2026-11`. */
const month = z.string();

/** The facts of each kind of mail, which its template writes about. Amounts are US cents. */
export const mailFacts = {
  'application-received': z.object({ name, code }),
  'application-approved': z.object({ name, code }),
  'application-declined': z.object({ name, reason: z.nullable(z.string()) }),
  'payment-email-changed': z.object({
    name,
    email: z.nullable(z.string()),
    changed_at: z.string(),
    change_id: z
      .nullish(z.string())
      .check(z.describe('The change of the address that the recipient can undo')),
  }),
  'first-sale': z.object({ name, amount_cents: cents }),
  'statement-ready': z.object({
    name,
    month,
    statement_id: z.string(),
    earned_cents: cents,
    paid_cents: cents,
    closing_cents: cents,
  }),
  'payout-paid': z.object({
    name,
    month,
    amount_cents: cents,
    email: z.nullable(z.string()),
    transaction_id: z.string(),
  }),
  'payout-rejected': z.object({ name, month, amount_cents: cents, reason: z.string() }),
  // No order number: the affiliate typed it, and the address may not be confirmed.
  'sale-settled': z.object({ day: z.string(), is_credited: z.boolean() }),
  'program-left': z.object({
    code: z.string(),
    balance_cents: z.number(),
    is_payable: z.boolean(),
    next_closing: z.string(),
  }),
  'program-closed': z.object({ code: z.string() }),
  'account-deleted': z.object({ is_still_paid: z.boolean() }),
  receipt: z.object({
    order_id: z.string(),
    plan_id: z.string(),
    amount_cents: z.number(),
    tax_cents: z.number(),
    paid_at: z.string(),
    is_renewal: z.boolean(),
    /** The version of the terms, in the first receipt of a purchase. */
    terms_version: z.nullish(z.string()),
    is_subscription: z.boolean(),
    /** The day on which the paid year ends. */
    paid_until: z.nullish(z.string()),
    /** When PayPal collects the next payment of a subscription, and how much. Null if PayPal did not say. */
    renews_at: z.nullish(z.string()),
    renews_for_cents: z.nullish(cents),
    /** The license of the payment. */
    license: z.nullish(z.string()),
  }),
  refund: z.object({
    order_id: z.string(),
    plan_id: z.string(),
    amount_cents: z.number(),
    refunded_at: z.string(),
    is_full: z.boolean(),
  }),
  'subscription-cancelled': z.object({
    order_id: z.string(),
    plan_id: z.string(),
    runs_until: z.nullable(z.string()),
  }),
  'bought-twice': z.object({
    order_id: z.string(),
    earlier_order_id: z.string(),
    plan_id: z.string(),
    is_subscription: z.boolean(),
  }),
  'renewal-notice': z.object({
    order_id: z.string(),
    plan_id: z.string(),
    amount_cents: cents,
    renews_at: z.string(),
  }),
  'renewal-failed': z.object({
    order_id: z.string(),
    plan_id: z.string(),
    /** Null if PayPal did not say. */
    amount_cents: z.nullable(cents),
    failed_at: z.string(),
    /** When PayPal tries again. Null if PayPal did not say. */
    retry_at: z.nullable(z.string()),
    is_suspended: z.boolean(),
  }),
  'year-ending': z.object({ order_id: z.string(), plan_id: z.string(), ends_at: z.string() }),
  'purchases-link': z.object({ session_id: z.string(), asked_at: z.string() }),
  'password-changed': z.object({ changed_at: z.string() }),
  'second-factor-changed': z.object({ has_factor: z.boolean(), changed_at: z.string() }),
  'address-confirmation': z.object({ change_id: z.string(), email: z.string() }),
  'address-change-requested': z.object({ email: z.string(), requested_at: z.string() }),
  'address-changed': z.object({ change_id: z.string(), email: z.string(), changed_at: z.string() }),
  'address-restored': z.object({
    restored_at: z.string(),
    is_affiliate: z.boolean(),
    payment_email: z.nullable(z.string()),
    payouts_in_review: z.number(),
    payouts_sent: z.number(),
  }),
  'withdrawal-received': z.object({
    withdrawal_id: z.string(),
    /** Missing in a mail that was queued before there were kinds: a withdrawal. */
    kind: z.optional(z.enum(withdrawalKinds)),
    /** Null if the order does not belong to the recipient, because anybody may have typed the name. */
    name: z.nullable(z.string()),
    /** PayPal's id of the recipient's order, or null. */
    order_number: z.nullable(z.string()),
    received_at: z.string(),
  }),
  'newsletter-confirmation': z.object({ subscription_id: z.string() }),
  letter: z.extend(letter, { subscription_id: z.string() }),
  'affiliate-letter': z.extend(letter, { affiliate_id: z.string() }),
  'letter-test': z.extend(letter, { audience: z._default(z.enum(letterAudiences), 'readers') }),
} as const satisfies Readonly<Record<MailKind, z.ZodMiniType>>;

export type MailFacts = { readonly [Kind in MailKind]: z.infer<(typeof mailFacts)[Kind]> };

/** The facts that the outbox stores with a mail. The text of a letter is stored once, in `letters`. */
export type StoredFacts = Omit<MailFacts, 'letter' | 'affiliate-letter'> & {
  readonly letter: Pick<MailFacts['letter'], 'subscription_id'>;
  readonly 'affiliate-letter': Pick<MailFacts['affiliate-letter'], 'affiliate_id'>;
};
