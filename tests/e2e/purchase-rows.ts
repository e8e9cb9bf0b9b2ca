import { uuidv7 } from 'uuidv7';
import { unique } from '../api/factories.ts';
import type { Rows } from './stack-fixtures.ts';

/** Reads a buyer's purchases with payments and commissions, one row per payment. */
export function selectPurchases(rows: Rows, buyer: string) {
  return rows(
    `select p.type, p.plan_id, p.state, p.affiliate_code, m.amount_cents, m.sequence,
            e.amount_cents as commission_cents, e.rate_basis_points
       from purchases p
       join payments m on m.purchase_id = p.id
       left join commission_entries e on e.payment_id = m.id
      where p.payer_email = $1
      order by p.created_at, m.paid_at, m.id`,
    [buyer],
  );
}

export const basicPurchase = {
  type: 'one-time',
  plan_id: 'basic',
  state: 'completed',
  affiliate_code: 'ada0001',
  amount_cents: 59_99,
  sequence: 1,
  commission_cents: 6_00,
  rate_basis_points: 1_000,
};

export const annualPurchase = {
  ...basicPurchase,
  type: 'subscription',
  plan_id: 'annual',
  state: 'active',
  amount_cents: 49_99,
  commission_cents: 5_00,
};

/** Inserts a purchase that was paid from an address, and returns its order number. */
export async function insertPurchase(
  rows: Rows,
  email: string,
  [type, plan, state]:
    | readonly ['one-time', 'basic', 'completed']
    | readonly ['subscription', 'annual', 'active'],
): Promise<string> {
  const order = unique().toUpperCase();
  await rows(
    `insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_email, payer_email_key)
     values ($1, $2, $3, $4, $5, 4999, $6, $6)`,
    [uuidv7(), order, type, plan, state, email],
  );
  return order;
}
