import { site } from '../../../src/shared/site.ts';
import { expect, test } from '../fixtures.ts';
import { changeAccount, newAccount, newEmail, password } from './provider.ts';
import {
  arrives,
  failedAnswer,
  logIn,
  noticeOf,
  partMissing,
  passwordField,
  placeOf,
  providerCall,
  refuse,
  submitButton,
  submitWidth,
} from './screens.ts';
import { signIn } from './sign-in.ts';
import { fillSignUp } from './sign-up-form.ts';

const wrongCredentials = 'Failed to sign in. Please check your credentials.';
const unreachable =
  'The sign-in service cannot be reached. Please check your internet connection and try again.';

test('a login leads to the affiliate dashboard: Enter submits once, the button says Signing In..., spaces around the email do no harm', async ({
  page,
}) => {
  const { email } = await newAccount();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password');
  for (const [name, path] of [
    ['Forgot your password?', '/forgot-password'],
    ['Sign Up', '/signup'],
  ] as const)
    await expect(page.locator('main').getByRole('link', { name })).toHaveAttribute('href', path);
  await page.getByLabel('Email').pressSequentially(`  ${email} `);
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  let asked = 0;
  await page.route(providerCall('signInWithPassword'), async (route) => {
    asked += 1;
    await answered;
    await route.continue();
  });
  await expect(submitButton(page)).toHaveText('Sign In');
  const before = await submitWidth(page);
  await passwordField(page).fill(password);
  await passwordField(page).press('Enter');
  await expect(submitButton(page)).toHaveText('Signing In...');
  await expect(submitButton(page)).toHaveAttribute('aria-busy', 'true');
  expect(await submitWidth(page)).toBe(before);
  // The button is there for the press, although it is said to do nothing.
  await submitButton(page).click({ force: true });
  await passwordField(page).press('Enter');
  answer(undefined);
  await arrives(page, '/affiliate-dashboard');
  expect(asked).toBe(1);
  await expect(page.locator('.account-bar')).toContainText(email);
});

for (const script of ['PageScript', 'LoginForm'])
  test(`a press counts that comes before ${script}, once`, async ({ page }) => {
    const { email } = await newAccount();
    const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(`**/_astro/${script}*`, async (route) => {
      await wanted;
      await route.continue();
    });
    let asked = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && providerCall('signInWithPassword').test(request.url())) asked += 1;
    });
    await page.goto('/login');
    await logIn(page, email);
    release(undefined);
    await arrives(page, '/affiliate-dashboard');
    expect(asked).toBe(1);
  });

test('a login that fails says why, and what was typed is kept', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(failedAnswer);
  await test.step('empty fields are named, one by one, before anything is asked', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (providerCall('signInWithPassword').test(request.url())) asked.push(request.url());
    });
    await page.goto('/login');
    await submitButton(page).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('someone@mail.example');
    await expect(page.getByText('Email is required')).toBeHidden();
    await submitButton(page).click();
    await expect(page.getByText('Email is required')).toBeHidden();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(passwordField(page)).toBeFocused();
    await page.getByLabel('Email').fill('   ');
    await passwordField(page).fill(password);
    await submitButton(page).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    expect(asked).toEqual([]);
  });
  await test.step('wrong credentials always get the same text', async () => {
    for (const [address, typed] of [
      [(await newAccount()).email, 'another password'],
      [newEmail(), password],
      ['nobody', password],
      ['no body at all', password],
    ] as const) {
      await logIn(page, address, typed);
      await expect(noticeOf(page)).toHaveText(wrongCredentials);
      await expect(page.getByLabel('Email')).toHaveValue(address);
      await expect(passwordField(page)).toHaveValue(typed);
      await expect(submitButton(page)).toHaveText('Sign In');
      await page.getByLabel('Email').fill('');
      await submitButton(page).click();
      await expect(noticeOf(page)).toHaveText('');
    }
    await page.route(providerCall('signInWithPassword'), refuse('INTERNAL', 500));
    await logIn(page, newEmail());
    await expect(noticeOf(page)).toHaveText(wrongCredentials);
    expect(placeOf(page)).toBe('/login');
    await page.unroute(providerCall('signInWithPassword'));
  });
  await test.step('a disabled account is told so', async () => {
    const { uid, email } = await newAccount();
    await changeAccount(uid, { disableUser: true });
    await logIn(page, email);
    await expect(noticeOf(page)).toHaveText(`This account has been disabled. Please write to ${site.email}.`);
  });
});

test('while the identity SDK or Firebase cannot be reached the form says so; then it works with what was typed', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  const sdk = /_astro\/identity\./;
  const firebase = providerCall('signInWithPassword');
  for (const lost of [sdk, firebase]) await page.route(lost, (route) => route.abort());
  await page.goto('/login');
  await logIn(page, email);
  await expect(noticeOf(page)).toHaveText(partMissing);
  await page.unroute(sdk);
  await submitButton(page).click();
  await expect(noticeOf(page)).toHaveText(unreachable);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(passwordField(page)).toHaveValue(password);
  await page.unroute(firebase);
  await submitButton(page).click();
  await arrives(page, '/affiliate-dashboard');
});

test('somebody who is signed in goes on at once from /login and /signup', async ({ page }) => {
  const { email } = await newAccount();
  await signIn(page, email);
  await page.goto('/signup');
  await arrives(page, '/affiliate-dashboard');
  await page.goto('/login?next=%2Faffiliate-profile%3Fa%3D1');
  await arrives(page, '/affiliate-profile');
  expect(placeOf(page)).toBe('/affiliate-profile?a=1');
});

test('where the browser stores nothing, /login and /signup say so and ask nobody', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  let asked = 0;
  page.on('request', (request) => {
    if (providerCall('').test(request.url())) asked += 1;
  });
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    if (path === '/login') await logIn(page, newEmail());
    else await fillSignUp(page, newEmail());
    await submitButton(page).click();
    await expect(noticeOf(page)).toHaveText(
      'Your browser is blocking this site from storing data, so you cannot stay signed in. Allow site data, then try again.',
    );
    expect(placeOf(page)).toBe(path);
  }
  expect(asked).toBe(0);
});

test('a screen says so where its script cannot be had', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/ERR_FAILED|Error hydrating|Failed to fetch dynamically/);
  for (const [path, island] of [
    ['/login', 'LoginForm'],
    ['/affiliate-dashboard', 'Dashboard'],
    ['/profile/seed-ada', 'PublicProfile'],
    ['/affiliate-profile', 'PageScript'],
  ] as const)
    await test.step(`${path} without ${island}`, async () => {
      await page.route(`**/_astro/${island}.*`, (route) => route.abort());
      await page.goto(path);
      await expect(page.locator('main .notice[role=alert]')).toHaveText(
        `Unexpected Application Error! Reload the page to try again, or write to ${site.email}.`,
      );
      await expect(page.locator('main .skeleton:visible')).toHaveCount(0);
      await page.unroute(`**/_astro/${island}.*`);
    });
  await page.reload();
  await expect(page.locator('main [data-kind=error]:visible')).toHaveCount(0);
});
