import type { Dialog, Page } from '@playwright/test';
import { openNewForm, recordForm, signInAdmin } from './admin-screen.ts';
import { insertPayouts, openPayouts, selectedPayouts, uniqueMonth } from './payout-screen.ts';
import { expect, test } from '../fixtures.ts';
import { dashboardPath as dashboard } from '../profiles/profile-screens.ts';
import { advancePayout } from '../statement-rows.ts';

/** Clicks a link of the footer, and expects and dismisses the browser's question. */
async function expectLeaveQuestion(page: Page): Promise<void> {
  const dialogOpened = page.waitForEvent('dialog');
  const press = page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click();
  const dialog = await dialogOpened;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await press;
  await expect(page.locator('html')).not.toHaveAttribute('data-leaving');
}

/** Clicks a link of the footer, and expects no question. */
async function expectLeavesWithoutQuestion(page: Page): Promise<void> {
  let requestCount = 0;
  const accept = (question: Dialog): void => {
    requestCount += 1;
    void question.accept();
  };
  page.on('dialog', accept);
  await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL(/\/privacy-policy$/);
  expect(requestCount).toBe(0);
  page.off('dialog', accept);
}

test('leaving a list with typed text asks first; Logout asks once, and Cancel keeps the session', async ({
  page,
  rows,
}) => {
  await signInAdmin(page);
  for (const path of ['/affiliate-admin', dashboard])
    await test.step(path, async () => {
      await page.goto(path);
      if (path !== dashboard) await openNewForm(page);
      const name = recordForm(page).getByLabel('Name');
      await name.fill('Typed');
      await expectLeaveQuestion(page);
      await expect(name).toHaveValue('Typed');
      await name.fill('');
      await expectLeavesWithoutQuestion(page);
    });
  await test.step('typed transactions', async () => {
    const month = uniqueMonth(2071);
    const [payout] = await insertPayouts(rows, month, 1);
    await advancePayout(rows, payout?.id ?? '');
    await openPayouts(page, month, 1);
    await page.getByLabel(`Select Minted (${payout?.code ?? ''})`).check();
    await selectedPayouts(page).getByText('Mark 1 as paid').click();
    const transaction = selectedPayouts(page).getByLabel('Transaction id');
    const lines = page.getByLabel('Lines');
    await transaction.fill('1AB');
    await expectLeaveQuestion(page);
    await expect(transaction).toHaveValue('1AB');
    await transaction.fill('');
    await page.getByText('Mark as paid from a list').click();
    await lines.fill('id,1AB');
    await expectLeaveQuestion(page);
    await expect(lines).toHaveValue('id,1AB');
    await transaction.fill('1AB');
    const requests: string[] = [];
    let acceptsDialog = false;
    page.on('dialog', (question) => {
      requests.push(question.message());
      void (acceptsDialog ? question.accept() : question.dismiss());
    });
    const logOut = page.locator('header').getByRole('button', { name: 'Logout' });
    await logOut.click();
    expect(requests).toEqual(['Log out without saving your changes?']);
    await page.getByRole('button', { name: 'Export CSV' }).focus();
    await expect(lines).toHaveValue('id,1AB');
    await expect(logOut).not.toHaveAttribute('aria-busy', 'true');
    acceptsDialog = true;
    await logOut.click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(requests).toHaveLength(2);
  });
});
