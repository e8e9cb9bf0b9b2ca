import { sql, type SQL } from 'drizzle-orm';
import { actorId, type Context, isAdmin } from '../context.ts';
import { textArray } from '../db/sql.ts';

interface AuditRows {
  /** The new entry's id: one for each row of `from`. */
  readonly id: SQL;
  readonly action: string;
  readonly entity: 'affiliate' | 'customer' | 'user-profile' | 'purchase' | 'event' | 'payout';
  readonly entityId: SQL;
  readonly before?: SQL;
  readonly after?: SQL;
  readonly reason?: string;
  /** The rows that were changed: what follows FROM. */
  readonly from: SQL;
}

/**
 * A statement that appends an entry to the audit log for each changed row; put it into a WITH of the change. An admin is
 * named by address, anybody else by the id of their account alone.
 */
export const auditRows = ({ actor, requestId }: Context, rows: AuditRows): SQL => {
  const email = actor.kind === 'user' && isAdmin(actor) ? actor.email : null;
  const nothing = sql`null::jsonb`;
  return sql`insert into audit_log
      (id, actor_id, actor_email, action, entity, entity_id, before, after, reason, request_id)
    select ${rows.id}, ${actorId(actor)}::text, ${email}::text, ${rows.action}::text, ${rows.entity}::text,
      ${rows.entityId}::text, ${rows.before ?? nothing}, ${rows.after ?? nothing}, ${rows.reason ?? null}::text,
      ${requestId}::text
    from ${rows.from}`;
};

/**
 * The addresses, in lower case, that a record has or ever had as its `email`, as an array of the database: those in
 * the log but not what is another record's by now. `row` is the record, an alias of `table`.
 */
export const addressesOf = (entity: 'affiliate' | 'customer', row: SQL): SQL => {
  const table = entity === 'affiliate' ? sql`affiliates` : sql`customers`;
  return sql`array(
    select distinct lower(address) from (
      select ${row}.email as address
      union all
      select jsonb_array_elements_text(jsonb_build_array(before -> 'email', after -> 'email'))
      from audit_log where entity = ${entity} and entity_id = ${row}.id::text
    ) as addresses
    where address is not null and not exists (
      select 1 from ${table} other where lower(other.email) = lower(address) and other.id <> ${row}.id
    ))`;
};

/** A statement that takes the addresses, given in lower case, from the actors that the log names, where `condition` holds. */
export const unnamedActors = (emails: readonly string[], condition: SQL): SQL =>
  sql`update audit_log set actor_email = null
    where lower(actor_email) = any (${textArray(emails)}) and ${condition}`;

/** A statement that takes what the log says of a record, where `condition` holds; the entries stay. */
export const redactedAudit = (entity: AuditRows['entity'], id: string | SQL, condition = sql`true`): SQL =>
  sql`update audit_log set before = null, after = null, reason = 'redacted'
    where entity = ${entity} and entity_id = ${id} and (before is not null or after is not null)
      and ${condition}`;

/**
 * A statement that takes addresses, given in lower case, out of what the log says of the other records of a kind, field
 * by field, where `condition` holds; the entries stay, and so does whatever else they say.
 */
export const unnamedAudit = (
  entity: AuditRows['entity'],
  { id, emails }: { readonly id: string; readonly emails: readonly string[] },
  condition: SQL,
): SQL => {
  const all = textArray(emails);
  const rest = (facts: SQL) => sql`(
    select jsonb_object_agg(key, case when lower(value #>> '{}') = any (${all}) then 'null' else value end)
    from jsonb_each(${facts}))`;
  return sql`update audit_log
    set before = ${rest(sql`before`)}, after = ${rest(sql`after`)}, reason = 'redacted'
    where mentioned_emails(before, after) && ${all}
      and entity = ${entity} and entity_id <> ${id} and ${condition}`;
};
