import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { writeCsv } from '../../shared/csv.ts';
import { payoutFileRows, payoutReference } from '../../shared/payout-file.ts';
import { currency } from '../../shared/plans.ts';
import { site } from '../../shared/site.ts';
import { actorId, type Context } from '../context.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { iso, oneRow, timestamptz } from '../db/sql.ts';
import { payoutsOf } from './list-payouts.ts';

const outcome = z.object({
  rows: z.array(z.object({ id: z.string(), email: z.string(), cents: z.number(), month: z.string() })),
});

interface Wanted {
  readonly month: string | undefined;
  /** Whether to take those that stood in a file before, too: after the new ones, the longest exported first. */
  readonly again: boolean;
}

/** What the log keeps of an export: when it stood in a file before and by whom, and now. */
const facts = (name: 'found' | 'changed') => {
  const row = sql.raw(name);
  return sql`jsonb_build_object('amount_cents', ${row}.amount_cents, 'state', ${row}.state,
    'exported_at', ${iso(sql`${row}.exported_at`)}, 'exported_by', ${row}.exported_by)`;
};

/**
 * The approved payouts that stood in no file yet, oldest first, as the payment provider's mass-payment file: recipient,
 * amount, currency, reference, note, wallet, and no header, for it has none. At most as many as one file takes; the
 * next file has the others. Notes on each that it was exported, in the log too, and marks none as paid.
 * (https://developer.paypal.com/docs/payouts/standard/payouts-web)
 */
export const exportPayouts = async (context: Context, { month, again }: Wanted): Promise<string> => {
  const by = actorId(context.actor);
  const logged = auditRows(context, {
    id: sql`gen_random_uuid()`,
    action: 'payout.export',
    entity: 'payout',
    entityId: sql`changed.id`,
    before: facts('found'),
    after: facts('changed'),
    from: sql`changed join found on found.id = changed.id`,
  });
  // Locked: of two who export at once, the second finds none of what the first has. In the order of their ids, as they
  // are locked wherever they change, so that two at once wait for each other instead of failing.
  const { rows } = await oneRow(
    context.db,
    sql`with found as (
        select * from (
          select * from payouts
          where ${payoutsOf({ state: 'approved', month })} and payout_email is not null
            and (${again}::boolean or exported_at is null)
          order by id for update
        ) locked
        order by exported_at nulls first, created_at, id limit ${payoutFileRows}::int
      ),
      changed as (
        update payouts set exported_at = ${timestamptz(context.now)}, exported_by = ${by}::text
        from found where payouts.id = found.id
        returning payouts.*
      ),
      logged as (${logged})
      select coalesce(json_agg(json_build_object(
          'id', changed.id, 'email', changed.payout_email, 'cents', changed.amount_cents,
          'month', to_char(own.month, 'YYYY-MM')
        ) order by changed.created_at, changed.id), '[]') as rows
      from changed join statements own on own.id = changed.statement_id`,
    outcome,
  );
  return writeCsv(
    rows.map(({ id, email, cents, month: of }) => [
      email,
      { cents },
      currency,
      payoutReference(id),
      `${site.product} affiliate payout for ${of}`,
      'PAYPAL',
    ]),
  );
};
