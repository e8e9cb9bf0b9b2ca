import type { Rows } from './rows.ts';

/**
 * Call it before inserting thousands of affiliates. PostgreSQL then plans the checks of their foreign keys for the larger tables.
 * With the plans for small tables, every check would read the whole table.
 */
export async function forgetPlans(rows: Rows): Promise<void> {
  await rows('analyze affiliates, affiliate_codes, statements, payouts');
}
