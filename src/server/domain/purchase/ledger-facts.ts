import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';
import { entryKind } from '../../db/schema/ledger.ts';
import { activeAt } from '../affiliate/active-at.ts';
import { iso } from '../operations/json.ts';
import { oneRow } from '../operations/one-row.ts';
import { arrived } from './arrived.ts';
import { paymentSequence } from './payment-sequence.ts';

const moment = z.pipe(
  z.string(),
  z.transform((text) => new Date(text)),
);

const factsShape = z.object({
  paymentId: z.string(),
  purchaseId: z.string(),
  affiliateId: z.string(),
  providerId: z.string(),
  type: z.enum(['one-time', 'subscription']),
  paidAt: moment,
  customerFirstPaidAt: moment,
  sequence: z.number(),
  amountCents: z.number(),
  taxCents: z.number(),
  isEligible: z.boolean(),
  refunds: z.array(
    z.object({
      providerId: z.string(),
      kind: z.enum(['refund', 'reversal']),
      amountCents: z.number(),
      refundedAt: moment,
    }),
  ),
  entries: z.array(
    z.object({
      kind: z.enum(entryKind.enumValues),
      source: z.string(),
      amountCents: z.number(),
    }),
  ),
  /** The addresses of the affiliate, and the compared form of those that the payer ever paid with. */
  affiliateEmails: z.array(z.string()),
  payerEmailKeys: z.array(z.string()),
  /** Whether a self-referral was held before; the admin may have released it since. */
  wasHeld: z.boolean(),
  /** Whether another payment of this payer waits as a self-referral of this affiliate, whose addresses may be others by now. */
  isSuspected: z.boolean(),
});

const outcome = z.object({ facts: z.array(factsShape) });

/** What the ledger of one payment is computed from, and who is behind it. */
export type LedgerFacts = z.infer<typeof factsShape>;

const list = (ids: readonly string[]): SQL =>
  sql`array[${sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )}]`;

/** Notes on each payment of these purchases when its buyer first paid for anything here, by payer id or by address. */
const noteFirstPayments = async (tx: Database, purchaseIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`update payments set customer_first_paid_at = first.at
    from (
      select own.id, min(paid.paid_at) as at
      from purchases own
        join purchases any_of on any_of.id = own.id or any_of.payer_id = own.payer_id
          or any_of.payer_email_key = own.payer_email_key
        join payments paid on paid.purchase_id = any_of.id and ${arrived(sql`paid`)}
      where own.id = any (${list(purchaseIds)})
      group by own.id
    ) as first
    where payments.purchase_id = first.id and ${arrived(sql`payments`)}
      and (payments.customer_first_paid_at is null or payments.customer_first_paid_at > first.at)`);
};

/**
 * The facts of every completed payment of these purchases that names an affiliate, as they are noted, changing nothing.
 * A payment whose commission another affiliate has is left out (theirs until the admin gives it away), unless
 * `whoeverHasIt`. Refunds that another affiliate bore stand among the entries with 0: they are entered.
 */
export const readLedgerFacts = async (
  tx: Pick<Database, 'execute'>,
  purchaseIds: readonly string[],
  { whoeverHasIt = false } = {},
): Promise<LedgerFacts[]> => {
  if (purchaseIds.length === 0) return [];
  const { facts } = await oneRow(
    tx,
    sql`select coalesce(json_agg(json_build_object(
        'paymentId', payments.id, 'purchaseId', purchases.id, 'affiliateId', affiliates.id,
        'providerId', payments.provider_id, 'type', purchases.type,
        'paidAt', ${iso(sql`payments.paid_at`)}, 'customerFirstPaidAt', ${iso(sql`coalesce(payments.customer_first_paid_at, payments.paid_at)`)},
        'amountCents', payments.amount_cents, 'taxCents', payments.tax_cents,
        'sequence', ${paymentSequence},
        'isEligible', exists (
          select 1 from affiliate_activations
          where affiliate_id = affiliates.id and ${activeAt(sql`payments.paid_at`)}
        ) or exists (
          select 1 from commission_entries given
          where given.payment_id = payments.id and given.affiliate_id = affiliates.id and given.kind = 'reattribution'
        ),
        'refunds', (
          select coalesce(json_agg(json_build_object(
            'providerId', provider_id, 'kind', kind, 'amountCents', amount_cents, 'refundedAt', ${iso(sql`refunded_at`)}
          )), '[]') from refunds where payment_id = payments.id
        ),
        'entries', (
          select coalesce(json_agg(json_build_object(
            'kind', kind, 'source', source,
            'amountCents', case when own.affiliate_id = affiliates.id then amount_cents else 0 end
          )), '[]') from commission_entries own
          where own.payment_id = payments.id
            and (own.affiliate_id = affiliates.id or own.kind in ('refund', 'reversal'))
        ),
        'affiliateEmails', array_remove(array[affiliates.email, affiliates.payout_email], null),
        'payerEmailKeys', array(
          select distinct same.payer_email_key from purchases same
          where (same.id = purchases.id or same.payer_id = purchases.payer_id) and same.payer_email_key is not null
        ),
        'wasHeld', exists (
          select 1 from commission_holds where payment_id = payments.id and reason = 'self-referral'
        ),
        'isSuspected', exists (
          select 1 from commission_holds
            join payments held on held.id = commission_holds.payment_id
            join purchases same on same.id = held.purchase_id
              and (same.id = purchases.id or same.payer_id = purchases.payer_id)
            join commission_entries theirs on theirs.payment_id = held.id and theirs.affiliate_id = affiliates.id
          where reason = 'self-referral' and released_at is null
        )
      ) order by payments.paid_at, payments.id), '[]') as facts
    from purchases
      join affiliates on affiliates.id = purchases.affiliate_id
      join payments on payments.purchase_id = purchases.id and ${arrived(sql`payments`)}
    where purchases.id = any (${list(purchaseIds)})
      and (${whoeverHasIt} or not exists (
          select 1 from commission_entries other
          where other.payment_id = payments.id and other.kind = 'commission' and other.affiliate_id <> affiliates.id
        ) or exists (
          select 1 from commission_entries own where own.payment_id = payments.id and own.affiliate_id = affiliates.id
        ))`,
    outcome,
  );
  return facts;
};

/** The same, with the buyer's first payment noted anew on each payment. */
export const ledgerFacts = async (tx: Database, purchaseIds: readonly string[]): Promise<LedgerFacts[]> => {
  await noteFirstPayments(tx, purchaseIds);
  return readLedgerFacts(tx, purchaseIds);
};
