import { expect, test } from '../fixtures.ts';
import { settle } from '../month-rows.ts';
import { path as dashboard } from '../profiles/dashboard-screen.ts';
import { formOf, signInAdmin } from './admin-screen.ts';
import { chosen, monthFor, open, propose } from './payout-run.ts';
import type { Dialog, Page } from '@playwright/test';

/** Leaves by a link of the bar, stays when asked, and has the page in sight with the focus in it. */
const isAsked = async (page: Page): Promise<void> => {
  const asking = page.waitForEvent('dialog');
  const press = page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click();
  const question = await asking;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await press;
  await expect(page.locator('html')).not.toHaveAttribute('data-leaving');
};

/** Leaves by the same link, and is asked nothing. */
const leaves = async (page: Page): Promise<void> => {
  let asked = 0;
  const accept = (question: Dialog): void => {
    asked += 1;
    void question.accept();
  };
  page.on('dialog', accept);
  await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL(/\/privacy-policy$/);
  expect(asked).toBe(0);
  page.off('dialog', accept);
};

test('the browser asks before it leaves a list with what was typed for a new record', async ({ page }) => {
  await signInAdmin(page);
  for (const path of ['/affiliate-admin', '/customer-admin', dashboard])
    await test.step(path, async () => {
      await page.goto(path);
      const name = formOf(page).getByLabel('Name');
      await name.fill('Typed');
      await isAsked(page);
      await expect(name).toHaveValue('Typed');
      await name.fill('');
      await leaves(page);
    });
});

test('transactions and reasons that were typed go only after a question; Logout asks once, and signs nobody out who stays', async ({
  page,
  rows,
}) => {
  const month = monthFor(2071);
  const [payout] = await propose(rows, month, 1);
  await settle(rows, payout?.id ?? '');
  await signInAdmin(page);
  await open(page, month, 1);
  await page.getByLabel(`Choose Minted (${payout?.code ?? ''})`).check();
  await chosen(page).getByText('Mark 1 as paid').click();
  const transaction = chosen(page).getByLabel('Transaction id');
  const lines = page.getByLabel('Lines');
  await transaction.fill('1AB');
  await isAsked(page);
  await expect(transaction).toHaveValue('1AB');
  await transaction.fill('');
  await page.getByText('Mark as paid from a list').click();
  await lines.fill('id,1AB');
  await isAsked(page);
  await expect(lines).toHaveValue('id,1AB');
  await transaction.fill('1AB');
  const asked: string[] = [];
  let goes = false;
  page.on('dialog', (question) => {
    asked.push(question.message());
    void (goes ? question.accept() : question.dismiss());
  });
  const logOut = page.locator('header').getByRole('button', { name: 'Logout' });
  await logOut.click();
  expect(asked).toEqual(['Log out without saving what you typed?']);
  await page.getByRole('button', { name: 'Export CSV' }).focus();
  await expect(lines).toHaveValue('id,1AB');
  await expect(logOut).not.toHaveAttribute('aria-busy', 'true');
  goes = true;
  await logOut.click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(asked).toHaveLength(2);
});
