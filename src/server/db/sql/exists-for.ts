import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether a question about one row finds anything, as a value of that row. It is asked for the rows of the page alone: without
 * the offset, the planner may read the whole table that is asked, once, to look every row up in it.
 */
export const existsFor = (question: SQL): SQL => sql`exists (${question} offset 0)`;
