import { and, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { writeCsv } from '../../../shared/csv.ts';
import { payoutFileRows, payoutReference } from '../../../shared/payout-file.ts';
import { currency } from '../../../shared/plans.ts';
import { site } from '../../../shared/site.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { payouts, statements } from '../../frame/db/schema/statements.ts';
import { iso, jsonObject } from '../../frame/db/sql.ts';
import { payoutCondition } from './list-payouts.ts';
import { statementMonth } from './payout-run.ts';

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
  const logged = insertAuditEntries(context, {
    id: sql`gen_random_uuid()`,
    action: 'payout.export',
    entityId: sql`changed.id`,
    before: auditedExport(sql`found`),
    after: auditedExport(sql`changed`),
    from: sql`changed join found on found.id = changed.id`,
  });
  const { db, now, actor } = context;
  const { id, exportedAt } = payouts;
  // The lock keeps two concurrent exports from exporting the same payout. Rows are locked in the order of their ids, as in all
  // other changes of payouts, to avoid deadlocks.
  const locked = db
    .select()
    .from(payouts)
    .where(
      and(
        payoutCondition({ state: 'approved', month }),
        isNotNull(payouts.payoutEmail),
        isNull(payouts.result),
        again ? undefined : isNull(exportedAt),
      ),
    )
    .orderBy(id)
    .for('update');
  const changed = db
    .update(payouts)
    .set({ exportedAt: now, exportedBy: actorId(actor) })
    .where(sql`${id} in (select id from found)`)
    .returning();
  const rows = await db.execute<ExportedPayout>(sql`with found as (
      select * from (${locked.getSQL()}) as locked
      order by exported_at nulls first, created_at, id limit ${payoutFileRows}::int
    ),
    changed as (${changed.getSQL()}),
    logged as (${logged})
    select changed.id, changed.payout_email as email, changed.amount_cents as cents, ${statementMonth} as month
    from changed join ${statements} on ${statements.id} = changed.statement_id
    order by changed.created_at, changed.id`);
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

type ExportedPayout = {
  readonly id: string;
  readonly email: string;
  readonly cents: number;
  readonly month: string;
};

/** SQL for the fields of an exported payout that the audit log stores. */
function auditedExport(row: SQL): SQL {
  return jsonObject({
    amount_cents: sql`${row}.amount_cents`,
    state: sql`${row}.state`,
    exported_at: iso(sql`${row}.exported_at`),
    exported_by: sql`${row}.exported_by`,
  });
}
