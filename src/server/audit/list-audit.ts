import * as z from 'zod/mini';
import { and, eq, or, sql } from 'drizzle-orm';
import { searchText } from '../../shared/schemas/list.ts';
import { textUpTo } from '../../shared/schemas/text.ts';
import type { Context } from '../context.ts';
import { auditLog } from '../db/schema/operations.ts';
import { containing, listPage, type Page } from '../lists/list-page.ts';
import { iso } from '../db/sql.ts';
import { momentKey, pageBody } from '../lists/keyset.ts';

const exactly = z.optional(textUpTo(255));

/**
 * A page of the log: of a kind of record, of one record, of who did it (id or email); `q` is found in action, email or
 * record.
 */
export const auditSearch = z.extend(pageBody, {
  q: searchText,
  entity: exactly,
  entityId: exactly,
  actor: exactly,
});

/** An entry of the audit log: who (`actor_id`, `actor_email`) changed which record, and how; `at` is ISO 8601 UTC. */
export const auditEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor_id: z.string(),
    actor_email: z.nullable(z.string()),
    action: z.string(),
    entity: z.string(),
    entity_id: z.string(),
    before: z
      .unknown()
      .check(z.describe('The record as it was; null for a new one, or where it was forgotten')),
    after: z
      .unknown()
      .check(z.describe('The record as it is since; null for a deleted one, or where it was forgotten')),
    reason: z.nullable(z.string()),
    request_id: z.nullable(z.string()),
  })
  .check(z.meta({ id: 'AuditEntry' }));

export type AuditEntry = z.infer<typeof auditEntry>;

/** A row of the audit log as an AuditEntry. */
const auditJson = sql<AuditEntry>`json_build_object(
  'id', audit_log.id, 'at', ${iso(sql`audit_log.at`)}, 'actor_id', audit_log.actor_id,
  'actor_email', audit_log.actor_email, 'action', audit_log.action, 'entity', audit_log.entity,
  'entity_id', audit_log.entity_id, 'before', audit_log.before, 'after', audit_log.after,
  'reason', audit_log.reason, 'request_id', audit_log.request_id)`;

/** The audit log, newest first, one page at a time by keyset. Throws `invalid` for a wrong cursor. */
export const listAudit = (
  context: Pick<Context, 'db'>,
  { q, entity, entityId, actor, limit, cursor }: z.infer<typeof auditSearch>,
): Promise<Page<AuditEntry>> =>
  listPage(context, {
    table: auditLog,
    id: auditLog.id,
    json: auditJson,
    where: and(
      q ? containing(sql`${auditLog.searchText}`, q) : undefined,
      entity ? eq(auditLog.entity, entity) : undefined,
      entityId ? eq(auditLog.entityId, entityId) : undefined,
      actor
        ? or(eq(auditLog.actorId, actor), eq(sql`lower(${auditLog.actorEmail})`, sql`lower(${actor})`))
        : undefined,
    ),
    key: momentKey(auditLog.at),
    descending: true,
    limit,
    cursor,
  });
