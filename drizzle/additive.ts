import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

const constraints = z.record(z.string(), z.unknown());

/** The parts of a drizzle-kit snapshot that `breakingChanges` compares. */
export const snapshotSchema = z.object({
  tables: z.record(
    z.string(),
    z.object({
      name: z.string(),
      columns: z.record(
        z.string(),
        z.looseObject({
          type: z.string(),
          notNull: z.boolean(),
          default: z.optional(z.unknown()),
          generated: z.optional(z.unknown()),
        }),
      ),
      indexes: z.record(z.string(), z.looseObject({ isUnique: z.boolean() })),
      foreignKeys: constraints,
      compositePrimaryKeys: constraints,
      uniqueConstraints: constraints,
      checkConstraints: constraints,
    }),
  ),
  enums: z.record(z.string(), z.object({ name: z.string(), values: z.array(z.string()) })),
});

export type Snapshot = z.infer<typeof snapshotSchema>;

/**
 * Returns the changes of a migration that the previous code may not survive: objects that are gone, and new constraints.
 * An empty list means that the migration only adds. Triggers are not in a snapshot.
 */
export function breakingChanges(before: Snapshot, after: Snapshot): readonly string[] {
  const tables = Object.entries(before.tables).flatMap(([key, table]) =>
    tableChanges(table, after.tables[key]),
  );
  const enums = Object.entries(before.enums).flatMap(([key, { name, values }]) =>
    values
      .filter((value) => !after.enums[key]?.values.includes(value))
      .map((value) => `drops ${value} of ${name}`),
  );
  return [...tables, ...enums];
}

type Table = Snapshot['tables'][string];

function tableChanges(before: Table, after: Table | undefined): readonly string[] {
  const { name } = before;
  if (!after) return [`drops the table ${name}`];
  const names = Object.keys({ ...before.columns, ...after.columns });
  return [
    ...names.flatMap((column) =>
      columnChanges(`${name}.${column}`, before.columns[column], after.columns[column]),
    ),
    ...droppedKeys(before, after).map((key) => `drops the unique key ${key} of ${name}`),
    ...newConstraints(name, 'check', before.checkConstraints, after.checkConstraints),
    ...newConstraints(name, 'foreign key', before.foreignKeys, after.foreignKeys),
    ...newConstraints(name, 'unique index', uniqueIndexes(before), uniqueIndexes(after)),
    ...newConstraints(name, 'unique key', before.uniqueConstraints, after.uniqueConstraints),
    ...newConstraints(name, 'primary key', before.compositePrimaryKeys, after.compositePrimaryKeys),
  ];
}

type Column = Table['columns'][string];

function columnChanges(name: string, before: Column | undefined, after: Column | undefined): string[] {
  if (!after) return [`drops the column ${name}`];
  if (!before) return after.notNull && !hasDefault(after) ? [`adds ${name}, not null without a default`] : [];
  return [
    ...(before.type === after.type ? [] : [`changes the type of ${name}`]),
    ...(!before.notNull && after.notNull ? [`makes ${name} not null`] : []),
    ...(hasDefault(before) && !hasDefault(after) ? [`drops the default of ${name}`] : []),
    ...(isDeepStrictEqual(before.generated, after.generated) ? [] : [`changes how ${name} is generated`]),
  ];
}

/** True if an insert may leave the column out, because PostgreSQL fills in its default or generated value. */
function hasDefault({ default: value, generated }: Column): boolean {
  return value !== undefined || generated !== undefined;
}

/** Returns the unique keys that are gone. The previous code may name one of them in `on conflict`. */
function droppedKeys(before: Table, after: Table): string[] {
  const remaining = { ...uniqueIndexes(after), ...after.uniqueConstraints };
  return Object.keys({ ...uniqueIndexes(before), ...before.uniqueConstraints }).filter(
    (name) => !(name in remaining),
  );
}

type Constraints = Readonly<Record<string, unknown>>;

function uniqueIndexes({ indexes }: Table): Constraints {
  return Object.fromEntries(Object.entries(indexes).filter(([, { isUnique }]) => isUnique));
}

/** Returns the constraints that are new or changed, since they may refuse rows of the previous code. */
function newConstraints(table: string, kind: string, before: Constraints, after: Constraints): string[] {
  return Object.entries(after)
    .filter(([name, constraint]) => !isDeepStrictEqual(before[name], constraint))
    .map(([name]) => `${name in before ? 'changes' : 'adds'} the ${kind} ${name} on ${table}`);
}
