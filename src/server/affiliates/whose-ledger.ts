import { type SQL, sql } from 'drizzle-orm';
import type { ProblemCode } from '../../shared/problems.ts';
import { type Context, isAdmin } from '../context.ts';
import { isOwnersRow } from './owners-row.ts';

/** Whose statements and payouts are asked for. */
export interface Whose {
  /** The condition on `affiliates`. */
  readonly where: SQL;
  /** What to answer when there is no such affiliate. */
  readonly missing: ProblemCode;
}

const ownRecord = ({ actor }: Pick<Context, 'actor'>): SQL =>
  actor.kind === 'user' && actor.email !== null
    ? sql`lower(affiliates.email) = lower(${actor.email}::text) and ${isOwnersRow(actor)}`
    : sql`false`;

/**
 * The caller's own affiliate record, or the one with an id: anybody's for an admin, else the caller's own, so that
 * somebody else's is answered like a missing one.
 */
export const whoseLedger = (context: Pick<Context, 'actor'>, id: string | undefined): Whose => {
  const where = ownRecord(context);
  if (id === undefined) return { where, missing: 'affiliate-not-found' };
  const byId = sql`affiliates.id = ${id}::uuid`;
  return {
    where: isAdmin(context.actor) ? byId : sql`${byId} and ${where}`,
    missing: 'affiliate-missing',
  };
};
