import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { normaliseEmail } from '../../../shared/email.ts';
import type { Database } from '../../frame/context/database.ts';
import { affiliateActivations, affiliates } from '../../frame/db/schema/affiliates.ts';
import { affiliateCodes } from '../../frame/db/schema/counts.ts';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import { disputes, payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { jsonRows, oneRow, textArray } from '../../frame/db/sql.ts';
import type { Payer } from '../../frame/context/paypal.ts';
import type { BuyerAccount } from './buyer-account.ts';

/** Names the account to load. */
export interface BuyerQuery {
  /** PayPal's id of an order or subscription, or ids of our purchases. */
  readonly reference: { readonly providerId: string } | { readonly ids: readonly string[] };
  /** The payer that PayPal names, in addition to the recorded payer. */
  readonly payer?: Payer;
  /** Codes of further affiliates. The affiliates of the purchases are always loaded. */
  readonly codes: readonly string[];
}

/** An account with a hash that changes as soon as one of its rows changes. */
export interface LoadedBuyer extends BuyerAccount {
  readonly snapshotHash: string;
}

/** Loads a buyer's account in one statement, so that all rows are of the same moment. */
export async function loadBuyer(db: Pick<Database, 'execute'>, query: BuyerQuery): Promise<LoadedBuyer> {
  return parseBuyer(await oneRow(db, buyerStatement(query), buyerRow));
}

/** Query for the account as JSON and its hash: one row for `parseBuyer`. */
export function buyerStatement(query: BuyerQuery): SQL {
  return sql`select account, md5(account::text) as hash from (${accountJson(query)}) as loaded`;
}

/** Subquery for the hash that the account has now. */
export function currentHash(query: BuyerQuery): SQL {
  return sql`(select hash from (${buyerStatement(query)}) as current)`;
}

export const buyerRow = z.object({ account: z.record(z.string(), z.unknown()), hash: z.string() });

/** Parses the row of `buyerStatement`. */
export function parseBuyer({ account, hash }: z.infer<typeof buyerRow>): LoadedBuyer {
  return {
    snapshotHash: hash,
    purchases: shapes.purchases.parse(account.purchases),
    payments: shapes.payments.parse(account.payments),
    refunds: shapes.refunds.parse(account.refunds),
    disputes: shapes.disputes.parse(account.disputes),
    holds: shapes.holds.parse(account.holds),
    entries: shapes.entries.parse(account.entries),
    affiliates: shapes.affiliates.parse(account.affiliates),
    codes: shapes.codes.parse(account.codes),
    activations: shapes.activations.parse(account.activations),
  };
}

const shapes = {
  purchases: jsonRows(purchases, [
    'id',
    'providerId',
    'type',
    'planId',
    'state',
    'amountCents',
    'payerId',
    'payerEmail',
    'receiptEmail',
    'payerEmailKey',
    'affiliateCode',
    'affiliateId',
    'stateAt',
    'stateFetchedAt',
    'nextBillingAt',
    'reattributedAt',
    'createdAt',
    'version',
  ]),
  payments: jsonRows(payments, [
    'id',
    'purchaseId',
    'providerId',
    'sequence',
    'state',
    'amountCents',
    'taxCents',
    'refundedCents',
    'paidAt',
    'customerFirstPaidAt',
    'isRenewal',
  ]),
  refunds: jsonRows(refunds, ['id', 'paymentId', 'providerId', 'kind', 'amountCents', 'refundedAt']),
  disputes: jsonRows(disputes, [
    'id',
    'paymentId',
    'providerId',
    'state',
    'lostCents',
    'openedAt',
    'stateAt',
  ]),
  holds: jsonRows(commissionHolds, ['id', 'paymentId', 'reason', 'placedAt', 'releasedAt', 'releasedBy']),
  entries: jsonRows(commissionEntries, [
    'id',
    'affiliateId',
    'paymentId',
    'kind',
    'source',
    'amountCents',
    'baseCents',
    'rateBasisPoints',
    'termsVersion',
    'ageRule',
    'occurredAt',
  ]),
  affiliates: jsonRows(affiliates, ['id', 'code', 'email', 'payoutEmail', 'dateActivated']),
  codes: jsonRows(affiliateCodes, ['code', 'affiliateId'], sql`code`),
  activations: jsonRows(affiliateActivations, ['id', 'affiliateId', 'activeFrom', 'activeUntil']),
} as const;

/** Query for the purchases in `source`, and all purchases that share a payer id or an address with them or with the payer. */
function sharedWith(source: SQL, payer?: Payer): SQL {
  const ids = textArray(payer?.id ? [payer.id] : []);
  const keys = textArray(payer?.email ? [normaliseEmail(payer.email)] : []);
  return sql`select id, payer_id, payer_email_key, affiliate_id from purchases
    where id = any (array(select id from ${source}))
      or payer_id = any (array(select payer_id from ${source}) || ${ids})
      or payer_email_key = any (array(select payer_email_key from ${source}) || ${keys})`;
}

/**
 * Query for the account as one JSON object. Raw SQL, because Drizzle cannot nest eight tables in one snapshot and hash it.
 * Lists of ids are arrays, so that PostgreSQL uses the indexes.
 *
 * - `named`: the purchases of the query's reference
 * - `buyers`: these, and all purchases by the same buyer
 * - `related`: these, and all purchases that share a payer or an address with a purchase in `buyers`, because they decide the
 *   rates of its payments
 * - `members`: the affiliates
 */
function accountJson({ reference, payer, codes }: BuyerQuery): SQL {
  const isNamed =
    'ids' in reference
      ? sql`purchases.id = any (${textArray(reference.ids)}::uuid[])`
      : sql`purchases.provider_id = ${reference.providerId}`;
  const isKnownCode = sql`code = any (array(select affiliate_code from named) || ${textArray(codes)})`;
  const isOfPayment = sql`payment_id = any (array(select id from payment_ids))`;
  const anyMemberId = sql`any (array(select id from members))`;
  return sql`
    with named as (
      select id, payer_id, payer_email_key, affiliate_code from purchases where ${isNamed}
    ),
    buyers as (${sharedWith(sql`named`, payer)}),
    related as (${sharedWith(sql`buyers`)}),
    payment_ids as (select id from payments where purchase_id = any (array(select id from related))),
    members as (
      select id from affiliates
      where id = any (array(select affiliate_id from affiliate_codes where ${isKnownCode}))
        or id = any (array(select affiliate_id from buyers))
    )
    select json_build_object(
      'purchases', ${shapes.purchases.where(sql`id = any (array(select id from related))`)},
      'payments', ${shapes.payments.where(sql`id = any (array(select id from payment_ids))`)},
      'refunds', ${shapes.refunds.where(isOfPayment)},
      'disputes', ${shapes.disputes.where(isOfPayment)},
      'holds', ${shapes.holds.where(isOfPayment)},
      'entries', ${shapes.entries.where(isOfPayment)},
      'affiliates', ${shapes.affiliates.where(sql`id = ${anyMemberId}`)},
      'codes', ${shapes.codes.where(isKnownCode)},
      'activations', ${shapes.activations.where(sql`affiliate_id = ${anyMemberId}`)}
    ) as account`;
}
