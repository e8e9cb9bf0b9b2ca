import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../db/database.ts';
import { affiliateActivations, affiliates } from '../db/schema/affiliates.ts';
import { commissionEntries, commissionHolds } from '../db/schema/ledger.ts';
import { disputes, payments, purchases, refunds } from '../db/schema/purchases.ts';
import type { Payer } from '../paypal/payments.ts';
import { jsonRows } from '../db/sql/json-rows.ts';
import { oneRow } from '../db/sql/one-row.ts';
import { textArray } from '../db/sql/text-array.ts';
import type { Books } from './books.ts';
import { normaliseEmail } from './normalise-email.ts';

/** Whose books are asked for. */
export interface Sought {
  /** The provider's id of an order or a subscription, or the ids of purchases. */
  readonly of: { readonly providerId: string } | { readonly ids: readonly string[] };
  /** Who bought it, by what the provider says; what is recorded of it counts as well. */
  readonly payer?: Payer;
  /** Codes whose affiliates are asked for, besides those whose the purchases are. */
  readonly codes: readonly string[];
}

/** The same, or by a provider's id that a query tells. */
interface Question extends Omit<Sought, 'of'> {
  readonly of: Sought['of'] | { readonly providerId: SQL };
}

const shapes = {
  purchases: jsonRows(purchases, [
    ...(['id', 'providerId', 'type', 'planId', 'state', 'amountCents', 'payerId', 'payerEmail'] as const),
    ...(['payerEmailKey', 'affiliateCode', 'affiliateId', 'stateAt', 'stateAskedAt'] as const),
    ...(['reattributedAt', 'createdAt', 'version'] as const),
  ]),
  payments: jsonRows(payments, [
    ...(['id', 'purchaseId', 'providerId', 'sequence', 'state', 'amountCents', 'taxCents'] as const),
    ...(['refundedCents', 'paidAt', 'customerFirstPaidAt'] as const),
  ]),
  refunds: jsonRows(refunds, ['id', 'paymentId', 'providerId', 'kind', 'amountCents', 'refundedAt']),
  disputes: jsonRows(disputes, [
    ...(['id', 'paymentId', 'providerId', 'state', 'lostCents', 'openedAt', 'stateAt'] as const),
  ]),
  holds: jsonRows(commissionHolds, ['id', 'paymentId', 'reason', 'placedAt', 'releasedAt', 'releasedBy']),
  entries: jsonRows(commissionEntries, [
    ...(['id', 'affiliateId', 'paymentId', 'kind', 'source', 'amountCents', 'baseCents'] as const),
    ...(['rateBasisPoints', 'termsVersion', 'ageRule', 'occurredAt'] as const),
  ]),
  affiliates: jsonRows(affiliates, ['id', 'code', 'email', 'payoutEmail', 'dateActivated']),
  activations: jsonRows(affiliateActivations, ['id', 'affiliateId', 'activeFrom', 'activeUntil']),
} as const;

const isNamed = (of: Question['of']): SQL =>
  'ids' in of
    ? sql`purchases.id = any (${textArray(of.ids)}::uuid[])`
    : sql`purchases.provider_id = ${of.providerId}`;

/** Purchases of these, or of whoever has a payer id or an address with one of them in common. */
const alsoOf = (known: SQL, payer?: Payer): SQL => {
  const ids = textArray(payer?.id ? [payer.id] : []);
  const keys = textArray(payer?.email ? [normaliseEmail(payer.email)] : []);
  return sql`select id, payer_id, payer_email_key, affiliate_id from purchases
    where id = any (array(select id from ${known}))
      or payer_id = any (array(select payer_id from ${known}) || ${ids})
      or payer_email_key = any (array(select payer_email_key from ${known}) || ${keys})`;
};

/** A query of the books as one JSON object `books`; lists of ids are arrays, so that each is looked up in an index. */
const booksQuery = ({ of, payer, codes }: Question): SQL => {
  const paid = sql`payment_id = any (array(select id from paid))`;
  return sql`
    with named as (
      select id, payer_id, payer_email_key, affiliate_code from purchases where ${isNamed(of)}
    ),
    theirs as (${alsoOf(sql`named`, payer)}),
    bought as (${alsoOf(sql`theirs`)}),
    paid as (select id from payments where purchase_id = any (array(select id from bought))),
    members as (
      select id from affiliates
      where code = any (array(select affiliate_code from named) || ${textArray(codes)}) or id = any (array(select affiliate_id from theirs))
    )
    select json_build_object(
      'purchases', ${shapes.purchases.where(sql`id = any (array(select id from bought))`)},
      'payments', ${shapes.payments.where(sql`id = any (array(select id from paid))`)},
      'refunds', ${shapes.refunds.where(paid)},
      'disputes', ${shapes.disputes.where(paid)},
      'holds', ${shapes.holds.where(paid)},
      'entries', ${shapes.entries.where(paid)},
      'affiliates', ${shapes.affiliates.where(sql`id = any (array(select id from members))`)},
      'activations', ${shapes.activations.where(sql`affiliate_id = any (array(select id from members))`)}
    ) as books`;
};

/** Books as they were read. */
export interface ReadBooks extends Books {
  readonly mark: string;
}

/** A query of one row that `parseBooks` reads. */
export const readQuery = (question: Question): SQL =>
  sql`select books, md5(books::text) as mark from (${booksQuery(question)}) as read`;

/** What tells books from others, as text: the same as long as nothing of them changes. */
export const markOf = (sought: Sought): SQL => sql`(select mark from (${readQuery(sought)}) as now_read)`;

export const booksRow = z.object({ books: z.record(z.string(), z.unknown()), mark: z.string() });

/** The row of `readQuery` as books. */
export const parseBooks = ({ books, mark }: z.infer<typeof booksRow>): ReadBooks => ({
  mark,
  purchases: shapes.purchases.parse(books.purchases),
  payments: shapes.payments.parse(books.payments),
  refunds: shapes.refunds.parse(books.refunds),
  disputes: shapes.disputes.parse(books.disputes),
  holds: shapes.holds.parse(books.holds),
  entries: shapes.entries.parse(books.entries),
  affiliates: shapes.affiliates.parse(books.affiliates),
  activations: shapes.activations.parse(books.activations),
});

/** The books as they are now, in one round trip. */
export const readBooks = async (db: Pick<Database, 'execute'>, sought: Sought): Promise<ReadBooks> =>
  parseBooks(await oneRow(db, readQuery(sought), booksRow));
