import type { Page } from '@playwright/test';
import { codePattern, mainContent, selectAffiliate, signUp, submittedText } from './account-screens.ts';
import { fetchMailedCodes, sampleAccounts, uniqueEmail } from './firebase-accounts.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, waitForPath } from '../page-helpers.ts';

function unconfirmedNotice(page: Page) {
  return page.getByText('Your email address isn’t confirmed yet.');
}

function confirmButton(page: Page) {
  return page.getByRole('button', { name: 'Confirm email address' });
}

const invalidLinkText = 'This link is invalid or has expired, or you’ve already used it.';

test('a new affiliate applies, confirms the email, and reads a refusal', async ({
  page,
  rows,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const email = uniqueEmail();
  const name = email.split('@')[0] ?? '';
  await signUp(page, email, { referredBy: sampleAccounts.ada });
  await waitForPath(page, '/affiliate-application');
  await expect(page).toHaveURL('/affiliate-application');
  await test.step('the application screen', async () => {
    await expect(mainContent(page).getByText(submittedText)).toContainText(email);
    const [row] = await rows(selectAffiliate, [email]);
    const affiliateCode = String(row?.code);
    expect(affiliateCode).toMatch(codePattern(email));
    expect(row).toMatchObject({ name, referred_by: sampleAccounts.ada });
    for (const [term, detail] of [
      ['Name', name],
      ['Email', email],
      ['Affiliate code', affiliateCode],
    ] as const)
      await expect(
        mainContent(page)
          .locator('dl > div')
          .filter({ has: page.getByText(term, { exact: true }) }),
      ).toContainText(detail);
    await expect(mainContent(page).locator('.copy-link code')).toHaveText(
      `${baseURL ?? ''}/buy?ref=${affiliateCode}`,
    );
    await expect(mainContent(page).getByText('Will work once approved.')).toBeVisible();
    await expect(mainContent(page).getByText('Coming Soon')).toBeVisible();
    await expect(mainContent(page)).toContainText(/You’ll have our answer by \d{1,2}\/\d{1,2}\/\d{4}\./);
    await expect(mainContent(page)).toContainText('Confirm your email address.');
    for (const path of ['/affiliate-profile', '/affiliate-dashboard', '/affiliate-pitch', '/features'])
      await expect(mainContent(page).locator(`a[href="${path}"]`)).toBeVisible();
  });
  await test.step('the applicant’s own words are saved, shown after a reload, and limited to 500 characters', async () => {
    const words = page.getByLabel('How will you tell people about Kithbook?');
    await expect(words).toHaveAttribute('maxlength', '500');
    await words.fill('In my newsletter,\nand at the library');
    await mainContent(page).getByRole('button', { name: 'Save' }).click();
    await expect(mainContent(page).getByText('Saved. We’ll read it with your application.')).toBeVisible();
    await page.reload();
    await expect(words).toHaveValue('In my newsletter,\nand at the library');
  });
  await page.goto('/affiliate-dashboard');
  await expect(unconfirmedNotice(page)).toBeVisible();
  await test.step('the dashboard sends the mail again and reports a failure', async () => {
    const sendAgain = page.getByRole('button', { name: 'Send the email again' });
    await page.route(/accounts:sendOobCode/, (route) => route.abort(), { times: 1 });
    await sendAgain.click();
    await expect(page.getByText('The sign-in service cannot be reached.')).toBeVisible();
    expect(await fetchMailedCodes(email)).toHaveLength(1);
    await sendAgain.click();
    await expect(page.getByText('Sent. Please check your inbox and your spam folder.')).toBeVisible();
    expect(await fetchMailedCodes(email)).toHaveLength(2);
  });
  const code = (await fetchMailedCodes(email)).at(-1) ?? '';
  await test.step('the link and a press confirm the email, and the payment email is saved', async () => {
    await page.goto(`/reset-password?mode=verifyEmail&oobCode=${code}`);
    await expect(confirmButton(page)).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    await confirmButton(page).click();
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await waitForPath(page, '/affiliate-dashboard');
    await expect(unconfirmedNotice(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Set your payment email' }).click();
    await waitForPath(page, '/affiliate-payment');
    await page.getByLabel('Payment email').fill('pay@mail.example');
    await page.getByRole('button', { name: 'Save payment email' }).click();
    await expect(page.getByText('Your payment email was saved.')).toBeVisible();
  });
  await test.step('the applicant reads that the application was declined, and why', async () => {
    await rows(
      "update affiliates set application_state = 'declined', declined_reason = 'Not yet' where email = $1",
      [email],
    );
    await page.goto('/affiliate-dashboard');
    await expect(page.getByText('We can’t accept your application at the moment.')).toBeVisible();
    await expect(page.getByText('Our reason: Not yet')).toBeVisible();
    await expect(page.getByText('Not Activated')).toBeVisible();
  });
  await test.step('a bad link is invalid', async () => {
    await page.goto('/reset-password?mode=recoverEmail&oobCode=nonsense');
    await page.getByRole('button', { name: 'Restore email address' }).click();
    await expect(page.getByText(invalidLinkText)).toBeVisible();
    await page.goto('/reset-password?mode=verifyEmail');
    await expect(page.getByRole('alert').filter({ hasText: invalidLinkText })).toBeVisible();
  });
});
