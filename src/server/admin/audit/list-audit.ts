import * as z from 'zod/mini';
import { and, eq, lt, not, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { searchText, uuid } from '../../../shared/schemas/list.ts';
import { textUpTo } from '../../../shared/schemas/text.ts';
import type { Context } from '../../frame/context/context.ts';
import { auditLog } from '../../frame/db/schema/operations.ts';
import { builder, type ColumnsOf, existsFor, iso, nested } from '../../frame/db/sql.ts';
import { momentKey, pageBody } from '../../frame/lists/keyset.ts';
import { listPage, matchesSearch, type ListPage } from '../../frame/lists/list-page.ts';
import { auditedRecord, selectAuditedRecord } from '../../frame/audit/audited-record.ts';

const exactText = z.optional(textUpTo(255));

/**
 * A search of the audit log. `q` searches action, email and record id; `actor` is an id or an email. `entity` and `entityId`
 * name a record. `batch` is the id of an entry.
 */
export const auditSearch = z.extend(pageBody, {
  q: searchText,
  entity: exactText,
  entityId: exactText,
  actor: exactText,
  action: exactText,
  batch: z
    .optional(uuid)
    .check(z.describe('Finds every entry that the same change wrote: the records of an import, for example')),
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
    record: auditedRecord,
    batch_size: z
      .number()
      .check(
        z.describe(
          'How many entries this one stands for. An import writes an entry for each record, and the list shows the first one. 1 if the search has `q`, `entityId` or `batch`.',
        ),
      ),
    before: z.unknown().check(z.describe('The record before the change; null for a new or an erased record')),
    after: z
      .unknown()
      .check(z.describe('The record after the change; null for a deleted or an erased record')),
    reason: z.nullable(z.string()),
    request_id: z.nullable(z.string()),
  })
  .check(z.meta({ id: 'AuditEntry' }));

export type AuditEntry = z.infer<typeof auditEntry>;

/**
 * Lists audit entries page by page, newest first. The first entry of a change stands for all of its entries, unless the search
 * names a text, a record or a batch. Throws `invalid` for a wrong cursor.
 */
export function listAudit(
  context: Pick<Context, 'db'>,
  { q, entity, entityId, actor, action, batch, limit, cursor }: z.infer<typeof auditSearch>,
): Promise<ListPage<AuditEntry>> {
  const isGrouped = !q && !entityId && !batch;
  return listPage(context, {
    table: auditLog,
    id: auditLog.id,
    row: { ...entryColumns, batch_size: isGrouped ? batchSize : sql<number>`1` },
    where: and(
      q ? matchesSearch(auditLog.searchText, q) : undefined,
      entity ? eq(auditLog.entity, entity) : undefined,
      entityId ? eq(auditLog.entityId, entityId) : undefined,
      actor
        ? or(eq(auditLog.actorId, actor), eq(sql`lower(${auditLog.actorEmail})`, sql`lower(${actor})`))
        : undefined,
      action ? eq(auditLog.action, action) : undefined,
      batch ? isOfBatch(batch) : undefined,
      isGrouped ? isFirstOfBatch : undefined,
    ),
    key: momentKey(auditLog.at),
    descending: true,
    limit,
    cursor,
  });
}

const other = alias(auditLog, 'other');

/** Condition for two entries of the same change. `at` is the start of the transaction, and has an index. */
const isSameChange = and(
  eq(other.at, auditLog.at),
  eq(other.requestId, auditLog.requestId),
  eq(other.action, auditLog.action),
);

const isFirstOfBatch = not(
  existsFor(
    builder
      .select({ id: other.id })
      .from(other)
      .where(and(isSameChange, lt(other.id, auditLog.id))),
  ),
);

/** The number of entries of the same change. An entry without a request stands alone. */
const batchSize = nested(
  sql<number>`(select greatest(count(*), 1)::int from ${auditLog} other where ${isSameChange})`,
);

function isOfBatch(id: string): SQL {
  return sql`(${auditLog.at}, ${auditLog.requestId}, ${auditLog.action}) = (
    select ${other.at}, ${other.requestId}, ${other.action} from ${auditLog} other where ${eq(other.id, id)})`;
}

const entryColumns = {
  id: auditLog.id,
  at: iso(auditLog.at),
  actor_id: auditLog.actorId,
  actor_email: auditLog.actorEmail,
  action: auditLog.action,
  entity: auditLog.entity,
  entity_id: auditLog.entityId,
  record: selectAuditedRecord,
  before: auditLog.before,
  after: auditLog.after,
  reason: auditLog.reason,
  request_id: auditLog.requestId,
} satisfies ColumnsOf<Omit<AuditEntry, 'batch_size'>>;
