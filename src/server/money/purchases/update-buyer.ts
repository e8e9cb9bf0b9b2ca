import { randomUUID } from 'node:crypto';
import { eq, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { normalizeEmail } from '../../../shared/email.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Database, Statements } from '../../frame/context/database.ts';
import { isConcurrentUpdate } from '../../frame/db/errors.ts';
import {
  acquireWriterLease,
  assertWriterLeaseIsFree,
  releaseWriterLease,
} from '../../frame/db/writer-lease.ts';
import { invitations } from '../../frame/db/schema/invitations.ts';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import { disputes, payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { builder, lockKeys, textArray } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import type { BuyerAccount, PurchaseRow } from './buyer-account.ts';
import { issueLicenses } from './issue-licenses.ts';
import { queuePurchaseMails } from './queue-purchase-mails.ts';
import { scheduleNotices } from './schedule-notices.ts';
import { type BuyerQuery, currentHash, loadBuyer } from './load-buyer.ts';

/** The result of a rule. */
export interface Decision<T> {
  /** The changed account. */
  readonly buyer: BuyerAccount;
  readonly result: T;
  /** Further row locks, which are taken before the snapshot check. */
  readonly locks?: readonly SQLWrapper[];
  /** Further statements of the transaction, such as an entry in the audit log. */
  readonly statements?: readonly SQLWrapper[];
}

export interface UpdateOptions<Answer = undefined> {
  /** Loads the account for the first attempt. The caller may read something else in the same round trip. */
  readonly load?: typeof loadBuyer;
  /** A read after the change, in the same transaction. */
  readonly answer?: (tx: Statements) => PromiseLike<Answer>;
}

/** The update gives up after this many attempts. With the lease, an attempt normally succeeds. */
const maxUpdateAttempts = 100;

/** After this many conflicts, the update acquires the buyer's lease, and waits for it if necessary. */
const conflictsBeforeLease = 2;

/**
 * Loads a buyer's account, lets `decide` change it, and saves the difference with its mails in one transaction (optimistic
 * locking). On a conflict with another writer it starts again, after the second conflict under a lease. `decide` may run several
 * times and must be pure. Without a change, without `statements` and without `answer` it saves nothing. Returns the result of
 * `decide`, and that of `answer`. Throws the problems of `decide`, and `service-unavailable`.
 */
export async function updateBuyer<T, Answer = undefined>(
  { db, now, settings }: Pick<Context, 'db' | 'now' | 'settings'>,
  query: BuyerQuery,
  decide: (buyer: BuyerAccount) => Decision<T>,
  { load = loadBuyer, answer }: UpdateOptions<Answer> = {},
): Promise<{ readonly result: T; readonly answer: Answer | undefined }> {
  const holder = randomUUID();
  let lease: string | undefined;
  try {
    for (let attempt = 1; attempt <= maxUpdateAttempts; attempt += 1) {
      const before = await (attempt === 1 ? load : loadBuyer)(db, query);
      const { buyer, result, locks = [], statements = [] } = decide(before);
      const changes = changeStatements(db, before, buyer, now);
      if (changes.length === 0 && statements.length === 0 && !answer) return { result, answer: undefined };
      try {
        const writes = [
          ...lockBuyer(query, before, buyer),
          ...lockInvitations(before),
          ...locks,
          ...(lease === undefined ? [assertWriterLeaseIsFree(leaseName(before, query))] : []),
          sql`select assert_unchanged(${before.snapshotHash}::text, ${currentHash(query)})`,
          ...changes,
          ...issueLicenses({ settings, now }, before, buyer),
          ...queuePurchaseMails({ now }, before, buyer),
          ...scheduleNotices({ now }, before, buyer),
          ...statements,
        ];
        const [, answered] = await db.atomically((tx) => [
          new StatementGroup(
            writes.map((write) => tx.execute(write)),
            () => undefined,
          ),
          ...(answer ? ([answer(tx)] as const) : []),
        ]);
        return { result, answer: answered };
      } catch (error) {
        if (!isConcurrentUpdate(error)) throw error;
      }
      if (attempt >= conflictsBeforeLease && lease === undefined) {
        lease = leaseName(before, query);
        await acquireWriterLease(db, lease, holder);
      }
    }
    throw problem('service-unavailable');
  } finally {
    if (lease !== undefined) await release(db, lease, holder);
  }
}

/** Releases a lease. If this fails, the lease expires. */
async function release(db: Database, lease: string, holder: string): Promise<void> {
  await db.atomically((tx) => [tx.execute(releaseWriterLease(lease, holder))]).catch(() => undefined);
}

interface PurchaseKeys {
  readonly providerIds?: readonly string[];
  readonly payerIds?: readonly string[];
  readonly emailKeys?: readonly string[];
}

/**
 * Statements that lock these purchases, payers and addresses until the transaction ends. Advisory locks cover purchases that
 * do not exist yet. Rows are locked in the order of their ids, so that two writers do not deadlock.
 */
export function lockPurchases({
  providerIds = [],
  payerIds = [],
  emailKeys = [],
}: PurchaseKeys): readonly SQL[] {
  return [
    lockKeys([
      ...providerIds.map((id) => `purchase ${id}`),
      ...payerIds.map((id) => `payer ${id}`),
      ...emailKeys.map((key) => `email ${key}`),
    ]),
    builder
      .select({ id: purchases.id })
      .from(purchases)
      .where(
        or(
          sql`${purchases.providerId} = any (${textArray(providerIds)})`,
          sql`${purchases.payerId} = any (${textArray(payerIds)})`,
          sql`${purchases.payerEmailKey} = any (${textArray(emailKeys)})`,
          sql`normalise_email(${purchases.receiptEmail}) = any (${textArray(emailKeys)})`,
        ),
      )
      .orderBy(purchases.id)
      .for('update')
      .getSQL(),
  ];
}

function lockBuyer(
  { reference, payer }: BuyerQuery,
  before: BuyerAccount,
  after: BuyerAccount,
): readonly SQL[] {
  const isNamed = (row: PurchaseRow) =>
    'ids' in reference ? reference.ids.includes(row.id) : row.providerId === reference.providerId;
  const namedPurchases = before.purchases.filter(isNamed);
  const receiptEmails = after.purchases.filter(isNamed).map(({ receiptEmail }) => receiptEmail);
  const typedKeys = [payer?.email, ...receiptEmails].map((email) => email && normalizeEmail(email));
  return lockPurchases({
    providerIds:
      'ids' in reference ? namedPurchases.map(({ providerId }) => providerId) : [reference.providerId],
    payerIds: [payer?.id, ...namedPurchases.map(({ payerId }) => payerId)].flatMap((id) => id ?? []),
    emailKeys: [...typedKeys, ...namedPurchases.map(({ payerEmailKey }) => payerEmailKey)].flatMap(
      (key) => key ?? [],
    ),
  });
}

/** Statement that locks the invitations of an order, so that one of the orders that are paid at once uses each up. */
function lockInvitations(before: BuyerAccount): readonly SQL[] {
  const ids = before.invitations.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { id } = invitations;
  return [
    builder.select({ id }).from(invitations).where(inArray(id, ids)).orderBy(id).for('update').getSQL(),
  ];
}

/** Returns the name of the lease that all writers of a buyer share. It contains the id of the buyer's oldest purchase. */
function leaseName({ purchases: [oldest] }: BuyerAccount, { reference }: BuyerQuery): string {
  return `buyer ${oldest?.id ?? JSON.stringify(reference)}`;
}

function changeStatements(db: Database, before: BuyerAccount, after: BuyerAccount, now: Date): SQLWrapper[] {
  return [
    ...tableChanges(db, purchases, before.purchases, purchaseRows(after.purchases, before.purchases, now)),
    ...completeBeforeReversal(db, before, after),
    ...tableChanges(db, invitations, before.invitations, after.invitations),
    ...tableChanges(db, payments, before.payments, after.payments),
    ...tableChanges(db, refunds, before.refunds, after.refunds),
    ...tableChanges(db, disputes, before.disputes, after.disputes),
    ...tableChanges(db, commissionEntries, before.entries, after.entries),
    ...tableChanges(db, commissionHolds, before.holds, after.holds),
  ];
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** INSERTs for new rows and UPDATEs for the changed columns. */
function tableChanges(
  db: Database,
  table: PgTable & { readonly id: PgColumn },
  before: readonly Row[],
  after: readonly Row[],
): SQLWrapper[] {
  const beforeById = new Map(before.map((row) => [row.id, row]));
  const newRows = after.filter(({ id }) => !beforeById.has(id));
  const updates = after.flatMap((row) => {
    const old = beforeById.get(row.id);
    const changed = old && Object.entries(row).filter(([key, value]) => !isSame(value, old[key]));
    if (!changed?.length) return [];
    return [db.update(table).set(Object.fromEntries(changed)).where(eq(table.id, row.id))];
  });
  return [...(newRows.length > 0 ? [db.insert(table).values([...newRows])] : []), ...updates];
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (a instanceof Date && b instanceof Date && a.getTime() === b.getTime());
}

/** Removes `createdAt` from new purchases, because the database sets it, and sets `updatedAt` of changed purchases. */
function purchaseRows(rows: readonly PurchaseRow[], before: readonly PurchaseRow[], now: Date): Row[] {
  return rows.map((row) => {
    if (before.includes(row)) return row;
    if (before.some(({ id }) => id === row.id)) return { ...row, updatedAt: now };
    const { createdAt: _default, ...written } = row;
    return written;
  });
}

/** UPDATEs that complete payments before they are reversed. A trigger refuses to reverse a payment that is not completed. */
function completeBeforeReversal(db: Database, before: BuyerAccount, after: BuyerAccount): SQLWrapper[] {
  return after.payments
    .filter(({ id, state }) => {
      const old = before.payments.find((row) => row.id === id)?.state;
      return state === 'reversed' && (old === 'pending' || old === 'declined');
    })
    .map(({ id }) => db.update(payments).set({ state: 'completed' }).where(eq(payments.id, id)));
}
