import type { Route } from '@playwright/test';
import { pageScriptHasRun } from '../../stack/page-script.ts';
import { expect, test } from '../fixtures.ts';
import { mailedCodes, newAccount, newEmail } from './provider.ts';
import {
  arrives,
  failedAnswer,
  noticeOf,
  providerCall,
  refuse,
  submitButton,
  submitWidth,
} from './screens.ts';

const sent = 'Check your email for password reset instructions.';

for (const known of [true, false])
  test(`${known ? 'a known' : 'an unknown'} address has the same words`, async ({ page }) => {
    const email = known ? (await newAccount()).email : newEmail();
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await submitButton(page).click();
    await expect(noticeOf(page)).toHaveText(sent);
    expect(await mailedCodes(email)).toHaveLength(known ? 1 : 0);
  });

test('a press that waited for its script is not said to have failed once it has been answered', async ({
  page,
}) => {
  const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/ForgotPasswordForm*', async (route) => {
    await wanted;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/forgot-password');
  await pageScriptHasRun(page);
  await page.getByLabel('Email').fill(newEmail());
  await submitButton(page).click();
  release(undefined);
  await expect(noticeOf(page)).toHaveText(sent);
  await page.clock.fastForward(31_000);
  await expect(page.locator('main .notice[role=alert]')).toHaveCount(0);
});

for (const code of ['EMAIL_NOT_FOUND', 'INVALID_EMAIL'])
  test(`where the provider says ${code} nobody is told`, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(failedAnswer);
    await page.route(providerCall('sendOobCode'), refuse(code));
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(newEmail());
    await submitButton(page).click();
    await expect(noticeOf(page)).toHaveText(sent);
  });

for (const [email, error] of [
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  ['nobody', 'Please enter a valid email address'],
  ['no body@mail.example', 'Please enter a valid email address'],
] as const)
  test(`“${email}” is answered “${error}”, and nothing is asked`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (providerCall('sendOobCode').test(request.url())) asked.push(request.url());
    });
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await submitButton(page).click();
    await expect(page.locator('main .field-error:not(:empty)')).toHaveText(error);
    await expect(page.getByLabel('Email')).toBeFocused();
    expect(asked).toEqual([]);
  });

test('a provider that fails: An error occurred. Please try again later.', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  await page.route(providerCall('sendOobCode'), refuse('INTERNAL', 500));
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await submitButton(page).click();
  await expect(noticeOf(page)).toHaveText('An error occurred. Please try again later.');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.unroute(providerCall('sendOobCode'));
  await submitButton(page).click();
  await expect(noticeOf(page)).toHaveText(sent);
});

test('every failure has the same words: none tells whether there is an account', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const failures = [
    (route: Route) => route.abort(),
    refuse('USER_DISABLED'),
    refuse('TOO_MANY_ATTEMPTS_TRY_LATER'),
  ];
  await page.goto('/forgot-password');
  for (const fail of failures) {
    await page.route(providerCall('sendOobCode'), fail);
    await page.getByLabel('Email').fill(newEmail());
    const asked = page.waitForRequest(providerCall('sendOobCode'));
    await submitButton(page).click();
    await asked;
    await expect(noticeOf(page)).toHaveText('An error occurred. Please try again later.');
    await page.unroute(providerCall('sendOobCode'));
  }
});

test('the button says so while it works, keeps its width, and asks once', async ({ page }) => {
  const { email } = await newAccount();
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  await page.route(providerCall('sendOobCode'), async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  const before = await submitWidth(page);
  await submitButton(page).dblclick();
  await expect(submitButton(page)).toHaveText('Sending...');
  expect(await submitWidth(page)).toBe(before);
  answer(undefined);
  await expect(noticeOf(page)).toHaveText(sent);
  expect(await mailedCodes(email)).toHaveLength(1);
});

test('“Back to Login” leads to /login', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await arrives(page, '/login');
});
