import { type SQL, sql } from 'drizzle-orm';

/** A moment, or none, as the database's. */
export const timestamptz = (at: Date | null): SQL => sql`${at?.toISOString() ?? null}::timestamptz`;
