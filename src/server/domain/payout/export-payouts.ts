import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { writeCsv } from '../../../shared/csv.ts';
import { centsToDecimal } from '../../../shared/money.ts';
import { payoutReference } from '../../../shared/payout-reference.ts';
import { currency } from '../../../shared/plans.ts';
import { site } from '../../../shared/site.ts';
import type { Context } from '../../context.ts';
import { payoutsOf } from './list-payouts.ts';

/** Rows that the payment provider takes in one file. */
const fileRows = 5_000;

const outcome = z.object({
  rows: z.array(z.object({ id: z.string(), email: z.string(), cents: z.number(), month: z.string() })),
});

/**
 * The approved payouts, oldest first, as the payment provider's mass-payment file: recipient, amount, currency,
 * reference, note, wallet, and no header, for it has none. At most as many as one file takes; the next file has the
 * others once these are marked paid. Marks nothing.
 * (https://developer.paypal.com/docs/payouts/standard/payouts-web)
 */
export const exportPayouts = async (
  { db }: Pick<Context, 'db'>,
  month: string | undefined,
): Promise<string> => {
  const { rows } = outcome.parse(
    await db.execute(sql`
      select payouts.id, payout_email as email, amount_cents as cents, to_char(own.month, 'YYYY-MM') as month
      from payouts join statements own on own.id = payouts.statement_id
      where ${payoutsOf({ state: 'approved', month })} and payout_email is not null
      order by payouts.created_at, payouts.id limit ${fileRows}::int`),
  );
  return writeCsv(
    rows.map(({ id, email, cents, month: of }) => [
      email,
      centsToDecimal(cents),
      currency,
      payoutReference(id),
      `${site.product} affiliate payout for ${of}`,
      'PAYPAL',
    ]),
  );
};
