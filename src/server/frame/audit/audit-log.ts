import { sql, type SQL } from 'drizzle-orm';
import type { AuditAction } from '../../../shared/messages/audit.ts';
import { actorId, type Context, hasStaffRole } from '../context/context.ts';
import { auditLog } from '../db/schema/operations.ts';
import { textArray } from '../db/sql.ts';

export interface AuditEntries {
  /** The ids of the new entries: a unique value for each row of `from`. */
  readonly id: SQL;
  readonly action: AuditAction;
  readonly entity:
    | 'affiliate'
    | 'customer'
    | 'user-profile'
    | 'purchase'
    | 'event'
    | 'payout'
    | 'mail'
    | 'subscription'
    | 'letter'
    | 'withdrawal'
    | 'account';
  readonly entityId: SQL;
  readonly before?: SQL;
  readonly after?: SQL;
  readonly reason?: string;
  /** The FROM clause with the changed rows. */
  readonly from: SQL;
}

/**
 * INSERT of an audit entry for each changed row, for a WITH clause of the change. People with a role are recorded with their email,
 * all other actors only with the id of their account.
 */
export function insertAuditEntries(
  { actor, requestId }: Pick<Context, 'actor' | 'requestId'>,
  rows: AuditEntries,
): SQL {
  const email = hasStaffRole(actor, 'viewer') && actor.kind === 'user' ? actor.email : null;
  const none = sql`null::jsonb`;
  return sql`insert into audit_log
      (id, actor_id, actor_email, action, entity, entity_id, before, after, reason, request_id)
    select ${rows.id}, ${actorId(actor)}::text, ${email}::text, ${rows.action}::text, ${rows.entity}::text,
      ${rows.entityId}::text, ${rows.before ?? none}, ${rows.after ?? none}, ${rows.reason ?? null}::text,
      ${requestId}::text
    from ${rows.from}`;
}

/** Facts that the log stores, for `before` and `after`. */
export function knownFacts(facts: Readonly<Record<string, string | number | boolean | null>>): SQL {
  return sql`${JSON.stringify(facts)}::jsonb`;
}

/**
 * SQL array of the current and former emails of a record, in lowercase, from the record and its audit entries. Leaves out
 * emails that another record has today. `row` is the record: its table or an alias.
 */
export function currentAndFormerEmails(entity: 'affiliate' | 'customer', row: SQL): SQL {
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
}

/** UPDATE that removes emails (lowercase) from the actors of all audit entries, if `condition` holds. */
export function removeActorEmails(emails: readonly string[], condition: SQL): SQL {
  return sql`update audit_log set actor_email = null
    where lower(actor_email) = any (${textArray(emails)}) and ${condition}`;
}

/** UPDATE that removes the facts from the audit entries of a record, if `condition` holds. The entries stay. */
export function redactEntries(entity: AuditEntries['entity'], id: string | SQL, condition = sql`true`): SQL {
  return sql`update audit_log set before = null, after = null, reason = 'redacted'
    where ${isRedactable(entity, id)} and ${condition}`;
}

/** What `redactEntries` sets. */
export const redaction = { before: null, after: null, reason: 'redacted' };

/** SQL condition: an audit entry of the record has facts. */
export function isRedactable(entity: AuditEntries['entity'], id: string | SQL): SQL {
  return sql`${auditLog.entity} = ${entity} and ${auditLog.entityId} = ${id}
    and (${auditLog.before} is not null or ${auditLog.after} is not null)`;
}

/**
 * UPDATE that removes emails (lowercase) from the audit entries of all other records of a kind, if `condition` holds. Only
 * the fields with an email become null.
 */
export function removeEmailsFromOtherEntries(
  entity: AuditEntries['entity'],
  { id, emails }: { readonly id: string; readonly emails: readonly string[] },
  condition: SQL,
): SQL {
  const addresses = textArray(emails);
  const withoutEmails = (facts: SQL) => sql`(
    select jsonb_object_agg(key, case when lower(value #>> '{}') = any (${addresses}) then 'null' else value end)
    from jsonb_each(${facts}))`;
  return sql`update audit_log
    set before = ${withoutEmails(sql`before`)}, after = ${withoutEmails(sql`after`)}, reason = 'redacted'
    where mentioned_emails(before, after) && ${addresses}
      and entity = ${entity} and entity_id <> ${id} and ${condition}`;
}
