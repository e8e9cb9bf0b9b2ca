import type { Page } from '@playwright/test';
import { formNotice, submitButton } from '../accounts/account-screens.ts';
import { createAccount, sampleAccounts } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { insertAffiliate } from '../admin/admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';

const path = '/affiliate-profile';
const lookUpCall = '**/api/affiliates/email/**';
function emailField(page: Page) {
  return page.getByLabel('Email');
}

function copyLinkButton(page: Page) {
  return page.locator('.copy-link').getByRole('button');
}

function factValue(page: Page, term: string) {
  return page
    .locator('main dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd');
}

type Rows = Parameters<typeof insertAffiliate>[0];

/** Signs in an affiliate of the test's own, and opens the screen. */
async function openLookup(page: Page, rows: Rows) {
  const account = await createAccount();
  const affiliate = await insertAffiliate(rows, { email: account.email, created: '2025-08-15T23:30:00Z' });
  await signIn(page, affiliate.email);
  await page.goto(path);
  await expect(submitButton(page)).toHaveText('Look Up');
  return affiliate;
}

async function lookUp(page: Page, typed: string): Promise<void> {
  await emailField(page).fill(typed);
  await submitButton(page).click();
}

test('an affiliate finds only their own record, and copies its link', async ({
  page,
  rows,
  allowConsoleErrors,
  context,
  baseURL,
}) => {
  allowConsoleErrors(failedRequest);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const affiliate = await openLookup(page, rows);
  await test.step('another affiliate’s email and an invalid one find nothing', async () => {
    await lookUp(page, affiliate.email);
    await expect(factValue(page, 'Email')).toHaveText(affiliate.email);
    for (const other of [sampleAccounts.ada, 'a/b?c#d']) {
      await lookUp(page, other);
      await expect(formNotice(page)).toHaveText('No affiliate found with this email address');
      await expect(page.locator('main dl')).toHaveCount(0);
      await expect(emailField(page)).toHaveValue(other);
    }
  });
  await test.step('a failing server', async () => {
    await page.route(lookUpCall, (route) => route.fulfill({ status: 500, json: { error: 'Broken' } }));
    await lookUp(page, affiliate.email);
    await expect(formNotice(page)).toHaveText('Failed to fetch affiliate information');
    await page.unroute(lookUpCall);
    await lookUp(page, affiliate.email);
    await expect(factValue(page, 'Affiliate Code')).toHaveText(affiliate.code);
    await expect(page.locator('main')).toContainText('Will work once approved.');
  });
  await test.step('a found record is announced each time', async () => {
    const announcement = page.locator('main form').getByRole('status').filter({ hasText: 'Found.' });
    for (let time = 0; time < 2; time += 1) {
      const held = await holdRequests(page, lookUpCall);
      await lookUp(page, affiliate.email);
      await expect(announcement).toHaveCount(0);
      held.release();
      await expect(factValue(page, 'Email')).toHaveText(affiliate.email);
      await expect(announcement).toHaveClass('visually-hidden');
      await expect(formNotice(page)).toHaveText('');
    }
  });
  await lookUp(page, '  ');
  await expect(emailField(page)).toHaveAccessibleDescription('Please enter your email address');
  await expect(emailField(page)).toBeFocused();
  const held = await holdRequests(page, lookUpCall);
  await lookUp(page, ` ${affiliate.email.toUpperCase()} `);
  await expect(submitButton(page)).toHaveText('Looking up...');
  held.release();
  for (const [term, detail] of [
    ['Name', affiliate.name],
    ['Email', affiliate.email],
    ['Affiliate Code', affiliate.code],
    ['Date Created', '8/15/2025'],
  ] as const)
    await expect(factValue(page, term)).toHaveText(detail);
  await expect(page.locator('.copy-link code')).toHaveText(`${baseURL ?? ''}/buy?ref=${affiliate.code}`);
  await expect(submitButton(page)).toHaveText('Look Up');
  await test.step('the link is copied, and the button reads Copied! for 3 seconds', async () => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await copyLinkButton(page).click();
    await expect(copyLinkButton(page)).toHaveText('Copied!');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `${baseURL ?? ''}/buy?ref=${affiliate.code}`,
    );
    await page.clock.runFor(2_999);
    await expect(copyLinkButton(page)).toHaveText('Copied!');
    await page.clock.runFor(1);
    await expect(copyLinkButton(page)).toHaveText('Copy Link');
  });
});
