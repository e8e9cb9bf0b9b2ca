import { type SQL, sql } from 'drizzle-orm';

/** What a search looks for in a `search_text`: `text` anywhere, in any case, its wildcards taken as plain characters. */
export const containing = (column: SQL, text: string): SQL =>
  sql`${column} like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`;
