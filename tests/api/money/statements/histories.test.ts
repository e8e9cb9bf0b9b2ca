import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { addMonths, monthStart } from '../../../../src/shared/dates.ts';
import { createTestDatabase, type TestDatabase } from '../../harness.ts';
import { randomRuns } from '../../../seed.ts';
import { unique } from '../../factories.ts';
import { hold, payable, reject } from './ledger-maker.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // Closes the month before all histories. Without it, the first closing would begin with the month of the oldest entry.
  await closeMonth({ db: database.db, now: monthStart('2025-01') }, '2024-12');
});
afterAll(() => database.close());

const months = 5;

/** The highest commission of a payment, in cents: 25%. */
const maxCommission = 250_00;

const anyStep = fc.record({
  month: fc.nat(months - 1),
  kind: fc.constantFrom(
    'earn',
    'earn',
    'earn',
    'earn late',
    'refund',
    'refund',
    'hold',
    'release',
    'reject',
    'reject',
    'email',
    'minimum',
    'adjust',
    'adjust',
  ),
  cents: fc.integer({ min: 1, max: 150_00 }),
  /** Selects a payment. */
  paymentChoice: fc.nat(1_000),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

interface Payment {
  readonly id: string;
  leftCents: number;
  hold: string | null;
}
interface Entry {
  readonly cents: number;
  readonly payment: Payment;
  isInStatement: boolean;
}
interface Payout {
  readonly id: string;
  readonly cents: number;
  state: 'proposed' | 'rejected' | 'returned';
}

/** The expected state of an affiliate's books, calculated independently of the server. */
interface Book {
  balance: number;
  hasEmail: boolean;
  noMinimum: boolean;
  readonly payments: Payment[];
  readonly entries: Entry[];
  readonly payouts: Payout[];
}

type Line = Record<'opening' | 'entries' | 'returned' | 'paid' | 'closing', number> & { month: string };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns the expected statement of a month, and adds it to the books. Returns null if there is no statement. */
const expectedLine = (book: Book, month: string): Line | null => {
  const hasStatementEntry = (payment: Payment) =>
    book.entries.some((entry) => entry.isInStatement && entry.payment === payment);
  const openEntries = book.entries.filter(({ isInStatement }) => !isInStatement);
  const openCents = (payment: Payment) =>
    sum(openEntries.filter((entry) => entry.payment === payment).map(({ cents }) => cents));
  const dueEntries = openEntries.filter(
    ({ payment }) => payment.hold === null || (hasStatementEntry(payment) && openCents(payment) < 0),
  );
  const rejectedPayouts = book.payouts.filter(({ state }) => state === 'rejected');
  const opening = book.balance;
  if (opening === 0 && dueEntries.length === 0 && rejectedPayouts.length === 0) return null;
  const returned = sum(rejectedPayouts.map(({ cents }) => cents));
  const entries = sum(dueEntries.map(({ cents }) => cents)) + returned;
  const total = opening + entries;
  const paid = book.hasEmail && total > 0 && (book.noMinimum || total >= 100_00) ? total : 0;
  for (const entry of dueEntries) entry.isInStatement = true;
  for (const payout of rejectedPayouts) payout.state = 'returned';
  book.balance = total - paid;
  return { month, opening, entries, returned, paid, closing: total - paid };
};

/** The first month of the next history. Histories do not share months, because a month is closed for all affiliates together. */
let nextMonth = '2025-01';

const play = async (steps: readonly Step[]) => {
  const firstMonth = nextMonth;
  nextMonth = addMonths(nextMonth, months + 1);
  const ada = await payable(database.rows);
  const book: Book = {
    balance: 0,
    hasEmail: true,
    noMinimum: false,
    payments: [],
    entries: [],
    payouts: [],
  };
  const expected: Line[] = [];
  const updateAffiliate = (set: string) =>
    database.rows(`update affiliates set ${set} where id = $1`, [ada.id]);

  const apply = async ({ kind, cents, paymentChoice }: Step, at: string, previousMonth: string) => {
    const payment = book.payments[paymentChoice % Math.max(1, book.payments.length)];
    if (kind === 'earn' || kind === 'earn late') {
      const { payment: id } = await ada.earn(kind === 'earn' ? at : previousMonth, cents);
      const newPayment = { id, leftCents: cents, hold: null };
      book.payments.push(newPayment);
      book.entries.push({ cents, payment: newPayment, isInStatement: false });
    } else if (kind === 'refund' && payment && payment.leftCents > 0) {
      const refundCents = Math.min(cents, payment.leftCents);
      await ada.takeBack(payment.id, at, refundCents);
      payment.leftCents -= refundCents;
      book.entries.push({ cents: -refundCents, payment, isInStatement: false });
    } else if (kind === 'adjust' && payment && payment.leftCents < maxCommission) {
      const addedCents = Math.min(cents, maxCommission - payment.leftCents);
      await ada.takeBack(payment.id, at, -addedCents, { kind: 'adjustment', source: unique() });
      payment.leftCents += addedCents;
      book.entries.push({ cents: addedCents, payment, isInStatement: false });
    } else if (kind === 'hold' && payment?.hold === null) {
      payment.hold = await hold(database.rows, payment.id, { placed: at, reason: 'dispute' });
    } else if (kind === 'release' && payment?.hold) {
      const release = "update commission_holds set released_by = 'admin', released_at = $2 where id = $1";
      await database.rows(release, [payment.hold, at]);
      payment.hold = null;
    } else if (kind === 'reject') {
      const payout = book.payouts.find(({ state }) => state === 'proposed');
      if (!payout) return;
      await reject(database.rows, payout.id, at);
      payout.state = 'rejected';
    } else if (kind === 'email') {
      book.hasEmail = !book.hasEmail;
      await updateAffiliate(`payout_email = ${book.hasEmail ? "'pay@mail.example'" : 'null'}`);
    } else if (kind === 'minimum') {
      book.noMinimum = !book.noMinimum;
      await updateAffiliate(`no_minimum = ${String(book.noMinimum)}`);
    }
  };

  const close = async (month: string) => {
    await closeMonth({ db: database.db, now: monthStart(addMonths(month, 1)) }, month);
    const line = expectedLine(book, month);
    if (!line) return;
    expected.push(line);
    if (line.paid === 0) return;
    const { id, cents } = (await ada.payouts()).at(-1) ?? {};
    expect(cents).toBe(line.paid);
    book.payouts.push({ id: String(id), cents: line.paid, state: 'proposed' });
  };

  for (let index = 0; index < months; index += 1) {
    const month = addMonths(firstMonth, index);
    const at = new Date(monthStart(month).getTime() + 14 * 86_400_000).toISOString();
    const previousMonth = monthStart(addMonths(month, -1)).toISOString();
    for (const step of steps.filter((candidate) => candidate.month === index))
      await apply(step, at, previousMonth);
    await close(month);
  }
  const releasedAt = monthStart(addMonths(firstMonth, months)).toISOString();
  await database.rows(
    "update commission_holds set released_by = 'admin', released_at = $1 where released_at is null",
    [releasedAt],
  );
  for (const payment of book.payments) payment.hold = null;
  await close(addMonths(firstMonth, months));
  return { ada, expected };
};

test('in any history, statements add up, and all entries are the last closing and the payouts', async () => {
  let statements = 0;
  const runs = randomRuns(12, 60);
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { ada, expected } = await play(steps);
      const actual = (await ada.statements()) as unknown as Line[];
      statements += actual.length;
      expect(actual).toMatchObject(expected);
      expect(actual).toHaveLength(expected.length);
      let previousClosing = 0;
      for (const { opening, entries, paid, closing } of actual) {
        expect(opening).toBe(previousClosing);
        expect(opening + entries - paid).toBe(closing);
        previousClosing = closing;
      }
      const [{ total, counted, out } = {}] = await database.rows(
        `select (select coalesce(sum(amount_cents), 0)::int from commission_entries where affiliate_id = $1) as total,
           (select count(*) from commission_entries where affiliate_id = $1)
             = (select count(*) from statement_entries where affiliate_id = $1) as counted,
           (select coalesce(sum(amount_cents), 0)::int from payouts join statements on statements.id = statement_id
             where affiliate_id = $1
               and payouts.id not in (select payout_id from statement_returns)) as out`,
        [ada.id],
      );
      expect(counted).toBe(true);
      expect(Number(previousClosing) + Number(out)).toBe(total);
    }),
    runs,
  );
  expect(statements).toBeGreaterThan(runs.numRuns);
}, 180_000);
