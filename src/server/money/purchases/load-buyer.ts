import { getTableColumns, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { normalizeEmail } from '../../../shared/email.ts';
import type { Database, Statements } from '../../frame/context/database.ts';
import { affiliateActivations, affiliates } from '../../frame/db/schema/affiliates.ts';
import { affiliateCodes } from '../../frame/db/schema/counts.ts';
import { invitations } from '../../frame/db/schema/invitations.ts';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import { disputes, payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { builder, jsonObject, only, textArray } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
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
  return selectBuyer(db, query);
}

/** The statement of `loadBuyer`, for a round trip with others. */
export function selectBuyer(tx: Pick<Statements, 'execute'>, query: BuyerQuery) {
  return new StatementGroup([tx.execute<StoredBuyer>(buyerStatement(query))], ([rows]) =>
    parseBuyer(only(rows)),
  );
}

/** Query for the account as JSON and its hash. */
function buyerStatement(query: BuyerQuery): SQL {
  return sql`select account, md5(account::text) as hash from (${accountJson(query)}) as loaded`;
}

/** Subquery for the hash that the account has now. */
export function currentHash(query: BuyerQuery): SQL {
  return sql`(select hash from (${buyerStatement(query)}) as current)`;
}

type StoredBuyer = {
  readonly account: Readonly<Record<keyof typeof shapes, readonly JsonRow[]>>;
  readonly hash: string;
};

function parseBuyer({ account, hash }: StoredBuyer): LoadedBuyer {
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
    invitations: shapes.invitations.parse(account.invitations),
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
    'nextBillingCents',
    'termsVersion',
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
  codes: jsonRows(affiliateCodes, ['code', 'affiliateId']),
  activations: jsonRows(affiliateActivations, ['id', 'affiliateId', 'activeFrom', 'activeUntil']),
  invitations: jsonRows(invitations, [
    'id',
    'planId',
    'priceCents',
    'providerPlanId',
    'endsAt',
    'purchaseId',
  ]),
} as const;

/** Query for the purchases in `source`, and all purchases that share a payer id or an address with them or with the payer. */
function sharedWith(source: SQL, payer?: Payer): SQL {
  const { id, payerId, payerEmailKey, affiliateId } = purchases;
  const ids = textArray(payer?.id ? [payer.id] : []);
  const keys = textArray(payer?.email ? [normalizeEmail(payer.email)] : []);
  return builder
    .select({ id, payerId, payerEmailKey, affiliateId })
    .from(purchases)
    .where(
      or(
        sql`${id} = any (array(select id from ${source}))`,
        sql`${payerId} = any (array(select payer_id from ${source}) || ${ids})`,
        sql`${payerEmailKey} = any (array(select payer_email_key from ${source}) || ${keys})`,
      ),
    )
    .getSQL();
}

/**
 * Query for the account as one JSON object. Raw SQL, because Drizzle cannot nest so many tables in one snapshot and hash it.
 * Lists of ids are arrays, so that PostgreSQL uses the indexes.
 *
 * - `named`: the purchases of the query's reference
 * - `buyers`: these, and all purchases by the same buyer
 * - `related`: these, and all purchases that share a payer or an address with a purchase in `buyers`, because they decide the
 *   rates of its payments
 * - `members`: the affiliates
 */
function accountJson({ reference, payer, codes }: BuyerQuery): SQL {
  const { id, providerId, payerId, payerEmailKey, affiliateCode } = purchases;
  const isNamed =
    'ids' in reference
      ? sql`${id} = any (${textArray(reference.ids)}::uuid[])`
      : sql`${providerId} = ${reference.providerId}`;
  const isInvited =
    'ids' in reference ? sql`false` : sql`${invitations.orderIds} @> ${textArray([reference.providerId])}`;
  const isKnownCode = sql`${affiliateCodes.code} = any (array(select affiliate_code from named) || ${textArray(codes)})`;
  const isOfPayment = (column: PgColumn) => sql`${column} = any (array(select id from payment_ids))`;
  const isMember = (column: PgColumn) => sql`${column} = any (array(select id from members))`;
  return sql`
    with named as (
      select ${id}, ${payerId}, ${payerEmailKey}, ${affiliateCode} from ${purchases} where ${isNamed}
    ),
    buyers as (${sharedWith(sql`named`, payer)}),
    related as (${sharedWith(sql`buyers`)}),
    payment_ids as (
      select ${payments.id} from ${payments} where ${payments.purchaseId} = any (array(select id from related))
    ),
    members as (
      select ${affiliates.id} from ${affiliates}
      where ${affiliates.id} = any (array(select ${affiliateCodes.affiliateId} from ${affiliateCodes} where ${isKnownCode}))
        or ${affiliates.id} = any (array(select affiliate_id from buyers))
    )
    select ${jsonObject({
      purchases: shapes.purchases.where(sql`${id} = any (array(select id from related))`),
      payments: shapes.payments.where(isOfPayment(payments.id)),
      refunds: shapes.refunds.where(isOfPayment(refunds.paymentId)),
      disputes: shapes.disputes.where(isOfPayment(disputes.paymentId)),
      holds: shapes.holds.where(isOfPayment(commissionHolds.paymentId)),
      entries: shapes.entries.where(isOfPayment(commissionEntries.paymentId)),
      affiliates: shapes.affiliates.where(isMember(affiliates.id)),
      codes: shapes.codes.where(isKnownCode),
      activations: shapes.activations.where(isMember(affiliateActivations.affiliateId)),
      invitations: shapes.invitations.where(isInvited),
    } satisfies Record<keyof typeof shapes, SQL>)} as account`;
}

type JsonRow = Readonly<Record<string, unknown>>;

/** Reads some columns of a table as JSON. The rows are sorted by the first of them. */
function jsonRows<Table extends PgTable, Key extends keyof Table['$inferSelect'] & string>(
  table: Table,
  keys: readonly [Key, ...Key[]],
) {
  const columns = keys.map((key) => {
    const column = getTableColumns(table)[key];
    if (!column) throw new Error(`No column: ${key}`);
    return [key, column] as const;
  });
  const object = jsonObject(Object.fromEntries(columns));
  return {
    /** JSON array of the rows that match the condition. */
    where: (condition: SQL): SQL =>
      sql`(select coalesce(json_agg(${object} order by ${columns[0]?.[1]}), '[]') from ${table} where ${condition})`,
    /** Converts the array of `where` to rows. */
    parse: (rows: readonly JsonRow[]) =>
      rows.map((row) => {
        const entries = columns.map(([key, column]) => {
          const json = row[key] ?? null;
          return [key, json === null ? null : column.mapFromDriverValue(json)] as const;
        });
        return Object.fromEntries(entries) as Pick<Table['$inferSelect'], Key>;
      }),
  };
}
