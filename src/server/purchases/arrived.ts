import { type SQL, sql } from 'drizzle-orm';

/** The condition that the money of a payment, a row of `payments`, arrived: it did even if it went back later. */
export const arrived = (row: SQL): SQL => sql`${row}.state in ('completed', 'reversed')`;
