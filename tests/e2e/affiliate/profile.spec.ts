import type { Page } from '@playwright/test';
import { newAffiliate } from '../admin/records.ts';
import { newAccount, seeded } from '../accounts/provider.ts';
import { failedAnswer, noticeOf, submitButton } from '../accounts/screens.ts';
import { signIn } from '../accounts/sign-in.ts';
import { expect, test } from '../fixtures.ts';

const path = '/affiliate-profile';
const lookUps = '**/api/affiliates/email/**';
const email = (page: Page) => page.getByLabel('Email');
const copyButton = (page: Page) => page.locator('.copy-link').getByRole('button');
const fact = (page: Page, term: string) =>
  page
    .locator('main dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd');

type Rows = Parameters<typeof newAffiliate>[0];

/** Signs in an affiliate of the test's own, and opens the screen. */
const open = async (page: Page, rows: Rows) => {
  const account = await newAccount();
  const own = await newAffiliate(rows, { email: account.email, created: '2025-08-15T23:30:00Z' });
  await signIn(page, own.email);
  await page.goto(path);
  await expect(submitButton(page)).toHaveText('Look Up');
  return own;
};

const lookUp = async (page: Page, typed: string): Promise<void> => {
  await email(page).fill(typed);
  await submitButton(page).click();
};

test('an affiliate looks up the own record and copies its link; others are not found, failures are said, and an admin finds anybody', async ({
  page,
  rows,
  allowConsoleErrors,
  context,
  baseURL,
}) => {
  allowConsoleErrors(failedAnswer);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const own = await open(page, rows);
  await test.step('somebody else’s email, an unknown one and no address find nobody', async () => {
    for (const other of [seeded.ada, 'nobody@mail.example', 'a/b?c#d']) {
      await lookUp(page, own.email);
      await expect(fact(page, 'Email')).toHaveText(own.email);
      await lookUp(page, other);
      await expect(noticeOf(page)).toHaveText('No affiliate found with this email address');
      await expect(page.locator('main dl')).toHaveCount(0);
      await expect(email(page)).toHaveValue(other);
    }
  });
  await test.step('a server that fails, one that answers nonsense, and none at all', async () => {
    await page.route(lookUps, (route) => route.fulfill({ status: 500, json: { error: 'Broken' } }));
    await lookUp(page, own.email);
    await expect(noticeOf(page)).toHaveText('Failed to fetch affiliate information');
    await page.route(lookUps, (route) => route.fulfill({ body: '<!doctype html>' }));
    await lookUp(page, own.email);
    await expect(noticeOf(page)).toHaveText('Failed to fetch affiliate information');
    await page.route(lookUps, (route) => route.abort());
    await lookUp(page, own.email);
    await expect(noticeOf(page)).toHaveText('Failed to fetch affiliate information');
    await page.unroute(lookUps);
    await lookUp(page, own.email);
    await expect(fact(page, 'Affiliate Code')).toHaveText(own.code);
  });
  await test.step('that a record was found is announced each time', async () => {
    const heard = page.locator('main form').getByRole('status').filter({ hasText: 'Found.' });
    for (let time = 0; time < 2; time += 1) {
      const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
      await page.route(
        lookUps,
        async (route) => {
          await wanted;
          await route.continue();
        },
        { times: 1 },
      );
      await lookUp(page, own.email);
      await expect(heard).toHaveCount(0);
      release(undefined);
      await expect(fact(page, 'Email')).toHaveText(own.email);
      await expect(heard).toHaveClass('visually-hidden');
      await expect(noticeOf(page)).toHaveText('');
    }
  });
  await lookUp(page, '  ');
  await expect(email(page)).toHaveAccessibleDescription('Please enter your email address');
  await expect(email(page)).toBeFocused();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(lookUps, async (route) => {
    await held;
    await route.continue();
  });
  await lookUp(page, ` ${own.email.toUpperCase()} `);
  await expect(submitButton(page)).toHaveText('Looking up...');
  release();
  for (const [term, detail] of [
    ['Name', own.name],
    ['Email', own.email],
    ['Affiliate Code', own.code],
    ['Date Created', '8/15/2025'],
  ] as const)
    await expect(fact(page, term)).toHaveText(detail);
  await expect(page.locator('.copy-link code')).toHaveText(`${baseURL ?? ''}/buy?ref=${own.code}`);
  await expect(submitButton(page)).toHaveText('Look Up');
  await test.step('the link is copied, the button says Copied! for 3 seconds', async () => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await copyButton(page).click();
    await expect(copyButton(page)).toHaveText('Copied!');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `${baseURL ?? ''}/buy?ref=${own.code}`,
    );
    await page.clock.runFor(2_999);
    await expect(copyButton(page)).toHaveText('Copied!');
    await page.clock.runFor(1);
    await expect(copyButton(page)).toHaveText('Copy Link');
  });
  await test.step('an admin finds anybody', async () => {
    await signIn(page, (await newAccount({ admin: true })).email);
    await page.unrouteAll();
    await page.clock.resume();
    await page.goto(path);
    await lookUp(page, seeded.ada);
    await expect(fact(page, 'Affiliate Code')).toHaveText('ada0001');
  });
});
