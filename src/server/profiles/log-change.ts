import { type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { auditRows } from '../audit/audit-rows.ts';
import { reachesAll } from './reach.ts';

interface Change {
  readonly verb: 'create' | 'update' | 'delete';
  /** The changed row. */
  readonly row: SQL;
  readonly before?: SQL;
  readonly after?: SQL;
  /** What follows FROM, where it is more than the row. */
  readonly from?: SQL;
}

/**
 * A statement that appends a change to the audit log when an admin or the service makes it; put it into a WITH of
 * the change. What somebody does with the own profile is not logged.
 */
export const logChange = (context: Context, { verb, row, from = row, ...facts }: Change): SQL =>
  reachesAll(context.actor)
    ? auditRows(context, {
        id: sql`${uuidv7()}::uuid`,
        action: `user-profile.${verb}`,
        entity: 'user-profile',
        entityId: sql`${row}.id`,
        from,
        ...facts,
      })
    : sql`select from ${from}`;
