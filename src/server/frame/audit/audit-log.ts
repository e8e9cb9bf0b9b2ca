import { and, eq, ne, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { AuditAction } from '../../../shared/messages/audit.ts';
import { actorId, type Context, hasStaffRole } from '../context/context.ts';
import { affiliates } from '../db/schema/affiliates.ts';
import { customers } from '../db/schema/customers.ts';
import { auditLog } from '../db/schema/operations.ts';
import { builder, insertSelect, textArray } from '../db/sql.ts';

/** The kind of an audited record: the part of the action before the dot. */
export type AuditEntity = AuditAction extends `${infer Entity}.${string}` ? Entity : never;

/** Returns the kind of the records that an action changes. */
export function entityOf(action: AuditAction): AuditEntity {
  return action.slice(0, action.indexOf('.')) as AuditEntity;
}

export interface AuditEntries {
  /** The ids of the new entries: a unique value for each row of `from`. Leave it out for a single row, which gets a UUIDv7. */
  readonly id?: SQL;
  readonly action: AuditAction;
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
  const { action, entityId, before = null, after = null, reason = null, from } = rows;
  const id = rows.id ?? sql`${uuidv7()}::uuid`;
  const entity = entityOf(action);
  const actorEmail = hasStaffRole(actor, 'viewer') && actor.kind === 'user' ? actor.email : null;
  const entry = { id, actorId: actorId(actor), actorEmail, action, entity, before, after, reason, requestId };
  return insertSelect(auditLog, { ...entry, entityId: sql`${entityId}::text` }, sql`from ${from}`);
}

/** Facts that the log stores, for `before` and `after`. */
export function knownFacts(facts: Readonly<Record<string, string | number | boolean | null>>): SQL {
  return sql`${JSON.stringify(facts)}::jsonb`;
}

/**
 * SQL array of the current and former emails of a record, in lowercase, from the record and its audit entries. Leaves out
 * emails that another record has today. For a SELECT from the record's table.
 */
export function currentAndFormerEmails(entity: 'affiliate' | 'customer'): SQL {
  const table = entity === 'affiliate' ? affiliates : customers;
  const logged = sql`array[${auditLog.before} ->> 'email', ${auditLog.after} ->> 'email']`;
  return sql`array(
    select distinct lower(address) from (
      select ${table}.email as address
      union all
      select unnest(${logged})
      from ${auditLog} where ${auditLog.entity} = ${entity} and ${auditLog.entityId} = ${table}.id::text
    ) as addresses
    where address is not null and not exists (
      select 1 from ${table} other where lower(other.email) = lower(address) and other.id <> ${table}.id
    ))`;
}

/** UPDATE that removes emails (lowercase) from the actors of all audit entries, if `condition` holds. */
export function removeActorEmails(emails: readonly string[], condition: SQL): SQL {
  return builder
    .update(auditLog)
    .set({ actorEmail: null })
    .where(and(sql`lower(${auditLog.actorEmail}) = any (${textArray(emails)})`, condition))
    .getSQL();
}

/** UPDATE that removes the facts from the audit entries of a record, if `condition` holds. The entries stay. */
export function redactEntries(entity: AuditEntity, id: string | SQL, condition = sql`true`): SQL {
  return builder
    .update(auditLog)
    .set(redaction)
    .where(and(isRedactable(entity, id), condition))
    .getSQL();
}

/** UPDATE that removes the reasons of the audit entries of the condition. */
export function redactReasons(condition: SQL | undefined): SQL {
  return builder
    .update(auditLog)
    .set({ reason: redaction.reason })
    .where(and(ne(auditLog.reason, redaction.reason), condition))
    .getSQL();
}

/** The new values of `redactEntries`. */
export const redaction = { before: null, after: null, reason: 'redacted' };

/** SQL condition: an audit entry of the record has facts. */
export function isRedactable(entity: AuditEntity, id: string | SQL): SQL {
  return sql`${auditLog.entity} = ${entity} and ${auditLog.entityId} = ${id}
    and (${auditLog.before} is not null or ${auditLog.after} is not null)`;
}

/**
 * UPDATE that removes emails (lowercase) from the audit entries of all other records of a kind, if `condition` holds. Only
 * the fields with an email become null.
 */
export function removeEmailsFromOtherEntries(
  entity: AuditEntity,
  { id, emails }: { readonly id: string; readonly emails: readonly string[] },
  condition: SQL,
): SQL {
  const addresses = textArray(emails);
  const withoutEmails = (facts: SQLWrapper) => sql`(
    select jsonb_object_agg(key, case when lower(value #>> '{}') = any (${addresses}) then 'null' else value end)
    from jsonb_each(${facts}))`;
  const { before, after } = auditLog;
  return builder
    .update(auditLog)
    .set({ before: withoutEmails(before), after: withoutEmails(after), reason: redaction.reason })
    .where(
      and(
        sql`mentioned_emails(${before}, ${after}) && ${addresses}`,
        eq(auditLog.entity, entity),
        ne(auditLog.entityId, id),
        condition,
      ),
    )
    .getSQL();
}
