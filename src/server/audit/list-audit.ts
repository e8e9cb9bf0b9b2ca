import * as z from 'zod/mini';
import { and, eq, or, sql } from 'drizzle-orm';
import { searchText } from '../../shared/schemas/list.ts';
import { textUpTo } from '../../shared/schemas/text.ts';
import type { Context } from '../context.ts';
import { auditLog } from '../db/schema/operations.ts';
import { iso } from '../db/sql.ts';
import { momentKey, pageBody } from '../lists/keyset.ts';
import { listPage, matchesSearch, type Page } from '../lists/list-page.ts';

const exactText = z.optional(textUpTo(255));

/** A search of the audit log. `q` searches action, email and record id; `actor` is an id or an email. */
export const auditSearch = z.extend(pageBody, {
  q: searchText,
  entity: exactText,
  entityId: exactText,
  actor: exactText,
});

/** An audit entry: a change of a record by an actor. Dates are ISO 8601 UTC. */
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
      .check(z.describe('The record before the change; null for a new or a forgotten record')),
    after: z
      .unknown()
      .check(z.describe('The record after the change; null for a deleted or a forgotten record')),
    reason: z.nullable(z.string()),
    request_id: z.nullable(z.string()),
  })
  .check(z.meta({ id: 'AuditEntry' }));

export type AuditEntry = z.infer<typeof auditEntry>;

/** Lists audit entries page by page, newest first. Throws `invalid` for a wrong cursor. */
export function listAudit(
  context: Pick<Context, 'db'>,
  { q, entity, entityId, actor, limit, cursor }: z.infer<typeof auditSearch>,
): Promise<Page<AuditEntry>> {
  return listPage(context, {
    table: auditLog,
    id: auditLog.id,
    json: auditJson,
    where: and(
      q ? matchesSearch(auditLog.searchText, q) : undefined,
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
}

const auditJson = sql<AuditEntry>`json_build_object(
  'id', audit_log.id, 'at', ${iso(sql`audit_log.at`)}, 'actor_id', audit_log.actor_id,
  'actor_email', audit_log.actor_email, 'action', audit_log.action, 'entity', audit_log.entity,
  'entity_id', audit_log.entity_id, 'before', audit_log.before, 'after', audit_log.after,
  'reason', audit_log.reason, 'request_id', audit_log.request_id)`;
