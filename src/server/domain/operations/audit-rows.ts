import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';

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

/** A statement that appends an entry to the audit log for each changed row; put it into a WITH of the change. */
export const auditRows = ({ actor, requestId }: Context, rows: AuditRows): SQL => {
  const [uid, email] = actor.kind === 'user' ? [actor.uid, actor.email] : [actor.kind, null];
  const nothing = sql`null::jsonb`;
  return sql`insert into audit_log
      (id, actor_id, actor_email, action, entity, entity_id, before, after, reason, request_id)
    select ${rows.id}, ${uid}::text, ${email}::text, ${rows.action}::text, ${rows.entity}::text,
      ${rows.entityId}::text, ${rows.before ?? nothing}, ${rows.after ?? nothing}, ${rows.reason ?? null}::text,
      ${requestId}::text
    from ${rows.from}`;
};

/** A statement that takes what the log says of a record, where `condition` holds; the entries stay. */
export const redactedAudit = (entity: AuditRows['entity'], id: string, condition: SQL): SQL =>
  sql`update audit_log set before = null, after = null, reason = 'redacted'
    where entity = ${entity} and entity_id = ${id} and (before is not null or after is not null)
      and ${condition}`;

/**
 * A statement that takes an address out of what the log says of the other records of a kind, field by field, where
 * `condition` holds; the entries stay, and so does whatever else they say.
 */
export const unnamedAudit = (
  entity: AuditRows['entity'],
  { id, email }: { readonly id: string; readonly email: string },
  condition: SQL,
): SQL => {
  const rest = (facts: SQL) => sql`(
    select jsonb_object_agg(key, case when lower(value #>> '{}') = lower(${email}) then 'null' else value end)
    from jsonb_each(${facts}))`;
  return sql`update audit_log
    set before = ${rest(sql`before`)}, after = ${rest(sql`after`)}, reason = 'redacted'
    where addresses_in(before, after) @> array[lower(${email}::text)]
      and entity = ${entity} and entity_id <> ${id} and ${condition}`;
};
