import type { Page } from '@playwright/test';
import {
  chooseRowAction,
  confirmDialog,
  insertAffiliate,
  openSearch,
  recordForm,
  saveForm,
  screenNotice,
  signInAdmin,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

function paymentSettings(page: Page) {
  return page.locator('details', { hasText: 'Payment settings' });
}

test('admin sets an affiliate’s payment email and waives the minimum', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const affiliate = await insertAffiliate(rows);
  const stored = () => rows('select payout_email, no_minimum from affiliates where id = $1', [affiliate.id]);
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', affiliate.tag);
  await chooseRowAction(page, 'Edit', affiliate.name);
  await paymentSettings(page).getByText('Payment settings').press('Enter');
  await test.step('settings are saved, and a newer record is a conflict', async () => {
    const email = paymentSettings(page).getByLabel('Payment email');
    const waived = paymentSettings(page).getByLabel('No minimum');
    const saveSettings = paymentSettings(page).getByRole('button', { name: 'Save payment settings' });
    await expect(paymentSettings(page)).toContainText('Balance $0.00. Minimum payout $100.00.');
    await expect(
      paymentSettings(page).getByRole('link', { name: 'This affiliate’s statements' }),
    ).toHaveAttribute('href', `/affiliate-statements?affiliate=${affiliate.id}`);
    await email.fill('nowhere');
    await saveSettings.click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(/Please enter a valid email address$/);
    await email.fill('paid@mail.example');
    await waived.check();
    await saveSettings.dblclick();
    await expect(screenNotice(page)).toHaveText('The payment settings were saved.');
    await expect(email).toHaveAccessibleDescription(/^Changed on /);

    // The record form continues from the saved version. Its save drops the typed settings.
    await recordForm(page).getByLabel('Name').fill(`Renamed ${affiliate.tag}`);
    await waived.uncheck();
    await saveForm(page);
    await confirmDialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(screenNotice(page)).toHaveText('Affiliate updated successfully');
    expect(await stored()).toEqual([{ payout_email: 'paid@mail.example', no_minimum: true }]);

    await chooseRowAction(page, 'Edit', `Renamed ${affiliate.tag}`);
    await paymentSettings(page).getByText('Payment settings').click();
    await expect(email).toHaveValue('paid@mail.example');
    await expect(waived).toBeChecked();
    await rows(
      "update affiliates set payout_email = 'other@mail.example', version = version + 1 where id = $1",
      [affiliate.id],
    );
    await email.fill('typed@mail.example');
    await saveSettings.click();
    await expect(screenNotice(page)).toContainText('Somebody else has changed this record.');
    await expect(email).toHaveValue('typed@mail.example');
    await page.getByRole('button', { name: 'Reload the record and discard my changes' }).click();
    await expect(email).toHaveValue('other@mail.example');
  });
  await test.step('saving the record asks before it drops the typed settings', async () => {
    await paymentSettings(page).getByLabel('Payment email').fill('typed@mail.example');
    await saveForm(page);
    await expect(confirmDialog(page)).toHaveAccessibleName(
      'Save without your changes under “Payment settings”?',
    );
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await paymentSettings(page).getByRole('button', { name: 'Save payment settings' }).click();
    await expect(screenNotice(page)).toHaveText('The payment settings were saved.');
  });
});
