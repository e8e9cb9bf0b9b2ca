import { expect, test } from '../fixtures.ts';
import { broken, columns, copyButton, main, refusePosts, submitted, taken } from './application-screen.ts';
import { canSignIn, newAccount, newEmail, seeded } from './provider.ts';
import { arrives, failedAnswer, logIn } from './screens.ts';
import { signInToDashboard } from './sign-in.ts';
import { codeOf, goodPassword, signUp } from './sign-up-form.ts';

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
  await signInToDashboard(page, email);
  await refusePosts(page, 1, 500, broken);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(main(page).locator('.notice[role=alert]')).toHaveText(/^Something went wrong on our side\./);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(page.getByText('Not Activated')).toBeVisible();
  expect(await rows(columns, [email])).toMatchObject([{ referred_by: null, date_activated: null }]);
});
