import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { foundAndChanged, foundRow, oneRow, bulkResult } from '../db/sql.ts';

const ids = z.array(z.string());

/** What became of each payout: ids in the order they were sent. */
export const movedShape = z
  .object({
    changed: ids,
    unchanged: ids.check(
      z.describe('Those in a state that it cannot be done from, such as where it is done already'),
    ),
    missing: ids.check(z.describe('Those that are of no payout')),
  })
  .check(z.meta({ id: 'MovedPayouts' }));

export type Moved = z.infer<typeof movedShape>;

interface Move {
  readonly action: string;
  /** The states that it can be done from. */
  readonly from: readonly ('proposed' | 'approved')[];
  /** What follows SET; `found` is the payout and `wanted` what was sent of it. */
  readonly set: SQL;
  readonly condition?: SQL;
  readonly reason?: string;
}

interface Wanted {
  readonly id: string;
  readonly transactionId?: string;
}

/** What the log keeps of a payout: nothing of where it goes. */
const facts = (row: 'found' | 'changed') =>
  sql.raw(`jsonb_build_object('statement_id', ${row}.statement_id, 'amount_cents', ${row}.amount_cents,
    'state', ${row}.state, 'transaction_id', ${row}.transaction_id)`);

/**
 * Moves payouts on from some states, in one statement, with an entry in the log for each that moved. Those in another
 * state stay as they are, so that the same request sent twice does nothing twice.
 */
export const movePayouts = async (
  context: Context,
  wanted: readonly Wanted[],
  { action, from, set, condition, reason }: Move,
): Promise<Moved> => {
  const logged = auditRows(context, {
    id: sql`wanted.audit_id`,
    action,
    entity: 'payout',
    entityId: sql`changed.id`,
    before: facts('found'),
    after: facts('changed'),
    ...(reason !== undefined && { reason }),
    from: sql`changed join found on found.id = changed.id join wanted on wanted.id = changed.id`,
  });
  const rows = JSON.stringify(
    wanted.map(({ id, transactionId }) => ({ id, transaction_id: transactionId, audit_id: uuidv7() })),
  );
  // Locked in the order of their ids, so that two of these at once wait for each other instead of failing.
  const row = await oneRow(
    context.db,
    sql`with wanted as (
        select * from jsonb_to_recordset(${rows}::jsonb) as sent (id uuid, transaction_id text, audit_id uuid)
      ),
      found as (select * from payouts where id in (select id from wanted) order by id for update),
      changed as (
        update payouts set ${set}
        from found join wanted on wanted.id = found.id
        where payouts.id = found.id and found.state = any (${`{${from.join(',')}}`}::payout_state[]) and ${condition ?? sql`true`}
        returning payouts.*
      ),
      logged as (${logged})
      ${foundAndChanged}`,
    foundRow,
  );
  return bulkResult(
    wanted.map(({ id }) => id),
    row,
  );
};
