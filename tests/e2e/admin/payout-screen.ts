import type { Page } from '@playwright/test';
import { payable } from '../../api/money/statements/ledger-maker.ts';
import { tableRows } from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { insertStatement } from '../statement-rows.ts';
import type { Rows } from '../stack-fixtures.ts';

export const payoutsPath = '/payouts';

/** Returns a month of `year` that differs for each retry. Each test passes a year of its own. */
export function uniqueMonth(year: number): string {
  return `${String(year)}-${String(1 + test.info().retry).padStart(2, '0')}`;
}

export interface TestPayout {
  readonly id: string;
  readonly code: string;
  readonly affiliate: string;
}

/** Inserts `count` proposed payouts into a month: 100.00, 101.00, … */
export async function insertPayouts(rows: Rows, month: string, count: number): Promise<TestPayout[]> {
  const payouts: TestPayout[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = await payable(rows, { payoutEmail: `pay-${String(index)}@mail.example` });
    const cents = (100 + index) * 100;
    const to = `pay-${String(index)}@mail.example`;
    const { payout } = await insertStatement(rows, person.id, month, { entries: cents, paid: cents, to });
    payouts.push({ id: payout, code: person.code, affiliate: person.id });
  }
  return payouts;
}

/** The actions for the selected payouts. */
export function selectedPayouts(page: Page) {
  return page.getByRole('group', { name: 'Selected payouts' });
}

/** Opens the payouts of a month and waits for `count` rows. */
export async function openPayouts(page: Page, month: string, count: number): Promise<void> {
  await page.goto(`${payoutsPath}?month=${month}`);
  await expect(tableRows(page)).toHaveCount(count);
}

/** Records the calls that change the state of payouts. */
export function recordPayoutCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/payouts/')) calls.push(request.url());
  });
  return calls;
}
