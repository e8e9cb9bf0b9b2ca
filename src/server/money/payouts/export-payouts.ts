import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { writeCsv } from '../../../shared/csv.ts';
import { payoutFileRows, payoutReference } from '../../../shared/payout-file.ts';
import { currency } from '../../../shared/plans.ts';
import { site } from '../../../shared/site.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { iso, oneRow, timestamptz } from '../../frame/db/sql.ts';
import { payoutCondition } from './list-payouts.ts';

interface ExportOptions {
  readonly month: string | undefined;
  /** True to include payouts that were exported before, after the new ones, oldest export first. */
  readonly again: boolean;
}

/**
 * Exports approved payouts, oldest first, as PayPal's mass payment file: recipient, amount, currency, reference, note and
 * wallet, without a header. Leaves out payouts whose payment PayPal has reported, so that none is paid twice. A file has at most `payoutFileRows` rows; the next export has the rest. Records the export on
 * each payout and in the audit log. Does not mark payouts as paid.
 * (https://developer.paypal.com/docs/payouts/standard/payouts-web)
 */
export async function exportPayouts(context: Context, { month, again }: ExportOptions): Promise<string> {
  const admin = actorId(context.actor);
  const logged = insertAuditEntries(context, {
    id: sql`gen_random_uuid()`,
    action: 'payout.export',
    entity: 'payout',
    entityId: sql`changed.id`,
    before: auditedExport(sql`found`),
    after: auditedExport(sql`changed`),
    from: sql`changed join found on found.id = changed.id`,
  });
  // The lock keeps two concurrent exports from exporting the same payout. Rows are locked in the order of their ids, as in all
  // other changes of payouts, to avoid deadlocks.
  const { rows } = await oneRow(
    context.db,
    sql`with found as (
        select * from (
          select * from payouts
          where ${payoutCondition({ state: 'approved', month })} and payout_email is not null and result is null
            and (${again}::boolean or exported_at is null)
          order by id for update
        ) locked
        order by exported_at nulls first, created_at, id limit ${payoutFileRows}::int
      ),
      changed as (
        update payouts set exported_at = ${timestamptz(context.now)}, exported_by = ${admin}::text
        from found where payouts.id = found.id
        returning payouts.*
      ),
      logged as (${logged})
      select coalesce(json_agg(json_build_object(
          'id', changed.id, 'email', changed.payout_email, 'cents', changed.amount_cents,
          'month', to_char(own.month, 'YYYY-MM')
        ) order by changed.created_at, changed.id), '[]') as rows
      from changed join statements own on own.id = changed.statement_id`,
    z.object({
      rows: z.array(z.object({ id: z.string(), email: z.string(), cents: z.number(), month: z.string() })),
    }),
  );
  return writeCsv(
    rows.map((row) => [
      row.email,
      { cents: row.cents },
      currency,
      payoutReference(row.id),
      `${site.product} affiliate payout for ${row.month}`,
      'PAYPAL',
    ]),
  );
}

/** SQL for the fields of an exported payout that the audit log stores. */
function auditedExport(row: SQL): SQL {
  return sql`jsonb_build_object('amount_cents', ${row}.amount_cents, 'state', ${row}.state,
    'exported_at', ${iso(sql`${row}.exported_at`)}, 'exported_by', ${row}.exported_by)`;
}
