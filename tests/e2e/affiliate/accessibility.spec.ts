import { fixtures } from '../../api/database/fixtures.ts';
import { newAccount } from '../accounts/provider.ts';
import { failedAnswer, noticeOf, submitButton } from '../accounts/screens.ts';
import { signInToDashboard } from '../accounts/sign-in.ts';
import { looksRight } from '../looks-right.ts';
import { newAffiliate } from '../admin/records.ts';
import { expect, test } from '../fixtures.ts';

type Rows = Parameters<typeof newAffiliate>[0];

const newMember = async (rows: Rows) =>
  newAffiliate(rows, { email: (await newAccount()).email, active: '2025-01-01T00:00:00Z' });

test.beforeEach(() => {
  test.slow();
});

test('dashboard and profile of an affiliate have no accessibility violation: figures, a copy announced, a record and nobody found', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await context.grantPermissions(['clipboard-write']);
  const own = await newMember(rows);
  await fixtures(rows).entry({ affiliate_id: own.id, occurred_at: new Date().toISOString() });
  await signInToDashboard(page, own.email);
  await page.getByText('Show the figures as a table').click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  await looksRight(page);
  await test.step('the profile with a record, and with nobody found', async () => {
    await page.goto('/affiliate-profile');
    await page.getByLabel('Email').fill(own.email);
    await submitButton(page).click();
    await expect(page.locator('main dl')).toContainText(own.code);
    await looksRight(page);
    await page.getByLabel('Email').fill('nobody@mail.example');
    await submitButton(page).click();
    await expect(noticeOf(page)).toHaveText('No affiliate found with this email address');
    await looksRight(page);
  });
});
