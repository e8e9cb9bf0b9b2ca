import type pg from 'pg';

/** Runs SQL on one database. */
export type Run = Pick<pg.Client, 'query'>;

/** What a database is made of: each thing by its kind and name, and how PostgreSQL writes it down. */
export type Schema = ReadonlyMap<string, string>;

const ours = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'`;
/** Not a part of an extension, which a server may have by itself. */
const notOfExtension = (catalog: string, oid: string): string =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

const things = `
  select 'table ' || c.oid::regclass as name, concat(c.relkind, ' ', c.relpersistence) as text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${ours} and ${notOfExtension('pg_class', 'c.oid')}
  union all
  select 'column ' || c.oid::regclass || '.' || a.attname,
    concat_ws(' ', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, a.attidentity, a.attgenerated,
      pg_get_expr(e.adbin, e.adrelid))
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef e on e.adrelid = c.oid and e.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${ours}
    and ${notOfExtension('pg_class', 'c.oid')}
  union all
  select 'constraint ' || c.conrelid::regclass || '.' || c.conname,
    pg_get_constraintdef(c.oid) || case when c.convalidated then '' else ' not valid' end
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace
  where c.conrelid <> 0 and c.contype <> 'n' and ${ours}
  union all
  select 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('i', 'I') and ${ours}
  union all
  select 'trigger ' || t.tgrelid::regclass || '.' || t.tgname, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and ${ours}
  union all
  select 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where p.prokind in ('f', 'p') and ${ours} and ${notOfExtension('pg_proc', 'p.oid')}
  union all
  select 'enum ' || t.oid::regtype, string_agg(e.enumlabel, ', ' order by e.enumsortorder)
  from pg_type t join pg_enum e on e.enumtypid = t.oid join pg_namespace n on n.oid = t.typnamespace
  where ${ours} and ${notOfExtension('pg_type', 't.oid')}
  group by t.oid
  union all
  select 'sequence ' || format('%I.%I', schemaname, sequencename),
    concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle, 'at', coalesce(last_value, 0))
  from pg_sequences n where ${ours.replaceAll('n.nspname', 'n.schemaname')}`;

/**
 * Everything that a database is made of but its rows: tables, columns, constraints, indexes, triggers, functions, enums,
 * and sequences with where they stand. Names are written in full, so that two databases compare.
 */
export const describeSchema = async (database: Run): Promise<Schema> => {
  await database.query(`set search_path = ''`);
  const { rows } = await database.query<{ name: string; text: string }>(`${things} order by 1`);
  await database.query('reset search_path');
  return new Map(rows.map(({ name, text }) => [name, text]));
};
