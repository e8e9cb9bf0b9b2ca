import type { Page } from '@playwright/test';
import { payable } from '../../api/statements/ledger-maker.ts';
import { expect, test } from '../fixtures.ts';
import { newStatement } from '../month-rows.ts';
import { rowsOf } from './admin-screen.ts';

/** The screen of the payout run. */
export const path = '/payouts';

type Rows = Parameters<typeof payable>[0];

/** A month of one test's own, and of one try of it. */
export const monthFor = (year: number): string =>
  `${String(year)}-${String(1 + test.info().retry).padStart(2, '0')}`;

export interface Proposed {
  readonly id: string;
  readonly code: string;
  readonly affiliate: string;
}

/** So many proposed payouts in a month: of 100.00, 101.00, … */
export const propose = async (rows: Rows, month: string, count: number): Promise<Proposed[]> => {
  const made: Proposed[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = await payable(rows, { payoutEmail: `pay-${String(index)}@mail.example` });
    const cents = (100 + index) * 100;
    const to = `pay-${String(index)}@mail.example`;
    const { payout } = await newStatement(rows, person.id, month, { entries: cents, paid: cents, to });
    made.push({ id: payout, code: person.code, affiliate: person.id });
  }
  return made;
};

/** How far a payout has come. */
export const stateOf = async (rows: Rows, { id }: Proposed) =>
  (await rows('select state::text as state, transaction_id from payouts where id = $1', [id]))[0];
/** What can be done with the chosen ones. */
export const chosen = (page: Page) => page.getByRole('group', { name: 'Chosen payouts' });
/** Opens the run of a month, and waits for so many rows. */
export const open = async (page: Page, month: string, count: number): Promise<void> => {
  await page.goto(`${path}?month=${month}`);
  await expect(rowsOf(page)).toHaveCount(count);
};

/** Counts the calls that move payouts on. */
export const countMoves = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/payouts/')) calls.push(request.url());
  });
  return calls;
};
