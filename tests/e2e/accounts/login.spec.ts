import { site } from '../../../src/shared/site.ts';
import {
  firebaseCall,
  formNotice,
  logIn,
  measureSubmitButton,
  passwordField,
  submitButton,
} from './account-screens.ts';
import { createAccount, password } from './firebase-accounts.ts';
import { deep, expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests, waitForPath, errorNotice } from '../page-helpers.ts';

const wrongCredentialsText = 'Failed to sign in. Please check your credentials.';
const unreachableText =
  'The sign-in service cannot be reached. Please check your internet connection and try again.';

test('a failed login keeps the typed text; then Enter sends it once and leads on', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const { email } = await createAccount();
  const firebase = firebaseCall('signInWithPassword');
  await test.step('empty fields are named one by one, and Firebase is not called', async () => {
    const requests: string[] = [];
    page.on('request', (request) => {
      if (firebase.test(request.url())) requests.push(request.url());
    });
    await page.route(firebase, (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
    await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password');
    for (const [name, path] of [
      ['Forgot your password?', '/forgot-password'],
      ['Signing up', '/signup'],
      ['your purchases', '/purchases'],
    ] as const)
      await expect(page.locator('main').getByRole('link', { name })).toHaveAttribute('href', path);
    await page.getByLabel('Email').fill('   ');
    await submitButton(page).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('someone@mail.example');
    await expect(page.getByText('Email is required')).toBeHidden();
    await submitButton(page).click();
    await expect(passwordField(page)).toBeFocused();
    expect(requests).toEqual([]);
  });
  await test.step('without Firebase', async () => {
    await logIn(page, email);
    await expect(formNotice(page)).toHaveText(unreachableText);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(passwordField(page)).toHaveValue(password);
    await page.unroute(firebase);
  });
  await test.step('wrong credentials, whose reason the next try clears', async () => {
    await logIn(page, email, 'another password');
    await expect(formNotice(page)).toHaveText(wrongCredentialsText);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(passwordField(page)).toHaveValue('another password');
    await page.getByLabel('Email').fill('');
    await submitButton(page).click();
    await expect(formNotice(page)).toHaveText('');
    await expect(page).toHaveURL('/login');
  });
  await test.step('the right credentials by Enter are sent once and lead to the dashboard', async () => {
    await page.getByLabel('Email').fill(`  ${email} `);
    const held = await holdRequests(page, firebase);
    await expect(submitButton(page)).toHaveText('Sign In');
    const width = await measureSubmitButton(page);
    await passwordField(page).fill(password);
    await passwordField(page).press('Enter');
    await expect(submitButton(page)).toHaveText('Signing In...');
    await expect(submitButton(page)).toHaveAttribute('aria-busy', 'true');
    expect(await measureSubmitButton(page)).toBe(width);
    // The button is aria-disabled, which Playwright would wait for.
    await submitButton(page).click({ force: true });
    await passwordField(page).press('Enter');
    held.release();
    await waitForPath(page, '/affiliate-dashboard');
    expect(held.count()).toBe(1);
    await expect(page.locator('.account-bar')).toContainText(email);
  });
  await test.step('/signup and /login forward a signed-in user', async () => {
    await page.goto('/signup');
    await waitForPath(page, '/affiliate-dashboard');
    await page.goto('/login?next=%2Faffiliate-profile%3Fa%3D1');
    await waitForPath(page, '/affiliate-profile');
    await expect(page).toHaveURL('/affiliate-profile?a=1');
  });
});

test(
  'a login before the page script or the form script has loaded is sent once',
  deep,
  async ({ page, allowConsoleErrors }) => {
    // React's error for HTML that differs from the server's. React then renders again.
    allowConsoleErrors(/React error #418/);
    const { email } = await createAccount();
    // The login needs only the address of the dashboard.
    await page.route('**/affiliate-dashboard', (route) =>
      route.fulfill({ contentType: 'text/html', body: '' }),
    );
    let requestCount = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && firebaseCall('signInWithPassword').test(request.url()))
        requestCount += 1;
    });
    await test.step('before the page script', async () => {
      const held = await holdRequests(page, '**/_astro/PageScript*');
      await page.goto('/login');
      await logIn(page, email);
      held.release();
      await waitForPath(page, '/affiliate-dashboard');
      expect(requestCount).toBe(1);
    });
    await page.context().setStorageState({ cookies: [], origins: [] });
    await test.step('before the form script, with an element that the password manager adds after each field', async () => {
      await page.route('**/_astro/LoginForm*', async (route) => {
        await page.evaluate(() => {
          for (const field of document.querySelectorAll('input')) field.after(document.createElement('div'));
        });
        await logIn(page, email);
        await route.continue();
      });
      await page.goto('/login');
      await waitForPath(page, '/affiliate-dashboard');
      expect(requestCount).toBe(2);
    });
  },
);

test(
  'a screen without its script shows the application error',
  deep,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED|Error hydrating|Failed to fetch dynamically/);
    for (const [path, island] of [
      ['/login', 'LoginForm'],
      ['/profile/seed-ada', 'PublicProfile'],
      ['/affiliate-profile', 'PageScript'],
    ] as const)
      await test.step(`${path} without ${island}`, async () => {
        await page.route(`**/_astro/${island}.*`, (route) => route.abort());
        await page.goto(path);
        await expect(errorNotice(page)).toHaveText(
          `Unexpected Application Error! Reload the page to try again, or write to ${site.email}.`,
        );
        await expect(page.locator('main .skeleton:visible')).toHaveCount(0);
        await page.unroute(`**/_astro/${island}.*`);
      });
    await page.reload();
    await expect(page.locator('main [data-kind=error]:visible')).toHaveCount(0);
  },
);
