import {
  fillSignUp,
  formNotice,
  headerLink,
  logIn,
  publicAccountScreens,
  siteHeader,
  submitButton,
} from './account-screens.ts';
import { createAccount, createResetCode } from './firebase-accounts.ts';
import { deep, expect, test, waitForAnalytics } from '../measured-site.ts';
import { waitForPath } from '../page-helpers.ts';

// The build with analytics has no authentication.
const unconfigured = 'Authentication is not configured.';

test.beforeEach(({ allowConsoleErrors }) => {
  allowConsoleErrors(/status of 401/);
});

test('without authentication member screens are open, and forms say so', deep, async ({ page }) => {
  await test.step('member screens and Logout', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const path of ['/affiliate-admin', '/affiliate-dashboard']) {
      const place = `${path}?a=1#part`;
      await page.goto(place);
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
      await expect(page.locator('main')).not.toContainText('Checking your session…');
      await expect(page).toHaveURL(place);
    }
    await expect(page.locator('main .notice')).toHaveText(unconfigured);
    await page.locator('.account-bar').getByRole('button', { name: 'Logout' }).click();
    await waitForPath(page, '/');
    await page.goto('/admin');
    await waitForPath(page, '/');
    await page.goto('/affiliate-application');
    await expect(page.locator('main')).toContainText('There’s no application to show.');
    await page.evaluate(() => {
      localStorage.setItem('session', 'admin');
    });
    await page.goto('/privacy-policy');
    await siteHeader(page).getByRole('button', { name: 'Logout' }).click();
    await waitForPath(page, '/');
    await expect(headerLink(page, 'Login')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
    expect(requests.filter((url) => url.includes('/identity.'))).toEqual([]);
  });
  await test.step('the forms of visitors', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const path of ['/login', '/signup']) {
      await page.goto(path);
      await expect(formNotice(page)).toHaveText(unconfigured);
      if (path === '/login') await logIn(page, 'someone@mail.example');
      else await fillSignUp(page, 'someone@mail.example');
      await submitButton(page).click();
      await expect(submitButton(page)).toHaveAttribute('aria-busy', 'false');
      await expect(formNotice(page)).toHaveText(unconfigured);
      await expect(page).toHaveURL(path);
    }
    expect(requests.filter((url) => url.includes('/identity.'))).toEqual([]);
  });
});

test('reset screens send no analytics, and other account screens no token', async ({ page, analytics }) => {
  const secret = ['/forgot-password', '/reset-password', '/set-new-password', '/change-address'];
  for (const path of publicAccountScreens) {
    const html = await (await page.request.get(path)).text();
    expect(html.includes('<template id="analytics"'), path).toBe(!secret.includes(path));
  }
  const { email } = await createAccount();
  const code = await createResetCode(email);
  await page.goto(`/set-new-password?token=${code}`, { waitUntil: 'networkidle' });
  expect(await analytics.loads()).toBe(0);
  await page.goto(`/login?token=${code}`);
  await waitForAnalytics(page);
  await expect
    .poll(async () => (await analytics.events()).map(([, { page_path: path }]) => path))
    .toEqual(['/login']);
  expect(JSON.stringify(await analytics.commands())).not.toContain(code);
});
