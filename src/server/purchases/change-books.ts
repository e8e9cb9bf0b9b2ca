import { randomUUID } from 'node:crypto';
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { problem } from '../../shared/problems.ts';
import type { Rows } from '../db/batch.ts';
import type { Database } from '../db/database.ts';
import { isOvertaken } from '../db/errors.ts';
import { acquireLease, assertLeaseIsFree, releaseLease } from '../db/lease.ts';
import { commissionEntries, commissionHolds } from '../db/schema/ledger.ts';
import { disputes, payments, purchases, refunds } from '../db/schema/purchases.ts';
import type { Books, PurchaseRow } from './books.ts';
import { lockPurchases } from './lock-purchases.ts';
import { normaliseEmail } from './normalise-email.ts';
import { markOf, type ReadBooks, readBooks, type Sought } from './read-books.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());

/** Statements that insert new rows and update the changed columns. */
const changesOf = (
  db: Database,
  table: PgTable & { readonly id: PgColumn },
  before: readonly Row[],
  after: readonly Row[],
): SQLWrapper[] => {
  const known = new Map(before.map((row) => [row.id, row]));
  const added = after.filter(({ id }) => !known.has(id));
  const updates = after.flatMap((row) => {
    const old = known.get(row.id);
    const changed = old && Object.entries(row).filter(([key, value]) => !isSame(value, old[key]));
    if (!changed?.length) return [];
    return [db.update(table).set(Object.fromEntries(changed)).where(eq(table.id, row.id))];
  });
  return [...(added.length > 0 ? [db.insert(table).values([...added])] : []), ...updates];
};

/** The database sets `createdAt` of a new purchase; the call sets `updatedAt` of a changed one. */
const purchaseRowsToWrite = (
  rows: readonly PurchaseRow[],
  before: readonly PurchaseRow[],
  now: Date,
): readonly Row[] =>
  rows.map((row) => {
    if (before.includes(row)) return row;
    if (before.some(({ id }) => id === row.id)) return { ...row, updatedAt: now };
    const { createdAt: _now, ...written } = row;
    return written;
  });

/** A payment is reversed only once it was completed (a trigger), also where both are learned at once. */
const completedFirst = (db: Database, before: Books, after: Books): SQLWrapper[] =>
  after.payments
    .filter(({ id, state }) => {
      const old = before.payments.find((row) => row.id === id)?.state;
      return state === 'reversed' && (old === 'pending' || old === 'declined');
    })
    .map(({ id }) => db.update(payments).set({ state: 'completed' }).where(eq(payments.id, id)));

const changeStatements = (db: Database, before: Books, after: Books, now: Date): SQLWrapper[] => [
  ...changesOf(db, purchases, before.purchases, purchaseRowsToWrite(after.purchases, before.purchases, now)),
  ...completedFirst(db, before, after),
  ...changesOf(db, payments, before.payments, after.payments),
  ...changesOf(db, refunds, before.refunds, after.refunds),
  ...changesOf(db, disputes, before.disputes, after.disputes),
  ...changesOf(db, commissionEntries, before.entries, after.entries),
  ...changesOf(db, commissionHolds, before.holds, after.holds),
];

/**
 * Statements that wait for every other writer of these purchases or their buyers: the rate of each payment depends on
 * the others.
 */
const lockBooks = ({ of, payer }: Sought, { purchases: known }: Books): readonly SQL[] => {
  const named = known.filter((row) =>
    'ids' in of ? of.ids.includes(row.id) : row.providerId === of.providerId,
  );
  const emailKey = payer?.email && normaliseEmail(payer.email);
  return lockPurchases({
    providerIds: 'ids' in of ? named.map(({ providerId }) => providerId) : [of.providerId],
    payerIds: [payer?.id, ...named.map(({ payerId }) => payerId)].flatMap((id) => id ?? []),
    emailKeys: [emailKey, ...named.map(({ payerEmailKey }) => payerEmailKey)].flatMap((key) => key ?? []),
  });
};

/** What was decided about books. */
export interface Decision<T> {
  /** As they should be. */
  readonly books: Books;
  readonly answer: T;
  /** Further locks, taken before the check that nothing changed. */
  readonly lock?: readonly SQLWrapper[];
  /** What is done in the same transaction, after them. */
  readonly along?: readonly SQLWrapper[];
}

/** Conflicts after which a writer gives up. Normally one try suffices once it has its turn. */
const mostTries = 100;

/** Conflicts after which a writer waits for its turn. Without turns, many writers of one buyer overtake each other for long. */
const triesBeforeQueueing = 2;

/** The lease that the writers of one buyer hold for their turn: named after the buyer's oldest purchase. */
const turnOf = ({ purchases: [oldest] }: Books, sought: Sought): string =>
  `buyer ${oldest?.id ?? JSON.stringify(sought.of)}`;

/**
 * Brings books to what `decide` makes of them, in two round trips: reads them, unless they were `seen` already, and writes
 * the changes in one transaction. The transaction waits for every other writer of the buyer and is refused if anything that
 * was read has changed. Then `decide` is called again on what is read anew; after two conflicts, writers take turns. Where
 * nothing changes and nothing goes along, nothing is sent. Returns the answer of `decide` and the rows of the last statement of `along`. Throws
 * what `decide` throws, and `service-unavailable`.
 */
export const changeBooks = async <T>(
  { db, now }: { readonly db: Database; readonly now: Date },
  sought: Sought,
  decide: (books: Books) => Decision<T>,
  seen?: ReadBooks,
): Promise<{ readonly answer: T; readonly rows: Rows }> => {
  const holder = randomUUID();
  let turn: string | undefined;
  try {
    for (let attempt = 0; attempt < mostTries; attempt += 1) {
      const before = attempt === 0 && seen ? seen : await readBooks(db, sought);
      const { books, answer, lock = [], along = [] } = decide(before);
      const changes = changeStatements(db, before, books, now);
      if (changes.length === 0 && along.length === 0) return { answer, rows: [] };
      try {
        const results = await db.batch([
          ...lockBooks(sought, before),
          ...lock,
          ...(turn === undefined ? [assertLeaseIsFree(turnOf(before, sought))] : []),
          sql`select assert_not_overtaken(${before.mark}::text, ${markOf(sought)})`,
          ...changes,
          ...along,
        ]);
        return { answer, rows: results.at(-1) ?? [] };
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
      if (attempt + 1 >= triesBeforeQueueing && turn === undefined) {
        turn = turnOf(before, sought);
        await acquireLease(db, turn, holder);
      }
    }
    throw problem('service-unavailable');
  } finally {
    if (turn !== undefined) await db.batch([releaseLease(turn, holder)]).catch(() => undefined);
  }
};
