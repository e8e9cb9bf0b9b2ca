import { and, eq, getTableColumns, inArray, isNotNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { type PgColumn, type PgTable, union, unionAll } from 'drizzle-orm/pg-core';
import type { AuditEntity } from '../../frame/audit/audit-log.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { auditLog } from '../../frame/db/schema/operations.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { iso } from '../../frame/db/sql.ts';
import type { OwnRecords } from './own-records.ts';

/**
 * Selects the parts of the audit log that are about the person.
 *
 * - The actor appears only if the person acted: by their address, or by the account of their affiliate.
 * - `before` and `after` are complete for the person's own records, except for purchases: their facts belong to the
 *   affiliate. Of all other records they have only the fields with the address.
 * - The reason is left out for a purchase that somebody else paid, although its receipt went to the person.
 */
export function selectEntries(tx: Statements, own: OwnRecords) {
  const { address, account } = own;
  const records = selectRecords(tx, own);
  const owners = tx
    .select({ uid: affiliates.ownerUid })
    .from(affiliates)
    .where(and(own.isOwnAffiliate, isNotNull(affiliates.ownerUid)));
  const entry = findEntries(tx, own, records, owners).as('own_entries');
  const isByPerson = sql<boolean>`(coalesce(lower(${entry.actorEmail}) = ${address}, false)
    or coalesce(${inArray(entry.actorId, owners)}, false)
    or coalesce(${entry.actorId} = ${account}, false))`;
  const isOwnRecord = sql`(${entry.entity} <> 'purchase' and (${entry.entity}, ${entry.entityId}) in ${records})`;
  const isOthersPurchase = sql`(${entry.entity} = 'purchase' and not exists (
    select from ${purchases} where ${own.isOwnPurchase} and ${purchases.id}::text = ${entry.entityId}
      and normalise_email(${purchases.payerEmail}) = normalise_email(${address})
  ))`;
  const visibleFields = (facts: SQLWrapper) => sql`case when ${isOwnRecord} then ${facts} else (
    select jsonb_object_agg(key, value) from jsonb_each(case jsonb_typeof(${facts}) when 'object' then ${facts} end)
    where lower(value #>> '{}') = ${address}) end`;
  const onlyIfByPerson = (value: SQLWrapper) => sql<string | null>`case when ${isByPerson} then ${value} end`;
  return tx
    .select({
      id: entry.id,
      at: iso(sql`${entry.at}`),
      by_them: isByPerson,
      actor_id: onlyIfByPerson(entry.actorId),
      actor_email: onlyIfByPerson(entry.actorEmail),
      request_id: onlyIfByPerson(entry.requestId),
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      before: visibleFields(entry.before),
      after: visibleFields(entry.after),
      reason: sql<string | null>`case when not ${isOthersPurchase} then ${entry.reason} end`,
    })
    .from(entry);
}

/** Query for the entries about the person. Each part uses an index of the log. */
function findEntries(
  tx: Statements,
  { address, account }: OwnRecords,
  records: ReturnType<typeof selectRecords>,
  owners: SQLWrapper,
) {
  const columns = getTableColumns(auditLog);
  const record = records.as('records');
  const entries = () => tx.select(columns).from(auditLog);
  const hasAddress = sql`mentioned_emails(${auditLog.before}, ${auditLog.after}) @> array[${address}]`;
  const isAboutRecord = sql`${auditLog.entity} = ${record.entity} and ${auditLog.entityId} = ${record.entityId}`;
  return union(
    entries().where(sql`lower(${auditLog.actorEmail}) = ${address}`),
    entries().where(inArray(auditLog.actorId, owners)),
    entries().where(eq(auditLog.actorId, account)),
    entries().where(hasAddress),
    tx.select(columns).from(auditLog).innerJoin(record, isAboutRecord),
  );
}

/** Query for the person's records, as the audit log names them. */
function selectRecords(tx: Statements, own: OwnRecords) {
  const named = (entity: AuditEntity, table: PgTable, id: PgColumn, isOwn: SQL) =>
    tx
      .select({
        entity: sql<string>`${entity}::text`.as('record_entity'),
        entityId: sql<string>`${id}::text`.as('record_id'),
      })
      .from(table)
      .where(isOwn);
  return unionAll(
    named('customer', customers, customers.id, own.isOwnCustomer),
    named('affiliate', affiliates, affiliates.id, own.isOwnAffiliate),
    named('user-profile', userProfiles, userProfiles.id, own.isOwnProfile),
    named('user-profile', userProfiles, userProfiles.userId, own.isOwnProfile),
    named('purchase', purchases, purchases.id, own.isOwnPurchase),
    named('withdrawal', withdrawals, withdrawals.id, own.isOwnWithdrawal),
  );
}
