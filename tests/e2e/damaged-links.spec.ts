import { ownPurchaseMessages } from '../../src/shared/messages/purchases.ts';
import { addressLinkMessages } from '../../src/shared/messages/own-account.ts';
import { newEmail } from '../api/factories.ts';
import { mainContent } from './accounts/account-screens.ts';
import { createAccount, createResetCode } from './accounts/firebase-accounts.ts';
import { expect, test } from './fixtures.ts';
import { mailTo } from './mail.ts';
import { failedRequest, holdRequests, waitForPath } from './page-helpers.ts';
import { insertPurchase } from './purchase-rows.ts';

// tests/unit/shared/link-tokens.test.ts lists what links pick up on their way.

test('a link to /purchases works with what it picked up; a damaged one is named', async ({ page, rows }) => {
  const email = newEmail('buyer');
  await insertPurchase(rows, email, ['one-time', 'basic', 'completed']);
  await page.goto('/purchases');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Look in your mailbox' })).toBeVisible();
  const { links } = await mailTo(email, 'Your Kithbook purchases');
  const link = links.find((address) => address.includes('/purchases#')) ?? '';

  await test.step('a link that lost its end shows the form and the reason, also in an open page', async () => {
    await page.goto('/robots.txt');
    for (let turn = 0; turn < 2; turn += 1) {
      await page.goto(`${link.slice(0, -3)}.`);
      await expect(page.getByText(ownPurchaseMessages.damagedLink)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible();
      await expect(page).toHaveURL('/purchases');
    }
  });
  await test.step('a second link works, even if it is opened before the page’s script has loaded', async () => {
    await page.goto('/robots.txt');
    const scripts = await holdRequests(page, /\/_astro\/.*\.js/);
    await page.goto(link.slice(0, -3));
    await expect(page.getByText(ownPurchaseMessages.damagedLink)).toBeVisible();
    await page.goto(link);
    scripts.release();
    await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
    await expect(page).toHaveURL('/purchases');
  });
  await test.step('a place in the page is no link', async () => {
    await page.goto('/robots.txt');
    await page.goto('/purchases#content');
    await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible();
    await expect(mainContent(page).getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  });
  await test.step('the link opens the purchases', async () => {
    await page.goto('/robots.txt');
    await page.goto(`${link}&amp;utm_source=x`);
    await page.getByRole('button', { name: 'See my purchases' }).click();
    await expect(page.getByText(email)).toBeVisible();
  });
});

test('the links to a new address and a new password work with what they picked up', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  await test.step('a changed address’s link; a damaged one is named', async () => {
    const token = '01890a5d-ac96-774b-bcce-b302099a8057.Zk3pU_xyGJ8mW-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o';
    await page.goto(`/change-address#confirm=${token}%20`);
    await expect(page.getByRole('button', { name: 'Change email address' })).toBeVisible();
    await expect(page).toHaveURL('/change-address');
    await page.goto('/robots.txt');
    await page.goto(`/change-address#confirm=${token.slice(0, -2)}`);
    await expect(mainContent(page).getByRole('alert')).toHaveText(addressLinkMessages.missing);
    await expect(page.getByRole('link', { name: addressLinkMessages.toAccount })).toBeVisible();
    await expect(page).toHaveURL('/change-address');
  });
  await test.step('a reset link, whose parameters are escaped', async () => {
    const { email } = await createAccount();
    const code = await createResetCode(email);
    for (const query of [`?mode=resetPassword&amp;oobCode=${code}.`, `?token=${code}_`]) {
      await page.goto(`/reset-password${query}`);
      await waitForPath(page, '/set-new-password');
      await expect(page.getByLabel('Account')).toHaveValue(email);
      await expect(page).toHaveURL('/set-new-password');
    }
  });
});
