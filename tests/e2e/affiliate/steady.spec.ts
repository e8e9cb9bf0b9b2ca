import type { Page } from '@playwright/test';
import { addMonths, monthOf } from '../../../src/shared/dates.ts';
import { payable } from '../../api/money/statements/ledger-maker.ts';
import { createAccount } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { expect, test } from '../fixtures.ts';
import type { Rows } from '../stack-fixtures.ts';
import { advancePayout, insertStatement } from '../statement-rows.ts';

/** Inserts an affiliate with a year of commissions, and an unclaimed, a returned and a proposed payout. */
async function insertYear(rows: Rows, email: string): Promise<void> {
  const person = await payable(rows, { email });
  for (let back = 0; back < 12; back += 1)
    await person.earn(`${addMonths(monthOf(new Date()), -back)}-01T00:00:00Z`, 100_00);
  for (const [index, result] of ['unclaimed', 'returned', null].entries()) {
    const month = `2072-0${String(index + 1)}`;
    const { payout } = await insertStatement(rows, person.id, month, { entries: 100_00, paid: 100_00 });
    if (result === null) continue;
    await advancePayout(rows, payout);
    await rows(
      `update payouts set exported_at = now(), exported_by = 'a', result = $2::payout_result, result_at = now()
       where id = $1`,
      [payout, result],
    );
  }
}

/** Adds up the layout shifts of each page from its start. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, {
          shift: Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

test('an affiliate’s screens do not move while they load, and the overview is short', async ({
  page,
  rows,
}) => {
  const { email } = await createAccount();
  await insertYear(rows, email);
  await signIn(page, email);
  await recordShifts(page);
  for (const [width, height] of [
    [360, 3_500],
    [1440, 2_200],
  ] as const)
    for (const [path, text] of [
      ['/affiliate-dashboard', 'See all commissions'],
      ['/affiliate-statements', 'Open January 2072'],
      ['/affiliate-commissions', '1–12 of 12'],
    ] as const)
      await test.step(`${path} in a window of ${String(width)} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        await expect(page.locator('main').getByText(text)).toBeVisible();
        await page.waitForSelector('html[data-fonts]');
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        expect(await page.evaluate(() => Reflect.get(window, 'shift') as number)).toBeLessThanOrEqual(0.001);
        if (path === '/affiliate-dashboard')
          expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
            height,
          );
      });
});
