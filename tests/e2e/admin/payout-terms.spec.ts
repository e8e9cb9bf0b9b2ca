import type { Page } from '@playwright/test';
import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { dialogOf, formOf, openSearch, rowButton, saidOf, save, signInAdmin } from './admin-screen.ts';
import { newAffiliate } from './records.ts';

const terms = (page: Page) => page.locator('details', { hasText: 'How this affiliate is paid' });

test('an admin sets where an affiliate is paid and waives the minimum, and never over a newer state', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  const one = await newAffiliate(rows);
  const stored = () => rows('select payout_email, no_minimum from affiliates where id = $1', [one.id]);
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', one.tag);
  await rowButton(page, 'Edit', one.name).click();
  await terms(page).getByText('How this affiliate is paid').press('Enter');
  const email = terms(page).getByLabel('Payment email');
  const waived = terms(page).getByLabel('No minimum');
  const set = terms(page).getByRole('button', { name: 'Set payment' });
  await expect(terms(page)).toContainText('Balance $0.00. Minimum payout $100.00.');
  await expect(terms(page).getByRole('link', { name: 'The statements of this affiliate' })).toHaveAttribute(
    'href',
    `/affiliate-statements?affiliate=${one.id}`,
  );
  await email.fill('nowhere');
  await set.click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address$/);
  await looksRight(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await email.fill('paid@mail.example');
  await waived.check();
  await set.dblclick();
  await expect(saidOf(page)).toHaveText('The payment settings of this affiliate were saved.');
  expect(await stored()).toEqual([{ payout_email: 'paid@mail.example', no_minimum: true }]);
  await expect(email).toHaveAccessibleDescription(/^Changed on /);
  expect(
    await rows('select 1 as one from payout_email_changes where affiliate_id = $1', [one.id]),
  ).toHaveLength(1);

  // The form above goes on from what was saved here.
  await formOf(page).getByLabel('Name').fill(`Renamed ${one.tag}`);
  await save(page);
  await expect(saidOf(page)).toHaveText('Affiliate updated successfully');

  await rowButton(page, 'Edit', `Renamed ${one.tag}`).click();
  await terms(page).getByText('How this affiliate is paid').click();
  await expect(email).toHaveValue('paid@mail.example');
  await expect(waived).toBeChecked();
  await rows(
    "update affiliates set payout_email = 'other@mail.example', version = version + 1 where id = $1",
    [one.id],
  );
  await email.fill('typed@mail.example');
  await set.click();
  await expect(saidOf(page)).toContainText('Somebody else has changed this record.');
  await expect(email).toHaveValue('typed@mail.example');
  await page.getByRole('button', { name: 'Reload the record, discard my text' }).click();
  await expect(email).toHaveValue('other@mail.example');
  await email.fill('typed@mail.example');
  await set.click();
  await expect(saidOf(page)).toHaveText('The payment settings of this affiliate were saved.');
  expect(await stored()).toEqual([{ payout_email: 'typed@mail.example', no_minimum: true }]);
  // What somebody else changed was not in the form above: saving that is refused.
  await formOf(page).getByLabel('Name').fill('Blind');
  await save(page);
  await expect(saidOf(page)).toContainText('Somebody else has changed this record.');
});

test('the payment settings load at Try again, hold a tick while they save, and are asked about when the record is saved without them', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newAffiliate(rows);
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', one.tag);
  await test.step('settings that fail to load come at Try again', async () => {
    await page.route('**/api/affiliates/payout?*', (route) => route.abort());
    await rowButton(page, 'Edit', one.name).click();
    await terms(page).getByText('How this affiliate is paid').click();
    await expect(terms(page).getByRole('alert')).toContainText(
      'Failed to fetch this affiliate’s payment settings: ',
    );
    await page.unroute('**/api/affiliates/payout?*');
    await terms(page).getByRole('button', { name: 'Try again' }).click();
    await expect(terms(page).getByLabel('No minimum')).not.toBeChecked();
  });
  await test.step('a tick stays what is being saved', async () => {
    const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/payout', async (route) => {
      await wanted;
      await route.continue();
    });
    const waived = terms(page).getByLabel('No minimum');
    await waived.check();
    await waived.press('Enter');
    await expect(terms(page).getByRole('button', { name: 'Setting...' })).toBeVisible();
    await waived.click();
    await expect(waived).toBeChecked();
    release(undefined);
    await expect(saidOf(page)).toHaveText('The payment settings of this affiliate were saved.');
    await expect(waived).toBeChecked();
    await expect(waived).toBeFocused();
    await page.unrouteAll();
    await terms(page).getByLabel('No minimum').uncheck();
    await terms(page).getByRole('button', { name: 'Set payment' }).click();
    await expect(terms(page).getByRole('button', { name: 'Set payment' })).toHaveAttribute(
      'aria-busy',
      'false',
    );
  });
  await test.step('saving the record asks before it takes away what was typed', async () => {
    await terms(page).getByLabel('Payment email').fill('paid@mail.example');
    await save(page);
    await expect(dialogOf(page)).toHaveAccessibleName(
      'Save without what you typed under “How this affiliate is paid”?',
    );
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await terms(page).getByRole('button', { name: 'Set payment' }).click();
    await expect(saidOf(page)).toHaveText('The payment settings of this affiliate were saved.');
    await terms(page).getByLabel('No minimum').check();
    await save(page);
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await expect(saidOf(page)).toHaveText('Affiliate updated successfully');
    expect(await rows('select payout_email, no_minimum from affiliates where id = $1', [one.id])).toEqual([
      { payout_email: 'paid@mail.example', no_minimum: false },
    ]);
  });
  await test.step('what was saved is not asked about, though it cannot be read again', async () => {
    await rowButton(page, 'Edit', one.name).click();
    await terms(page).getByText('How this affiliate is paid').click();
    await terms(page).getByLabel('Payment email').fill('other@mail.example');
    await page.route('**/api/affiliates/payout?*', (route) => route.abort());
    await terms(page).getByRole('button', { name: 'Set payment' }).click();
    await expect(saidOf(page)).toHaveText('The payment settings of this affiliate were saved.');
    await save(page);
    await expect(saidOf(page)).toHaveText('Affiliate updated successfully');
  });
});
