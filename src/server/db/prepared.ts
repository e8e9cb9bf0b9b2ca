import type { Database } from './database.ts';

/** Builds a query once for each database; every call after that sends it with its parameters alone. */
export const preparedQuery = <Query>(prepare: (db: Database) => Query): ((db: Database) => Query) => {
  const kept = new WeakMap<Database, Query>();
  return (db) => {
    const known = kept.get(db);
    if (known) return known;
    const made = prepare(db);
    kept.set(db, made);
    return made;
  };
};
