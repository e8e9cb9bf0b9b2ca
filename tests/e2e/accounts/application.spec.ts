import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { canSignIn, newAccount, newEmail, seeded } from './provider.ts';
import { arrives, failedAnswer, logIn, placeOf, signIn } from './screens.ts';
import { codeOf, goodPassword, signUp } from './sign-up-form.ts';

const submitted = 'Your affiliate application was submitted.';
const columns = 'select name, email, code, date_activated, referred_by from affiliates where email = $1';
const main = (page: Page) => page.locator('main');
const copyButton = (page: Page) => main(page).locator('.copy-link').getByRole('button');

const taken = {
  error: 'This affiliate code is already taken.',
  code: 'affiliate-code-taken',
  requestId: 'r',
};
const broken = { error: 'Something went wrong on our side.', code: 'internal-error', requestId: 'r' };

/** Answers the first `times` posts of a record as given; further ones go through. */
const refusePosts = async (page: Page, times: number, status: number, json: object) => {
  const codes: unknown[] = [];
  const answer = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    codes.push((route.request().postDataJSON() as { code: unknown }).code);
    return codes.length > times ? route.continue() : route.fulfill({ status, json });
  };
  await page.route('**/api/affiliates', answer);
  return codes;
};

test('a sign-up ends on the application, with its name, email, code and link', async ({
  page,
  rows,
  baseURL,
}) => {
  const email = newEmail();
  const name = email.split('@')[0] ?? '';
  await signUp(page, email, { referredBy: seeded.ada });
  await arrives(page, '/affiliate-application');
  expect(placeOf(page)).toBe('/affiliate-application');
  await expect(main(page).getByText(submitted)).toContainText(email);
  const [row, ...more] = await rows(columns, [email]);
  expect(more).toEqual([]);
  expect(row).toEqual({
    name,
    email,
    code: expect.stringMatching(codeOf(email)),
    date_activated: null,
    referred_by: seeded.ada,
  });
  const code = String(row?.code);
  for (const [term, detail] of [
    ['Name', name],
    ['Email', email],
    ['Affiliate Code', code],
  ] as const)
    await expect(
      main(page)
        .locator('dl > div')
        .filter({ has: page.getByText(term, { exact: true }) }),
    ).toContainText(detail);
  await expect(main(page).locator('.copy-link code')).toHaveText(`${baseURL ?? ''}/buy?ref=${code}`);
  await expect(main(page).getByText('Coming Soon')).toBeVisible();
  for (const path of ['/affiliate-profile', '/affiliate-dashboard', '/features'])
    await expect(main(page).locator(`a[href="${path}"]`)).toBeVisible();
  await page.goto('/affiliate-dashboard');
  await expect(page.getByText('Not Activated')).toBeVisible();
});

test('the link is copied, the button says Copied! for 3 seconds, and is itself again', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, seeded.pia);
  await page.clock.install();
  await page.goto('/affiliate-application');
  await expect(copyButton(page)).toHaveText('Copy Link');
  await page.clock.pauseAt(Date.now() + 60_000);
  await copyButton(page).click();
  await expect(copyButton(page)).toHaveText('Copied!');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${baseURL ?? ''}/buy?ref=pia0002`);
  await page.clock.runFor(2_999);
  await expect(copyButton(page)).toHaveText('Copied!');
  await page.clock.runFor(1);
  await expect(copyButton(page)).toHaveText('Copy Link');
});

test('a clipboard that refuses is said to have', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await signIn(page, seeded.pia);
  await page.goto('/affiliate-application');
  await copyButton(page).click();
  const said = page.locator('.copy-link').getByRole('status');
  await expect(said).toHaveText('Failed to copy to clipboard');
  await expect(copyButton(page)).toHaveText('Copy Link');
  // The same once more is news: a text that stays is not spoken again.
  const before = await said.locator('span').elementHandle();
  await copyButton(page).click();
  await expect.poll(() => before?.evaluate((text) => text.isConnected)).toBe(false);
  await expect(said).toHaveText('Failed to copy to clipboard');
});

test('a code that somebody has is drawn again, five times, and nobody sees it', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const email = newEmail();
  const codes = await refusePosts(page, 5, 409, taken);
  await signUp(page, email);
  await arrives(page, '/affiliate-application');
  await expect(main(page).getByText(submitted)).toBeVisible();
  await expect(main(page).locator('.copy-link')).toBeVisible();
  expect(codes).toHaveLength(6);
  for (const code of codes) expect(code).toMatch(codeOf(email));
  expect(await rows(columns, [email])).toMatchObject([{ code: codes[5] }]);
});

for (const [what, times, status, answer, posts] of [
  ['six taken codes', 6, 409, taken, 6],
  ['a record that fails', 1, 500, broken, 1],
] as const)
  test(`after ${what} the user goes on, and the dashboard makes the record with its referrer`, async ({
    page,
    rows,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(failedAnswer);
    const email = newEmail();
    const codes = await refusePosts(page, times, status, answer);
    await signUp(page, email, { referredBy: seeded.ada });
    await arrives(page, '/affiliate-application');
    await expect(main(page).getByText(submitted)).toContainText(email);
    await expect(main(page).getByText('Affiliate Code')).toHaveCount(0);
    await expect(copyButton(page)).toHaveCount(0);
    await expect(main(page)).not.toContainText(answer.error);
    expect(codes).toHaveLength(posts);
    expect(await rows(columns, [email])).toEqual([]);
    expect(await canSignIn(email, goodPassword)).toBe(true);
    await page.goto('/affiliate-dashboard');
    await expect(page.getByText('Not Activated')).toBeVisible();
    expect(await rows(columns, [email])).toMatchObject([
      { code: expect.stringMatching(codeOf(email)), date_activated: null, referred_by: seeded.ada },
    ]);
  });

test('the next one who signs up at the same browser takes away nobody’s application', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const [first, second] = [newEmail(), newEmail()];
  await refusePosts(page, 2, 500, broken);
  for (const [email, referredBy] of [
    [first, seeded.ada],
    [second, seeded.pia],
  ] as const) {
    await signUp(page, email, { referredBy });
    await arrives(page, '/affiliate-application');
    await expect(main(page).getByText(submitted)).toContainText(email);
    await page.locator('.site-header').getByRole('button', { name: 'Logout' }).click();
    await arrives(page, '/');
  }
  for (const [email, referredBy] of [
    [first, seeded.ada],
    [second, seeded.pia],
  ] as const) {
    await page.goto('/login');
    await logIn(page, email, goodPassword);
    await arrives(page, '/affiliate-dashboard');
    await expect(page.getByText('Not Activated')).toBeVisible();
    expect(await rows(columns, [email])).toMatchObject([{ referred_by: referredBy }]);
    await page.locator('.site-header').getByRole('button', { name: 'Logout' }).click();
    await arrives(page, '/');
  }
  expect(await page.evaluate(() => localStorage.getItem('pending-applications'))).toBeNull();
});

test('a record whose making was not answered is not made again once it is deleted', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const email = newEmail();
  await page.route('**/api/affiliates', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await signUp(page, email, { referredBy: seeded.ada });
  await arrives(page, '/affiliate-application');
  expect(await rows(columns, [email])).toHaveLength(1);
  await page.goto('/affiliate-dashboard');
  await expect(page.getByText('Not Activated')).toBeVisible();
  await rows('delete from affiliates where email = $1', [email]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Apply Now' })).toBeVisible();
  expect(await rows(columns, [email])).toEqual([]);
});

test('an account without a record applies on the dashboard; what stops it is said', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  await signIn(page, email);
  await refusePosts(page, 1, 500, broken);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(main(page).locator('.notice[role=alert]')).toHaveText(/^Something went wrong on our side\./);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(page.getByText('Not Activated')).toBeVisible();
  expect(await rows(columns, [email])).toMatchObject([{ referred_by: null, date_activated: null }]);
});

test('opened by a visitor, the application shows the ways to sign up and to log in', async ({ page }) => {
  await page.goto('/affiliate-application');
  await expect(main(page)).toContainText('There is no application here to show.');
  await expect(main(page).getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
  await main(page).getByRole('link', { name: 'Login' }).click();
  await arrives(page, '/login');
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('opened by an affiliate, the application is the one that the API keeps', async ({ page }) => {
  await signIn(page, seeded.pia);
  await page.goto('/affiliate-application');
  await expect(main(page).getByText(submitted)).toContainText(seeded.pia);
  await expect(main(page).locator('dl')).toContainText('pia0002');
});

test('what keeps the application from showing is said as it is, and another try brings it', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const alert = main(page).getByRole('alert');
  const again = main(page).getByRole('button', { name: 'Try again' });
  await signIn(page, seeded.pia);
  await page.route(/_astro\/identity\./, (route) => route.abort());
  await page.goto('/affiliate-application');
  await expect(alert).toHaveText(
    'The sign-in service cannot be reached. Please check your internet connection and try again.',
  );
  await expect(main(page)).not.toContainText('There is no application here to show.');
  await page.unroute(/_astro\/identity\./);
  await page.route('**/api/affiliates?*', (route) => route.fulfill({ status: 500, json: broken }));
  await again.click();
  await expect(alert).toHaveText('Something went wrong on our side.');
  await page.unroute('**/api/affiliates?*');
  await again.click();
  await expect(main(page).locator('dl')).toContainText('pia0002');
});

test('opened by somebody without a record, it says so and leads to the dashboard', async ({ page, rows }) => {
  const { email } = await newAccount();
  await signIn(page, email);
  await page.goto('/affiliate-application');
  await expect(main(page)).toContainText('There is no application under your account yet.');
  await main(page).getByRole('link', { name: 'Go to your dashboard' }).click();
  await arrives(page, '/affiliate-dashboard');
  expect(await rows(columns, [email])).toEqual([]);
});

test('an application is shown to nobody else who signs in at the same browser', async ({ page }) => {
  const email = newEmail();
  await signUp(page, email);
  await arrives(page, '/affiliate-application');
  await expect(main(page).getByText(submitted)).toBeVisible();
  await page.locator('.site-header').getByRole('button', { name: 'Logout' }).click();
  await arrives(page, '/');
  await page.goto('/affiliate-application');
  await expect(main(page)).toContainText('There is no application here to show.');
  await signIn(page, seeded.pia);
  await page.goto('/affiliate-application');
  await expect(main(page).locator('dl')).toContainText('pia0002');
  await expect(main(page)).not.toContainText(email);
});
