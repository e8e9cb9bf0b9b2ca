import { newAccount } from '../accounts/provider.ts';
import { arrives, failedAnswer, logIn, placeOf } from '../accounts/screens.ts';
import { signIn } from '../accounts/sign-in.ts';
import { looksRight } from '../looks-right.ts';
import { expect, test } from '../fixtures.ts';
import { newProfile, giveCredentials } from './profile-screen.ts';
import { path, statistics, alert, form, create, refresh, openDashboard } from './dashboard-screen.ts';

test.beforeEach(() => {
  test.slow();
});

test('signed out it says 401, to a member 404 with a link to their own profile; an admin reads why it fails, and Retry mends it', async ({
  page,
  allowConsoleErrors,
  rows,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('signed out it says 401, offers Retry, and signing in leads back to it', async () => {
    const { email } = await newAccount({ admin: true });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
    await expect(alert(page)).toHaveText('401 Sign in to do this.');
    const again = page.waitForResponse(statistics);
    await page.getByRole('button', { name: 'Retry' }).click();
    expect((await again).status()).toBe(401);
    await expect(alert(page)).toHaveText('401 Sign in to do this.');
    await looksRight(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await logIn(page, email);
    await expect(create(page)).toBeVisible();
    expect(placeOf(page)).toBe(path);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('an answer without figures is said with its status', async () => {
    for (const [answer, text] of [
      [
        { status: 500, json: { error: 'Something went wrong on our side.' } },
        '500 Something went wrong on our side.',
      ],
      [
        { status: 503, json: { error: 'Authentication is not configured.' } },
        '503 Authentication is not configured.',
      ],
      [
        { status: 200, contentType: 'text/html', body: '<!doctype html>' },
        '200 The user profile service is not running: a web page came instead of its answer.',
      ],
    ] as const) {
      await page.route(statistics, (route) => route.fulfill(answer));
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
      await expect(alert(page)).toHaveText(text);
      await page.unroute(statistics);
    }
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(create(page)).toBeVisible();
    await expect(page.locator('main')).toBeFocused();
  });
  await test.step('a member reads 404, and is asked for no service credentials', async () => {
    await newProfile(rows);
    const { uid, email } = await newAccount();
    await signIn(page, email);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
    await expect(alert(page)).toHaveText('404 Profile not found');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expect(page.locator('main')).toContainText('for admins');
    await expect(page.locator('main').getByRole('link', { name: 'My profile' })).toHaveAttribute(
      'href',
      `/user-profile-admin?id=${uid}`,
    );
    await expect(page.locator('main form')).toHaveCount(0);
    await expect(page.locator('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0);
    await expect(page.getByRole('tab')).toHaveCount(0);
  });
});

test('service credentials open it, stay in the memory of the tab, and go when they are forgotten, refused, or their user signs out', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await page.goto(path);
  await giveCredentials(page, '', '');
  await expect(page.getByLabel('Service name')).toHaveAccessibleDescription('Enter the name of the service');
  await expect(page.getByLabel('Service name')).toBeFocused();
  await expect(page.getByLabel('Service password')).toHaveAccessibleDescription(
    'Enter the password of the service',
  );
  await giveCredentials(page, 'nobody', 'Grüße, 世界');
  await expect(page.getByText('The service does not accept this name and password.')).toBeVisible();
  await expect(page.getByLabel('Service name')).toHaveValue('nobody');
  const { PROFILE_SERVICE_NAME: name = '', PROFILE_SERVICE_SECRET: secret = '' } = process.env;
  const call = page.waitForRequest(
    (request) => request.headers().authorization?.startsWith('Basic') ?? false,
  );
  await giveCredentials(page, name, secret);
  expect((await call).headers().authorization).toBe(
    `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
  );
  await expect(create(page)).toBeVisible();
  await expect(page.getByText(`You are using the service as ${name}.`)).toBeVisible();
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  );
  expect(kept + JSON.stringify(await context.cookies())).not.toContain(secret);
  await expect(page.locator('main')).toBeFocused();
  // Refused later: what is there stays, and so do what was typed and the ways in.
  await form(page).getByLabel('Name').fill('Typed');
  const error = 'The service does not accept this name and password.';
  await page.route(statistics, (route) => route.fulfill({ status: 401, json: { error } }), { times: 1 });
  await refresh(page).click();
  await expect(page.locator('.refresh [role=status]')).toContainText(`401 ${error}`);
  await expect(page.getByText(`You are using the service as ${name}.`)).toHaveCount(0);
  await expect(page.locator('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.locator('.credentials > summary').click();
  // Wrong ones are tried once: each try brings the address closer to being locked out.
  const tried: string[] = [];
  page.on('request', (request) => {
    if (/^\/api\/user-profiles/.test(new URL(request.url()).pathname)) tried.push(request.url());
  });
  await page.route(statistics, (route) => route.fulfill({ status: 401, json: { error } }), { times: 1 });
  await giveCredentials(page, 'nobody', 'wrong');
  await expect(page.locator('.credentials')).toContainText(error);
  expect(tried).toHaveLength(1);
  await giveCredentials(page, name, secret);
  await expect(page.locator('.refresh [role=status]')).toContainText('Updated at');
  await expect(page.locator('.credentials')).toHaveCount(0);
  await expect(form(page).getByLabel('Name')).toHaveValue('Typed');
  await page.getByRole('button', { name: 'Forget the credentials' }).click();
  await expect(alert(page)).toHaveText('401 Sign in to do this.');
  await expect(page.locator('main')).toBeFocused();
  await expect(page.locator('.counters')).toHaveCount(0);
  await test.step('they go with the person at whose sign-out the screen begins anew', async () => {
    const { email } = await newAccount();
    await signIn(page, email);
    // The service does not know the session any more, so it can only be used with credentials.
    await page.route(statistics, (route) => route.fulfill({ status: 401, json: { error: 'Ended.' } }), {
      times: 2,
    });
    await page.goto(path);
    await expect(alert(page)).toHaveText('401 Ended.');
    await giveCredentials(page, name, secret);
    await expect(page.getByText(`You are using the service as ${name}.`)).toBeVisible();
    await page.evaluate(() => {
      history.replaceState(null, '', '?q=somebody');
    });
    const other = await context.newPage();
    await other.goto('/why');
    await other.locator('.site-header').getByRole('button', { name: 'Logout' }).click();
    await expect(alert(page)).toHaveText('401 Sign in to do this.');
    await expect(page.getByText(`You are using the service as ${name}.`)).toHaveCount(0);
    expect(placeOf(page)).toBe(path);
  });
});

test('in another tab, Logout clears dashboard and editor, and somebody else who logs in finds nothing of the one before', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newProfile(rows);
  const [editor, other] = [await context.newPage(), await context.newPage()];
  await openDashboard(page);
  await editor.goto(`/user-profile-admin?id=${one.userId}`);
  await expect(editor.getByLabel('Name')).toHaveValue(one.name);
  await other.goto('/why');
  await other.locator('.site-header').getByRole('button', { name: 'Logout' }).click();
  await expect(alert(page)).toHaveText('401 Sign in to do this.');
  await expect(page.locator('.counters')).toHaveCount(0);
  await expect(alert(editor)).toHaveText('Error loading user profile: 401 Sign in to do this.');
  await expect(editor.locator('main')).not.toContainText(one.name);
  await expect(editor.getByLabel('Name', { exact: true })).toHaveCount(0);
  await test.step('somebody else who logs in in another tab', async () => {
    const { email } = await newAccount();
    await other.goto('/login');
    await expect(other.getByLabel('Email')).toBeEnabled();
    await page.goto('/login');
    await logIn(page, (await newAccount({ admin: true })).email);
    await arrives(page, '/affiliate-dashboard');
    await page.goto(path);
    await expect(create(page)).toBeVisible();
    await editor.goto(`/user-profile-admin?id=${one.userId}`);
    await expect(editor.getByLabel('Name')).toHaveValue(one.name);
    await logIn(other, email);
    await expect(page.locator('.counters')).toHaveCount(0);
    await expect(page.locator('main')).not.toContainText(one.name);
    await expect(editor.locator('main')).not.toContainText(one.name);
    await expect(editor.locator(`main input[value="${one.name}"]`)).toHaveCount(0);
  });
});
