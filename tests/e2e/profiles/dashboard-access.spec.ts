import { logIn } from '../accounts/account-screens.ts';
import { createAccount } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { tabs } from '../admin/admin-screen.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { deep, expect, test } from '../fixtures.ts';
import { currentPath, failedRequest, waitForPath } from '../page-helpers.ts';
import {
  createButton,
  createForm,
  dashboardPath,
  enterCredentials,
  errorNotice,
  insertProfile,
  openDashboard,
  refreshButton,
  statisticsCall,
} from './profile-screens.ts';

test.beforeEach(() => {
  test.slow();
});

test('the dashboard shows 401 to a visitor, 404 to a member, and a failure with Retry to an admin', async ({
  page,
  allowConsoleErrors,
  rows,
}) => {
  allowConsoleErrors(failedRequest);
  await test.step('a visitor reads 401 with Retry, and signing in leads back', async () => {
    const { email } = await createAccount({ admin: true });
    await page.goto(dashboardPath);
    await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
    await expect(errorNotice(page)).toHaveText('401 Sign in to do this.');
    const nextResponse = page.waitForResponse(statisticsCall);
    await page.getByRole('button', { name: 'Retry' }).click();
    expect((await nextResponse).status()).toBe(401);
    await expect(errorNotice(page)).toHaveText('401 Sign in to do this.');
    await expectAccessibleOnPhone(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await logIn(page, email);
    await expect(createButton(page)).toBeVisible();
    expect(currentPath(page)).toBe(dashboardPath);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('a failed answer is shown with its status', async () => {
    const failures = [
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
        '200 The user profile service isn’t running: it answered with a web page.',
      ],
    ] as const;
    // One route for all answers: a call that the page repeats between two answers must not succeed, and remove the button.
    let nextAnswer: (typeof failures)[number][0] = failures[0][0];
    await page.route(statisticsCall, (route) => route.fulfill(nextAnswer));
    for (const [answer, text] of failures) {
      nextAnswer = answer;
      if (answer.status === 500) await page.reload();
      else await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
      await expect(errorNotice(page)).toHaveText(text);
    }
    await page.unroute(statisticsCall);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(createButton(page)).toBeVisible();
    await expect(page.locator('main')).toBeFocused();
  });
  await test.step('a member reads 404 without the form for service credentials', async () => {
    await insertProfile(rows);
    const { uid, email } = await createAccount();
    await signIn(page, email);
    await page.goto(dashboardPath);
    await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
    await expect(errorNotice(page)).toHaveText('404 Profile not found');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expect(page.locator('main')).toContainText('Only admins and services');
    await expect(page.locator('main').getByRole('link', { name: 'My profile' })).toHaveAttribute(
      'href',
      `/user-profile-admin?id=${uid}`,
    );
    await expect(page.locator('main form')).toHaveCount(0);
    await expect(page.locator('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0);
    await expect(page.getByRole('tab')).toHaveCount(0);
    // The index tabs of the admins' screens.
    await expect(tabs(page)).toHaveCount(0);
  });
});

test('service credentials open the dashboard, stay in the tab’s memory, and end with a sign-out', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  await page.goto(dashboardPath);
  await enterCredentials(page, '', '');
  await expect(page.getByLabel('Service name')).toHaveAccessibleDescription('Enter the service name');
  await expect(page.getByLabel('Service name')).toBeFocused();
  await expect(page.getByLabel('Service password')).toHaveAccessibleDescription('Enter the service password');
  await enterCredentials(page, 'nobody', 'Grüße, 世界');
  await expect(page.getByText('The service name or password is wrong.')).toBeVisible();
  await expect(page.getByLabel('Service name')).toHaveValue('nobody');
  const { PROFILE_SERVICE_NAME: name = '', PROFILE_SERVICE_SECRET: secret = '' } = process.env;
  const requestSent = page.waitForRequest(
    (request) => request.headers().authorization?.startsWith('Basic') ?? false,
  );
  await enterCredentials(page, name, secret);
  expect((await requestSent).headers().authorization).toBe(
    `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
  );
  await expect(createButton(page)).toBeVisible();
  await expect(page.getByText(`You are using the service as ${name}.`)).toBeVisible();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  );
  expect(stored + JSON.stringify(await context.cookies())).not.toContain(secret);
  await expect(page.locator('main')).toBeFocused();
  // A later refusal keeps the data, the typed text and the ways to sign in.
  await createForm(page).getByLabel('Name').fill('Typed');
  const error = 'The service name or password is wrong.';
  await page.route(statisticsCall, (route) => route.fulfill({ status: 401, json: { error } }), { times: 1 });
  await refreshButton(page).click();
  await expect(page.locator('.refresh [role=status]')).toContainText(`401 ${error}`);
  await expect(page.getByText(`You are using the service as ${name}.`)).toHaveCount(0);
  await expect(page.locator('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.locator('.credentials > summary').click();
  // Wrong credentials are sent once, because each attempt counts towards the lockout.
  const tried: string[] = [];
  page.on('request', (request) => {
    if (/^\/api\/user-profiles/.test(new URL(request.url()).pathname)) tried.push(request.url());
  });
  await page.route(statisticsCall, (route) => route.fulfill({ status: 401, json: { error } }), { times: 1 });
  await enterCredentials(page, 'nobody', 'wrong');
  await expect(page.locator('.credentials')).toContainText(error);
  expect(tried).toHaveLength(1);
  await enterCredentials(page, name, secret);
  await expect(page.locator('.refresh [role=status]')).toContainText('Updated at');
  await expect(page.locator('.credentials')).toHaveCount(0);
  await expect(createForm(page).getByLabel('Name')).toHaveValue('Typed');
  await page.getByRole('button', { name: 'Forget the credentials' }).click();
  await expect(errorNotice(page)).toHaveText('401 Sign in to do this.');
  await expect(page.locator('main')).toBeFocused();
  await expect(page.locator('.counters')).toHaveCount(0);
  await test.step('a sign-out ends the credentials', async () => {
    const { email } = await createAccount();
    await signIn(page, email);
    // The service refuses the session, so only credentials open it.
    await page.route(statisticsCall, (route) => route.fulfill({ status: 401, json: { error: 'Ended.' } }), {
      times: 2,
    });
    await page.goto(dashboardPath);
    await expect(errorNotice(page)).toHaveText('401 Ended.');
    await enterCredentials(page, name, secret);
    await expect(page.getByText(`You are using the service as ${name}.`)).toBeVisible();
    await page.evaluate(() => {
      history.replaceState(null, '', '?q=somebody');
    });
    const otherTab = await context.newPage();
    await otherTab.goto('/why');
    await otherTab.locator('.site-header').getByRole('button', { name: 'Logout' }).click();
    await expect(errorNotice(page)).toHaveText('401 Sign in to do this.');
    await expect(page.getByText(`You are using the service as ${name}.`)).toHaveCount(0);
    expect(currentPath(page)).toBe(dashboardPath);
  });
});

test(
  'Logout and another account’s login in another tab clear dashboard and editor',
  deep,
  async ({ page, context, rows, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    const profile = await insertProfile(rows);
    const [editor, otherTab] = [await context.newPage(), await context.newPage()];
    await openDashboard(page);
    await editor.goto(`/user-profile-admin?id=${profile.userId}`);
    await expect(editor.getByLabel('Name')).toHaveValue(profile.name);
    await otherTab.goto('/why');
    await otherTab.locator('.site-header').getByRole('button', { name: 'Logout' }).click();
    await expect(errorNotice(page)).toHaveText('401 Sign in to do this.');
    await expect(page.locator('.counters')).toHaveCount(0);
    await expect(errorNotice(editor)).toHaveText('Error loading user profile: 401 Sign in to do this.');
    await expect(editor.locator('main')).not.toContainText(profile.name);
    await expect(editor.getByLabel('Name', { exact: true })).toHaveCount(0);
    await test.step('another account logs in in another tab', async () => {
      const { email } = await createAccount();
      await otherTab.goto('/login');
      await expect(otherTab.getByLabel('Email')).toBeEnabled();
      await page.goto('/login');
      await logIn(page, (await createAccount({ admin: true })).email);
      await waitForPath(page, '/affiliate-dashboard');
      await page.goto(dashboardPath);
      await expect(createButton(page)).toBeVisible();
      await editor.goto(`/user-profile-admin?id=${profile.userId}`);
      await expect(editor.getByLabel('Name')).toHaveValue(profile.name);
      await logIn(otherTab, email);
      await expect(page.locator('.counters')).toHaveCount(0);
      await expect(page.locator('main')).not.toContainText(profile.name);
      await expect(editor.locator('main')).not.toContainText(profile.name);
      await expect(editor.locator(`main input[value="${profile.name}"]`)).toHaveCount(0);
    });
  },
);
