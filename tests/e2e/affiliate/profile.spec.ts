import type { Page } from '@playwright/test';
import { formNotice, submitButton } from '../accounts/account-screens.ts';
import { createAccount, sampleAccounts } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { insertAffiliate } from '../admin/admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';
import type { Rows } from '../stack-fixtures.ts';

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

/** Signs in an affiliate of the test's own, and opens the screen. */
async function openLookup(page: Page, rows: Rows) {
  const account = await createAccount();
  const affiliate = await insertAffiliate(rows, { email: account.email, created: '2025-08-15T23:30:00Z' });
  await signIn(page, affiliate.email);
  await page.goto(path);
  await expect(submitButton(page)).toHaveText('Look up');
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
  baseURL,
}) => {
  allowConsoleErrors(failedRequest);
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
    ['Affiliate code', affiliate.code],
    ['Date created', '8/15/2025'],
  ] as const)
    await expect(factValue(page, term)).toHaveText(detail);
  await expect(page.locator('.copy-link code')).toHaveText(`${baseURL ?? ''}/buy?ref=${affiliate.code}`);
  await expect(submitButton(page)).toHaveText('Look up');
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
    await expect(copyLinkButton(page)).toHaveText('Copy link');
  });
});
