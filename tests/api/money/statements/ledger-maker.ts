import { fixtures } from '../../frame/db/fixtures.ts';
import type { Row, Rows } from '../../harness.ts';
import { newAffiliate } from '../../factories.ts';

/** The ids of the rows that a commission consists of. */
export interface Earned {
  readonly purchase: string;
  readonly payment: string;
  readonly entry: string;
}

/** Creates an affiliate with a payment email. Returns functions that insert rows of the ledger and read the statements. */
export const payable = async (
  rows: Rows,
  { email = undefined as string | undefined, payoutEmail = 'pay@mail.example' as string | null } = {},
) => {
  const make = fixtures(rows);
  const {
    id,
    email: affiliateEmail,
    code,
  } = await newAffiliate(rows, { ...(email !== undefined && { email }) });
  await rows('update affiliates set payout_email = $2 where id = $1', [id, payoutEmail]);

  /** Inserts a purchase with a payment and its commission in cents. */
  const earn = async (at: string, amount_cents: number, purchase: Row = {}): Promise<Earned> => {
    const purchaseId = await make.purchase(purchase);
    const payment = await make.payment({ purchase_id: purchaseId, paid_at: at, amount_cents: 1_000_00 });
    const entry = await make.entry({
      affiliate_id: id,
      payment_id: payment,
      amount_cents,
      base_cents: 49_99,
      rate_basis_points: 2_500,
      terms_version: '2025-08',
      occurred_at: at,
    });
    return { purchase: purchaseId, payment, entry };
  };

  /** Inserts an entry that takes back cents of a payment's commission. Negative cents add to the commission. */
  const takeBack = (payment_id: string, at: string, cents: number, changes: Row = {}): Promise<string> =>
    make.entry({
      affiliate_id: id,
      payment_id,
      kind: 'refund',
      amount_cents: -cents,
      rate_basis_points: 2_500,
      terms_version: '2025-08',
      occurred_at: at,
      ...changes,
    });

  const statements = () =>
    rows(
      `select to_char(month, 'YYYY-MM') as month, opening_cents as opening, entries_cents as entries,
         returned_cents as returned, paid_cents as paid, closing_cents as closing, carried_reason as reason
       from statements where affiliate_id = $1 order by month`,
      [id],
    );

  const payouts = () =>
    rows(
      `select payouts.id, payouts.state::text as state, payouts.amount_cents as cents, payouts.payout_email as email
       from payouts join statements on statements.id = statement_id
       where affiliate_id = $1 order by month`,
      [id],
    );

  return { id, email: affiliateEmail, code, earn, takeBack, statements, payouts };
};

/** Inserts a hold on a payment, open or released. */
export const hold = async (
  rows: Rows,
  payment_id: string,
  { reason = 'self-referral', placed = '2025-01-01T00:00:00Z', released = null as string | null } = {},
): Promise<string> =>
  fixtures(rows).other('commission_holds', {
    payment_id,
    reason,
    placed_at: placed,
    released_at: released,
    released_by: released && 'admin',
  });

/** Rejects a payout. */
export const reject = async (rows: Rows, id: unknown, at: string): Promise<void> => {
  await rows("update payouts set state = 'rejected', rejected_at = $2, rejected_reason = 'x' where id = $1", [
    id,
    at,
  ]);
};
