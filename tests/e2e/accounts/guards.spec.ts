import { expect, test } from '../fixtures.ts';
import { newAccount, seeded } from './provider.ts';
import { arrives, failedAnswer, logIn, memberScreens, partMissing, placeOf, signIn } from './screens.ts';
import { watchMain } from './watch-main.ts';

/** What only somebody signed in may read on any of these screens. */
const secrets =
  /Logout|Not Activated|Active since|Payment Information|Recent Referrals|not in the affiliate program|Look Up|Failed to fetch|Loading|found/;

for (const path of memberScreens) {
  test(`${path} sends a visitor to /login, and back to exactly where they were`, async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(failedAnswer);
    const { email } = await newAccount();
    const place = `${path}?a=1&b=%26#part`;
    await page.goto(place);
    await arrives(page, '/login');
    expect(new URL(page.url()).searchParams.get('next')).toBe(place);
    await expect(page.locator('main')).not.toContainText('Your session has ended');
    await logIn(page, email);
    await arrives(page, path);
    expect(placeOf(page)).toBe(place);
  });

  test(`${path} shows a visitor nothing of itself, and asks the API nothing`, async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    const seenAt = await watchMain(page);
    await page.goto(path);
    await arrives(page, '/login');
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    expect(seenAt(path)).toContain('Checking who is signed in…');
    expect(seenAt(path)).not.toMatch(secrets);
    expect(calls).toEqual([]);
  });
}

test('the way back skips the page that sent the visitor to /login', async ({ page }) => {
  await page.goto('/affiliate-program');
  await page.goto('/affiliate-dashboard');
  await arrives(page, '/login');
  await page.goBack();
  await arrives(page, '/affiliate-program');
});

for (const next of [
  'https://evil.example/',
  '//evil.example/affiliate-admin',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/login?next=/login',
])
  test(`a login that is to lead to ${JSON.stringify(next)} leads to the dashboard`, async ({ page }) => {
    const { email } = await newAccount();
    await page.goto(`/login?${new URLSearchParams({ next }).toString()}`);
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
  await signIn(page, seeded.ada);
  await page.route(/_astro\/identity\./, (route) => route.abort());
  await page.reload();
  await expect(page.locator('main').getByRole('alert')).toHaveText(partMissing);
  await page.unroute(/_astro\/identity\./);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.who')).toContainText(seeded.ada);
});

test('the dashboard of an active affiliate shows since when, the code and the links', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, seeded.ada);
  await expect(page.getByText('Active since 8/16/2025')).toBeVisible();
  for (const link of [`${baseURL ?? ''}/?ref=ada0001`, `${baseURL ?? ''}/buy?ref=ada0001`])
    await expect(page.locator('main').getByRole('link', { name: link, exact: true })).toHaveAttribute(
      'href',
      link,
    );
  for (const [button, text] of [
    ['Copy', 'ada0001'],
    ['Copy Buy Link', `${baseURL ?? ''}/buy?ref=ada0001`],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByText('Copied to clipboard!')).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
  }
  await expect(page.getByRole('heading', { name: 'Recent Referrals' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment Information' })).toBeVisible();
  await expect(page.locator('main').getByText('Coming Soon')).toBeVisible();
});

test('the dashboard of an affiliate who is not active shows neither code nor links', async ({ page }) => {
  await signIn(page, seeded.pia);
  await expect(page.getByText('Not Activated')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('pia0002');
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
});
