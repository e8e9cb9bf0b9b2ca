import { type SQL, sql } from 'drizzle-orm';

/** Texts as an array of the database. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;
