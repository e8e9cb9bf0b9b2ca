import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { AuditAction } from '../../../shared/messages/audit.ts';
import type { Context } from '../context/context.ts';
import type { Statements } from '../context/database.ts';
import { auditLog } from '../db/schema/operations.ts';
import { insertIf, iso, jsonObject, typedValue } from '../db/sql.ts';
import { StatementGroup } from '../db/statement-group.ts';
import { entityOf, insertAuditEntries } from './audit-log.ts';

type AuditedTable = PgTable & { readonly id: PgColumn };

/** A columns object: the columns that a statement returns. */
type Columns = Readonly<Record<string, PgColumn | SQL>>;

/** Drizzle cannot type the rows of unknown columns, so the results are cast below. */
type AnyColumns = Record<string, PgColumn>;

/** The column that a statement returns by default. */
type IdColumn<Table extends AuditedTable> = Readonly<Record<'id', Table['id']>>;

type Facts = readonly PgColumn[] | Readonly<Record<string, PgColumn>>;

interface Entry {
  readonly action: AuditAction;
  readonly reason?: string | undefined;
  /** The columns that the log stores, by their names in the database or by the given names. Without them, the entry has no facts. */
  readonly facts?: Facts;
  /** Columns that the log stores as well, unless they are null. */
  readonly factsIfSet?: readonly PgColumn[];
  /** False for a change that is not logged, such as a person's own. */
  readonly isLogged?: boolean;
  /** True if many records may change. Then PostgreSQL makes the ids of the entries, which do not sort by age. */
  readonly isBulk?: boolean;
}

interface Change<Found extends Columns> extends Entry {
  /** The records, which are locked first, in the order of their ids. It reads only columns of the record. */
  readonly where: SQL;
  /** The locked records that change. It is read once, by the log. */
  readonly onlyIf?: SQL | undefined;
  /** The columns that are read of the locked records before the change: by default the id. */
  readonly found?: Found;
  /** `no key update` does not block rows that are being inserted with the record as their foreign key. */
  readonly lock?: 'update' | 'no key update';
  /** Further statements about the records that will change. They run before the change, and after the log. */
  readonly before?: (willChange: SQL) => readonly SQL[];
}

/**
 * Changes audited records: locks them, logs the change, and makes it, in this order, so that the log has the values before and after.
 * Exactly the logged records change, also if other transactions commit in between. Returns the locked records in `found`, as they were, and the changed ones in `changed`.
 */
export function auditedUpdate<
  Table extends AuditedTable,
  Found extends Columns = IdColumn<Table>,
  Changed extends Columns = IdColumn<Table>,
>(
  tx: Statements,
  context: Context,
  table: Table,
  change: Change<Found> & { readonly set: PgUpdateSetSource<Table>; readonly returning?: Changed },
) {
  const willChange = willChangeCondition(context, table, change);
  const log = logChange(tx, context, table, change, {
    before: factsOf(change),
    after: factsOf(change, (column) => newValue(table, change.set, column)),
  });
  const changed = tx
    .update(table as PgTable)
    .set(change.set)
    .where(willChange)
    .returning((change.returning ?? { id: table.id }) as AnyColumns);
  return changeGroup<Found, Changed>(tx, table, change, [
    log,
    ...beforeChange(tx, change, willChange),
    changed,
  ]);
}

/** Deletes audited records: locks them, logs the deletion, and deletes them. Returns the same as `auditedUpdate`. */
export function auditedDelete<
  Table extends AuditedTable,
  Found extends Columns = IdColumn<Table>,
  Changed extends Columns = IdColumn<Table>,
>(tx: Statements, context: Context, table: Table, change: Change<Found> & { readonly returning?: Changed }) {
  const willChange = willChangeCondition(context, table, change);
  const log = logChange(tx, context, table, change, { before: factsOf(change), after: undefined });
  const deleted = tx
    .delete(table as PgTable)
    .where(willChange)
    .returning((change.returning ?? { id: table.id }) as AnyColumns);
  return changeGroup<Found, Changed>(tx, table, change, [
    log,
    ...beforeChange(tx, change, willChange),
    deleted,
  ]);
}

interface Creation<Table extends AuditedTable, Created extends Columns> extends Entry {
  /** The new row, with its id. */
  readonly values: PgInsertValue<Table> & { readonly id: string };
  /** Nothing is inserted unless this holds. */
  readonly onlyIf?: SQL | undefined;
  /** The columns that are returned of the new record: by default the id. */
  readonly returning?: Created;
}

/** Inserts an audited record, unless another row has one of its keys, and logs it. Returns the new record, or undefined. */
export function auditedInsert<Table extends AuditedTable, Created extends Columns = IdColumn<Table>>(
  tx: Statements,
  context: Context,
  table: Table,
  { values, onlyIf, returning, ...entry }: Creation<Table, Created>,
) {
  const isNew = sql`${table.id} = ${values.id}`;
  const statements = [
    tx.execute(insertIf(table, values, onlyIf ?? sql`true`)),
    logEntry(tx, context, table, { ...entry, rows: isNew, before: undefined, after: factsOf(entry) }),
    tx
      .select((returning ?? { id: table.id }) as AnyColumns)
      .from(table as PgTable)
      .where(isNew),
  ] as const;
  return new StatementGroup(
    statements,
    ([, , [created]]) => created as SelectResultFields<Created> | undefined,
  );
}

/** Inserts many audited records, and logs them. Fails with a unique violation if another row has one of their keys. */
export function auditedInserts<Table extends AuditedTable>(
  tx: Statements,
  context: Context,
  table: Table,
  {
    values,
    ...entry
  }: Entry & { readonly values: readonly (PgInsertValue<Table> & { readonly id: string })[] },
) {
  const ids = values.map(({ id }) => id);
  const statements = [
    tx.insert(table).values([...values]),
    logEntry(tx, context, table, {
      ...entry,
      isBulk: true,
      rows: sql`${inArray(table.id, ids)}`,
      before: undefined,
      after: factsOf(entry),
    }),
  ] as const;
  return new StatementGroup(statements, () => undefined);
}

/**
 * SQL condition on a record, in a batch after its log: this transaction has logged the action. `at` is the start of the transaction.
 */
export function isLoggedNow(
  { requestId }: Context,
  { id }: { readonly id: PgColumn | SQL },
  action: AuditAction,
): SQL {
  const isThisEntry = and(
    eq(auditLog.entity, entityOf(action)),
    sql`${auditLog.entityId} = ${id}::text`,
    sql`${auditLog.at} = now()`,
    eq(auditLog.action, action),
    eq(auditLog.requestId, requestId),
  );
  return sql`exists (select from ${auditLog} where ${isThisEntry})`;
}

/** SQL condition: the record changes. */
function willChangeCondition<Found extends Columns>(
  context: Context,
  table: AuditedTable,
  change: Change<Found>,
): SQL {
  const { where, onlyIf, isLogged = true } = change;
  return joinConditions(where, isLogged ? isLoggedNow(context, table, change.action) : onlyIf);
}

/** Puts brackets around both conditions: one may be an OR, which Drizzle's `and` would not bracket. */
function joinConditions(where: SQL, onlyIf: SQL | undefined): SQL {
  return onlyIf ? sql`(${where}) and (${onlyIf})` : where;
}

/** Logs the records that change, and locks their newest versions: a record may match since the first statement. */
function logChange<Found extends Columns>(
  tx: Statements,
  context: Context,
  table: AuditedTable,
  change: Change<Found>,
  facts: Pick<LogEntry, 'before' | 'after'>,
) {
  const { where, onlyIf, lock = 'update' } = change;
  const rows = sql`${joinConditions(where, onlyIf)} for ${sql.raw(lock)}`;
  return logEntry(tx, context, table, { ...change, ...facts, rows });
}

function beforeChange<Found extends Columns>(tx: Statements, { before }: Change<Found>, willChange: SQL) {
  return (before?.(willChange) ?? []).map((statement) => tx.execute(statement));
}

/** Locks the records, then runs the statements. */
function changeGroup<Found extends Columns, Changed extends Columns>(
  tx: Statements,
  table: AuditedTable,
  { where, found, lock = 'update' }: Change<Found>,
  statements: readonly PromiseLike<unknown>[],
) {
  const locked = tx
    .select((found ?? { id: table.id }) as AnyColumns)
    .from(table as PgTable)
    .where(where)
    .orderBy(table.id)
    .for(lock);
  return new StatementGroup([locked, ...statements] as const, (results) => ({
    found: results[0] as unknown as SelectResultFields<Found>[],
    changed: results.at(-1) as unknown as SelectResultFields<Changed>[],
  }));
}

interface LogEntry extends Entry {
  /** The condition of the records. */
  readonly rows: SQL;
  readonly before: SQL | undefined;
  readonly after: SQL | undefined;
}

function logEntry(
  tx: Statements,
  context: Context,
  table: AuditedTable,
  { action, reason, isLogged = true, isBulk, rows, before, after }: LogEntry,
) {
  return tx.execute(
    insertAuditEntries(context, {
      ...(isBulk && { id: sql`gen_random_uuid()` }),
      action,
      entityId: sql`${table.id}`,
      ...(before && { before }),
      ...(after && { after }),
      ...(reason !== undefined && { reason }),
      from: sql`${table} where ${isLogged ? rows : sql`false`}`,
    }),
  );
}

/** JSON object of the facts that the log stores. `valueOf` replaces the value of a column. */
function factsOf(
  { facts = [], factsIfSet = [] }: Pick<Entry, 'facts' | 'factsIfSet'>,
  valueOf = (column: PgColumn): SQL => sql`${column}`,
): SQL | undefined {
  const columns = facts instanceof Array ? byName(facts) : Object.entries(facts);
  const json = (named: readonly (readonly [string, PgColumn])[]) =>
    jsonObject(
      Object.fromEntries(
        named.map(([name, column]) => {
          const value = valueOf(column);
          return [name, column.dataType === 'date' ? iso(value) : value];
        }),
      ),
    );
  if (columns.length === 0) return undefined;
  if (factsIfSet.length === 0) return json(columns);
  return sql`to_jsonb(${json(columns)}) || jsonb_strip_nulls(to_jsonb(${json(byName(factsIfSet))}))`;
}

function byName(columns: readonly PgColumn[]) {
  return columns.map((column) => [column.name, column] as const);
}

/** The value of a column after the change. */
function newValue<Table extends AuditedTable>(
  table: Table,
  set: PgUpdateSetSource<Table>,
  column: PgColumn,
): SQL {
  const key = Object.entries(table).find(([, own]) => own === column)?.[0] ?? '';
  const value: unknown = Reflect.get(set, key);
  return value === undefined ? sql`${column}` : typedValue(value, column);
}
