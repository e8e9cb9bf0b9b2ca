import type { Rows } from './rows.ts';

/**
 * Makes PostgreSQL plan the checks of foreign keys again. Call it before inserting thousands of affiliates: with a plan that was
 * stored when the table was small, each check reads the whole table.
 */
export async function forgetPlans(rows: Rows): Promise<void> {
  await rows('analyze affiliates, affiliate_codes, statements, payouts');
}
