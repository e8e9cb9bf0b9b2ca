import { isDeepStrictEqual as same } from 'node:util';
import * as z from 'zod/mini';

const named = z.record(z.string(), z.unknown());

/** What a snapshot of drizzle-kit tells of the schema, as far as the rule looks at it. */
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
      foreignKeys: named,
      compositePrimaryKeys: named,
      uniqueConstraints: named,
      checkConstraints: named,
    }),
  ),
  enums: z.record(z.string(), z.object({ name: z.string(), values: z.array(z.string()) })),
});

export type Snapshot = z.infer<typeof snapshotSchema>;
type Table = Snapshot['tables'][string];
type Column = Table['columns'][string];

const isFilled = ({ default: value, generated }: Column): boolean =>
  value !== undefined || generated !== undefined;

const columnBreaks = (name: string, before: Column, after: Column | undefined): readonly string[] => {
  if (!after) return [`drops the column ${name}`];
  return [
    ...(before.type === after.type ? [] : [`changes the type of ${name}`]),
    ...(!before.notNull && after.notNull ? [`makes ${name} not null`] : []),
    ...(isFilled(before) && !isFilled(after) ? [`takes the default of ${name}`] : []),
    ...(same(before.generated, after.generated) ? [] : [`changes how ${name} is generated`]),
  ];
};

const newColumnBreaks = (name: string, column: Column): readonly string[] =>
  column.notNull && !isFilled(column) ? [`adds ${name}, not null without a default`] : [];

/** What rows must hold to be taken: constraints of a kind that are new, or say something else. */
const stricter = (
  table: string,
  kind: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.entries(after)
    .filter(([name, text]) => !same(before[name], text))
    .map(([name]) => `${name in before ? 'changes' : 'adds'} the ${kind} ${name} on ${table}`);

const unique = ({ indexes }: Table): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(indexes).filter(([, { isUnique }]) => isUnique));

/** Writes of the code before that say `on conflict` need the constraint that they name. */
const lost = (table: string, before: Table, after: Table): readonly string[] => {
  const kept = { ...unique(after), ...after.uniqueConstraints };
  return Object.keys({ ...unique(before), ...before.uniqueConstraints })
    .filter((name) => !(name in kept))
    .map((name) => `drops the unique key ${name} of ${table}`);
};

const tableBreaks = (before: Table, after: Table | undefined): readonly string[] => {
  const { name } = before;
  if (!after) return [`drops the table ${name}`];
  const columns = Object.entries(before.columns).flatMap(([column, found]) =>
    columnBreaks(`${name}.${column}`, found, after.columns[column]),
  );
  const added = Object.entries(after.columns)
    .filter(([column]) => !(column in before.columns))
    .flatMap(([column, found]) => newColumnBreaks(`${name}.${column}`, found));
  return [
    ...columns,
    ...added,
    ...lost(name, before, after),
    ...stricter(name, 'check', before.checkConstraints, after.checkConstraints),
    ...stricter(name, 'foreign key', before.foreignKeys, after.foreignKeys),
    ...stricter(name, 'unique index', unique(before), unique(after)),
    ...stricter(name, 'unique key', before.uniqueConstraints, after.uniqueConstraints),
    ...stricter(name, 'primary key', before.compositePrimaryKeys, after.compositePrimaryKeys),
  ];
};

/**
 * What of the schema before is not there any more, or takes less, so that code written for it could fail: an empty list
 * is a migration that the code before can leave alone. What triggers refuse is not in a snapshot.
 */
export const whatBreaks = (before: Snapshot, after: Snapshot): readonly string[] => [
  ...Object.entries(before.tables).flatMap(([key, table]) => tableBreaks(table, after.tables[key])),
  ...Object.entries(before.enums).flatMap(([key, { name, values }]) =>
    values
      .filter((value) => !after.enums[key]?.values.includes(value))
      .map((value) => `drops ${value} of ${name}`),
  ),
];
