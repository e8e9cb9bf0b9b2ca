import { type SQL, sql } from 'drizzle-orm';

/** A moment as the API shows it: ISO 8601 UTC to the millisecond; null stays null. */
export const iso = (moment: SQL): SQL =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
