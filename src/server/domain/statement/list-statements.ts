import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { oneRow } from '../operations/one-row.ts';
import { missingLedger, whoseLedger } from '../affiliate/whose-ledger.ts';
import { type StatementSummary, statementSummary, summaryFields } from './statement.ts';

const outcome = z.object({ known: z.boolean(), statements: z.array(statementSummary) });

/**
 * The statements of the caller, or of the affiliate with an id, newest first. Throws `affiliate-not-found` for a
 * caller without a record, `affiliate-missing` for an id that is unknown or somebody else's, `email-unverified`.
 */
export const listStatements = async (
  context: Pick<Context, 'db' | 'actor'>,
  affiliateId: string | undefined,
): Promise<readonly StatementSummary[]> => {
  const whose = whoseLedger(context, affiliateId);
  const { known, statements } = await oneRow(
    context.db,
    sql`with own as (select id from affiliates where ${whose.where})
      select exists (select 1 from own) as known, (
        select coalesce(json_agg(json_build_object(${summaryFields}) order by statements.month desc), '[]')
        from statements left join payouts on payouts.statement_id = statements.id
        where statements.affiliate_id in (select id from own)
      ) as statements`,
    outcome,
  );
  if (!known) throw await missingLedger(context, whose);
  return statements;
};
