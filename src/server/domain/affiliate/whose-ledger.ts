import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Problem, problem, type ProblemCode } from '../../../shared/problems.ts';
import { type Context, isAdmin } from '../../context.ts';
import { oneRow } from '../../db/sql/one-row.ts';
import { isOwnersRow } from './owners-row.ts';

/** Whose statements and payouts are asked for. */
export interface Whose {
  /** The condition on `affiliates`. */
  readonly where: SQL;
  /** The condition for a record that has the caller's address, whoever made it. */
  readonly named: SQL;
  /** What to answer when there is no such affiliate. */
  readonly missing: ProblemCode;
}

const own = ({ actor }: Pick<Context, 'actor'>): Pick<Whose, 'where' | 'named'> => {
  if (actor.kind !== 'user' || actor.email === null) return { where: sql`false`, named: sql`false` };
  const named = sql`lower(affiliates.email) = lower(${actor.email}::text)`;
  return {
    named,
    where: sql`${named} and ${isOwnersRow(actor)}`,
  };
};

/**
 * The caller's own affiliate record, or the one with an id: anybody's for an admin, else the caller's own, so that
 * somebody else's is answered like a missing one.
 */
export const whoseLedger = (context: Pick<Context, 'actor'>, id: string | undefined): Whose => {
  const { where, named } = own(context);
  if (id === undefined) return { where, named, missing: 'affiliate-not-found' };
  const byId = sql`affiliates.id = ${id}::uuid`;
  return {
    where: isAdmin(context.actor) ? byId : sql`${byId} and ${where}`,
    named: sql`${byId} and ${named}`,
    missing: 'affiliate-missing',
  };
};

const outcome = z.object({ known: z.boolean() });

/**
 * Why there is no ledger for the caller: `email-unverified` where a record has their address and nothing shows that
 * it is theirs, else what `whose` says is missing.
 */
export const missingLedger = async (
  { db }: Pick<Context, 'db'>,
  { named, missing }: Whose,
): Promise<Problem> => {
  const { known } = await oneRow(
    db,
    sql`select exists (select 1 from affiliates where ${named}) as known`,
    outcome,
  );
  return problem(known ? 'email-unverified' : missing);
};
