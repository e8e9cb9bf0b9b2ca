import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { oneRow } from '../db/sql.ts';
import { whoseLedger } from '../affiliates/ledger.ts';
import { statementOwner, statementSummary, summaryFields } from './statement.ts';

/** An affiliate's statements, newest first. */
export const statementList = z.object({
  affiliate: z.extend(statementOwner, { email: z.nullable(z.string()) }),
  statements: z.array(statementSummary),
});

export type StatementList = z.infer<typeof statementList>;

const outcome = z.extend(statementList, { affiliate: z.nullable(statementList.shape.affiliate) });

/**
 * The statements of the caller, or of the affiliate with an id, newest first. Throws `affiliate-not-found` for a
 * caller without a record, `affiliate-missing` for an id that is unknown or somebody else's.
 */
export const listStatements = async (
  context: Pick<Context, 'db' | 'actor'>,
  affiliateId: string | undefined,
): Promise<StatementList> => {
  const whose = whoseLedger(context, affiliateId);
  const { affiliate, statements } = await oneRow(
    context.db,
    sql`with own as (select id, name, email, code from affiliates where ${whose.where})
      select (select to_json(own) from own) as affiliate, (
        select coalesce(json_agg(json_build_object(${summaryFields}) order by statements.month desc), '[]')
        from statements left join payouts on payouts.statement_id = statements.id
        where statements.affiliate_id in (select id from own)
      ) as statements`,
    outcome,
  );
  if (!affiliate) throw problem(whose.missing);
  return { affiliate, statements };
};
