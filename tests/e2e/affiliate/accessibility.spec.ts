import { fixtures } from '../../api/database/fixtures.ts';
import { formNotice, submitButton } from '../accounts/account-screens.ts';
import { createAccount } from '../accounts/firebase-accounts.ts';
import { signInToDashboard } from '../accounts/sign-in.ts';
import { insertAffiliate } from '../admin/admin-screen.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

type Rows = Parameters<typeof insertAffiliate>[0];

async function insertMember(rows: Rows) {
  return insertAffiliate(rows, { email: (await createAccount()).email, active: '2025-01-01T00:00:00Z' });
}

test.beforeEach(() => {
  test.slow();
});

test('the affiliate’s dashboard, application and profile have no accessibility violation', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  await context.grantPermissions(['clipboard-write']);
  const affiliate = await insertMember(rows);
  await fixtures(rows).entry({ affiliate_id: affiliate.id, occurred_at: new Date().toISOString() });
  await signInToDashboard(page, affiliate.email);
  await page.getByText('Show the figures as a table').click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  await expectAccessible(page);
  await test.step('the application', async () => {
    await page.goto('/affiliate-application');
    await expect(page.locator('main dl')).toContainText(affiliate.code);
    await expectAccessible(page);
  });
  await test.step('the profile with a record, and without one', async () => {
    await page.goto('/affiliate-profile');
    await page.getByLabel('Email').fill(affiliate.email);
    await submitButton(page).click();
    await expect(page.locator('main dl')).toContainText(affiliate.code);
    await expectAccessible(page);
    await page.getByLabel('Email').fill('nobody@mail.example');
    await submitButton(page).click();
    await expect(formNotice(page)).toHaveText('No affiliate found with this email address');
    await expectAccessible(page);
  });
});
