import { expect, isMeasured, test } from '../visitor.ts';
import { newAccount, resetCode } from './provider.ts';
import { arrives, logIn, noticeOf, openScreens, placeOf, submitButton } from './screens.ts';
import { fillSignUp } from './sign-up-form.ts';

// The measured site is the one that is built without authentication.
const unconfigured = 'Authentication is not configured.';

test.beforeEach(({ allowConsoleErrors }) => {
  allowConsoleErrors(/status of 401/);
});

test('member screens are open, fetch no Firebase, and the dashboard says so and keeps its Logout', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const path of ['/affiliate-dashboard', '/affiliate-admin', '/payouts']) {
    const place = `${path}?a=1#part`;
    await page.goto(place);
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await expect(page.locator('main')).not.toContainText('Checking who is signed in…');
    expect(placeOf(page)).toBe(place);
  }
  await page.goto('/affiliate-dashboard');
  await expect(page.locator('main .notice')).toHaveText(unconfigured);
  await page.locator('.account-bar').getByRole('button', { name: 'Logout' }).click();
  await arrives(page, '/');
  await page.goto('/admin');
  await arrives(page, '/');
  await page.goto('/affiliate-application');
  await expect(page.locator('main')).toContainText('There is no application here to show.');
  expect(requests.filter((url) => url.includes('/identity.'))).toEqual([]);
});

test('the forms of visitors say so from the start, and when they are sent', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const path of ['/login', '/signup', '/forgot-password']) {
    await page.goto(path);
    await expect(noticeOf(page)).toHaveText(unconfigured);
    if (path === '/login') await logIn(page, 'someone@mail.example');
    else if (path === '/signup') await fillSignUp(page, 'someone@mail.example');
    else await page.getByLabel('Email').fill('someone@mail.example');
    await submitButton(page).click();
    await expect(submitButton(page)).toHaveAttribute('aria-busy', 'false');
    await expect(noticeOf(page)).toHaveText(unconfigured);
    expect(placeOf(page)).toBe(path);
  }
  expect(requests.filter((url) => url.includes('/identity.'))).toEqual([]);
});

test('the screens that reset a password are not measured; the others are, without a token of their address', async ({
  page,
  visitor,
}) => {
  const secret = ['/forgot-password', '/reset-password', '/set-new-password'];
  for (const path of openScreens) {
    const html = await (await page.request.get(path)).text();
    expect(html.includes('<template id="analytics"'), path).toBe(!secret.includes(path));
  }
  const { email } = await newAccount();
  const code = await resetCode(email);
  await page.goto(`/set-new-password?token=${code}`, { waitUntil: 'networkidle' });
  expect(await visitor.loads()).toBe(0);
  await page.goto(`/login?token=${code}`);
  await isMeasured(page);
  await expect
    .poll(async () => (await visitor.events()).map(([, { page_path: path }]) => path))
    .toEqual(['/login']);
  expect(JSON.stringify(await visitor.commands())).not.toContain(code);
});
