import type { Route } from '@playwright/test';
import { pageScriptHasRun } from '../../../stack/page-script.ts';
import { expect, test } from '../fixtures.ts';
import { mailedCodes, newAccount, newEmail } from './provider.ts';
import { failedAnswer, noticeOf, providerCall, refuse, submitButton, submitWidth } from './screens.ts';

const sent = 'Check your email for password reset instructions.';

test('a press that waited for its script is not reported as failed after it was answered', async ({
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

test('a reset mail is asked for: wrong input is refused, Sending... sends once, and no answer tells whether an account exists', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('an email that is missing or malformed gets its error, and Firebase is not asked', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (providerCall('sendOobCode').test(request.url())) calls.push(request.url());
    });
    await page.goto('/forgot-password');
    for (const [email, error] of [
      ['', 'Email is required'],
      ['   ', 'Email is required'],
      ['no body@mail.example', 'Please enter a valid email address'],
    ] as const) {
      await page.getByLabel('Email').fill(email);
      await submitButton(page).click();
      await expect(page.locator('main .field-error:not(:empty)')).toHaveText(error);
      await expect(page.getByLabel('Email')).toBeFocused();
    }
    expect(calls).toEqual([]);
  });
  await test.step('the button says Sending..., keeps its width, and a double click sends one mail', async () => {
    const { email } = await newAccount();
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    await page.route(providerCall('sendOobCode'), async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByLabel('Email').fill(email);
    const before = await submitWidth(page);
    await submitButton(page).dblclick();
    await expect(submitButton(page)).toHaveText('Sending...');
    expect(await submitWidth(page)).toBe(before);
    answer(undefined);
    await expect(noticeOf(page)).toHaveText(sent);
    expect(await mailedCodes(email)).toHaveLength(1);
    await page.unroute(providerCall('sendOobCode'));
  });
  await test.step('no answer of Firebase tells whether an account exists, and the form works again afterwards', async () => {
    const failed = 'An error occurred. Please try again later.';
    const { email } = await newAccount();
    await page.goto('/forgot-password');
    for (const [answer, text] of [
      [refuse('EMAIL_NOT_FOUND'), sent],
      [refuse('INTERNAL', 500), failed],
      [refuse('INVALID_EMAIL'), sent],
      [(route: Route) => route.abort(), failed],
      [refuse('USER_DISABLED'), failed],
      [refuse('TOO_MANY_ATTEMPTS_TRY_LATER'), failed],
    ] as const) {
      await page.route(providerCall('sendOobCode'), answer);
      await page.getByLabel('Email').fill(email);
      const asked = page.waitForRequest(providerCall('sendOobCode'));
      await submitButton(page).click();
      await asked;
      await expect(noticeOf(page)).toHaveText(text);
      await page.unroute(providerCall('sendOobCode'));
      if (text === sent) await page.reload();
      else await expect(page.getByLabel('Email')).toHaveValue(email);
    }
    await submitButton(page).click();
    await expect(noticeOf(page)).toHaveText(sent);
  });
  await test.step('an unknown address gets the same answer, and no mail', async () => {
    for (const email of [newEmail()]) {
      await page.goto('/forgot-password');
      await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
      await page.getByLabel('Email').fill(email);
      await submitButton(page).click();
      await expect(noticeOf(page)).toHaveText(sent);
      expect(await mailedCodes(email)).toHaveLength(0);
    }
  });
});
