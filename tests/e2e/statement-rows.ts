import { fixtures } from '../api/frame/db/fixtures.ts';
import { payable } from '../api/money/statements/ledger-maker.ts';
import type { Rows } from './stack-fixtures.ts';

interface Month {
  readonly opening?: number;
  /** Sum of the entries. US cents. */
  readonly entries: number;
  readonly returned?: number;
  readonly paid?: number;
  /** Why the balance is carried over. */
  readonly reason?: string | null;
  /** Ids of the ledger entries in the statement. */
  readonly counted?: readonly string[];
  /** Payment email of the payout. */
  readonly to?: string;
}

/** Inserts the statement of a month, with a payout if `paid` is above 0. US cents. */
export async function insertStatement(
  rows: Rows,
  affiliate_id: string,
  month: string,
  { opening = 0, entries, returned = 0, paid = 0, reason = null, counted = [], to }: Month,
) {
  const make = fixtures(rows);
  const statement = await make.statement({
    affiliate_id,
    month: `${month}-01`,
    opening_cents: opening,
    entries_cents: entries,
    returned_cents: returned,
    paid_cents: paid,
    closing_cents: opening + entries - paid,
    carried_reason: reason,
    terms_version: '2025-08',
  });
  for (const entry of counted)
    await rows('insert into statement_entries values ($1, $2, $3)', [statement, entry, affiliate_id]);
  const address = { payout_email: to ?? 'pay@mail.example' };
  const payout =
    paid > 0 ? await make.payout({ statement_id: statement, amount_cents: paid, ...address }) : '';
  return { statement, payout };
}

/** Approves a payout, and marks it as paid if a transaction is given. */
export async function advancePayout(rows: Rows, payout: string, transaction?: string): Promise<void> {
  await rows("update payouts set state = 'approved', approved_by = 'a', approved_at = now() where id = $1", [
    payout,
  ]);
  if (transaction === undefined) return;
  await rows(
    "update payouts set state = 'paid', transaction_id = $2, paid_at = '2025-10-03T10:00:00Z' where id = $1",
    [payout, transaction],
  );
}

/**
 * Inserts an affiliate with five closed months, each with a different result, and 30.00 since. The months are later than
 * any month that is closed while the tests run.
 */
export async function insertFiveMonths(rows: Rows, email: string) {
  const person = await payable(rows, { email });
  const close = (month: string, what: Month) => insertStatement(rows, person.id, month, what);
  const annual = { plan_id: 'annual', type: 'subscription', state: 'active' };
  const first = await person.earn('2045-08-02T10:00:00Z', 12_50, annual);
  const second = await person.earn('2045-09-03T10:00:00Z', 200_00);
  const refund = await person.takeBack(second.payment, '2045-09-20T10:00:00Z', 5_00, { base_cents: 20_00 });
  const refunds = await person.takeBack(second.payment, '2045-10-20T10:00:00Z', 195_00);
  const third = await person.earn('2045-11-03T10:00:00Z', 240_00);
  await person.earn('2046-01-03T10:00:00Z', 30_00);

  await close('2045-08', { entries: 12_50, reason: 'below-minimum', counted: [first.entry] });
  const september = await close('2045-09', {
    opening: 12_50,
    entries: 195_00,
    paid: 207_50,
    counted: [second.entry, refund],
  });
  await advancePayout(rows, september.payout, `T${person.code}`);
  await close('2045-10', { entries: -195_00, reason: 'negative', counted: [refunds] });
  const november = await close('2045-11', {
    opening: -195_00,
    entries: 240_00,
    paid: 45_00,
    counted: [third.entry],
  });
  await rows(
    `update payouts set state = 'rejected', rejected_at = '2045-12-05T00:00:00Z', rejected_reason = 'Under review'
     where id = $1`,
    [november.payout],
  );
  const december = await close('2045-12', { entries: 45_00, returned: 45_00, paid: 45_00 });
  await rows('insert into statement_returns (payout_id, statement_id, affiliate_id) values ($1, $2, $3)', [
    november.payout,
    december.statement,
    person.id,
  ]);
  return person;
}
