import { expect, test } from '../fixtures.ts';
import { newAccount, seeded } from './provider.ts';
import { arrives, failedAnswer, logIn, memberScreens, partMissing, placeOf } from './screens.ts';
import { signInToDashboard } from './sign-in.ts';
import { watchMain } from './watch-main.ts';

/** What only somebody signed in may read on any of these screens. */
const secrets =
  /Logout|Not Activated|Active since|Payment Information|Recent Referrals|not in the affiliate program|Look Up|Failed to fetch|Loading|found/;

test('a member screen shows a visitor nothing, asks the API nothing, and sends them to /login', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  const seenAt = await watchMain(page);
  for (const path of memberScreens) {
    const place = `${path}?a=1&b=%26#part`;
    await page.goto(place);
    await arrives(page, '/login');
    expect(new URL(page.url()).searchParams.get('next')).toBe(place);
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Your session has ended');
    expect(seenAt(path)).toContain('Checking who is signed in…');
    expect(seenAt(path)).not.toMatch(secrets);
  }
  expect(calls).toEqual([]);
});

test('a login leads back to exactly the place that asked for it', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  const place = '/affiliate-profile?a=1&b=%26#part';
  await page.goto(place);
  await arrives(page, '/login');
  await logIn(page, email);
  await arrives(page, '/affiliate-profile');
  expect(placeOf(page)).toBe(place);
});

test('the way back skips the page that sent the visitor to /login', async ({ page }) => {
  await page.goto('/affiliate-program');
  await page.goto('/affiliate-dashboard');
  await arrives(page, '/login');
  await page.goBack();
  await arrives(page, '/affiliate-program');
});

// return-path.test.ts has every form of a target on another site.
test('a login that is to lead to another site leads to the dashboard', async ({ page }) => {
  const { email } = await newAccount();
  await page.goto(`/login?${new URLSearchParams({ next: '/.//evil.example' }).toString()}`);
  await logIn(page, email);
  await arrives(page, '/affiliate-dashboard');
  await expect(page.locator('.who')).toContainText(email);
  expect(new URL(page.url()).origin).toBe(process.env.E2E_SITE);
});

test('while the identity SDK cannot be had a member page says so, and another try brings it', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await signInToDashboard(page, seeded.ada);
  await page.route(/_astro\/identity\./, (route) => route.abort());
  await page.reload();
  await expect(page.locator('main').getByRole('alert')).toHaveText(partMissing);
  await page.unroute(/_astro\/identity\./);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.who')).toContainText(seeded.ada);
});
