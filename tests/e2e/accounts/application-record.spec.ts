import { expect, test } from '../fixtures.ts';
import { broken, columns, copyButton, main, refusePosts, submitted, taken } from './application-screen.ts';
import { canSignIn, newEmail, seeded } from './provider.ts';
import { arrives, failedAnswer, logIn } from './screens.ts';
import { codeOf, goodPassword, signUp } from './sign-up-form.ts';

test('after six taken codes the user goes on, and the dashboard makes the record with its referrer', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const email = newEmail();
  const codes = await refusePosts(page, 6, 409, taken);
  await signUp(page, email, { referredBy: seeded.ada });
  await arrives(page, '/affiliate-application');
  await expect(main(page).getByText(submitted)).toContainText(email);
  await expect(main(page).getByText('Affiliate Code')).toHaveCount(0);
  await expect(copyButton(page)).toHaveCount(0);
  await expect(main(page)).not.toContainText(taken.error);
  expect(codes).toHaveLength(6);
  for (const code of codes) expect(code).toMatch(codeOf(email));
  expect(new Set(codes).size).toBeGreaterThan(1);
  expect(await rows(columns, [email])).toEqual([]);
  expect(await canSignIn(email, goodPassword)).toBe(true);
  await page.goto('/affiliate-dashboard');
  await expect(page.getByText('Not Activated')).toBeVisible();
  expect(await rows(columns, [email])).toMatchObject([
    { code: expect.stringMatching(codeOf(email)), date_activated: null, referred_by: seeded.ada },
  ]);
});

test('two people sign up at one browser while records fail: each gets their own application, and a visitor sees neither', async ({
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
  await page.goto('/affiliate-application');
  await expect(main(page)).toContainText('There is no application here to show.');
  for (const [email, referredBy] of [
    [first, seeded.ada],
    [second, seeded.pia],
  ] as const) {
    await page.goto('/login');
    await logIn(page, email, goodPassword);
    await arrives(page, '/affiliate-dashboard');
    await expect(page.getByText('Not Activated')).toBeVisible();
    expect(await rows(columns, [email])).toMatchObject([{ referred_by: referredBy }]);
    await page.goto('/affiliate-application');
    await expect(main(page).locator('dl')).toContainText(email);
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
