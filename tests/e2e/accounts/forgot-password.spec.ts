import type { Route } from '@playwright/test';

import {
  answerWithError,
  firebaseCall,
  formNotice,
  measureSubmitButton,
  submitButton,
} from './account-screens.ts';
import { createAccount, fetchMailedCodes, uniqueEmail } from './firebase-accounts.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';

const sentText = 'Check your email for password reset instructions.';

test('a person requests one reset mail; no answer tells whether an account exists', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  await test.step('a missing or malformed email gets its error, and Firebase is not called', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (firebaseCall('sendOobCode').test(request.url())) calls.push(request.url());
    });
    await page.goto('/forgot-password');
    for (const [email, error] of [
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
  await test.step('no answer of Firebase tells whether an account exists, and the form works again afterwards', async () => {
    await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
    const failed = 'An error occurred. Please try again later.';
    const typed = uniqueEmail();
    for (const [answer, text] of [
      [(route: Route) => route.abort(), failed],
      [answerWithError('EMAIL_NOT_FOUND'), sentText],
    ] as const) {
      await page.route(firebaseCall('sendOobCode'), answer);
      await page.getByLabel('Email').fill(typed);
      const requestSent = page.waitForRequest(firebaseCall('sendOobCode'));
      await submitButton(page).click();
      await requestSent;
      await expect(formNotice(page)).toHaveText(text);
      await page.unroute(firebaseCall('sendOobCode'));
      if (text === failed) await expect(page.getByLabel('Email')).toHaveValue(typed);
    }
  });
  await page.reload();
  await test.step('the button reads Sending…, keeps its width, and a double click sends one mail', async () => {
    const { email } = await createAccount();
    const held = await holdRequests(page, firebaseCall('sendOobCode'));
    await page.getByLabel('Email').fill(email);
    const width = await measureSubmitButton(page);
    await submitButton(page).dblclick();
    await expect(submitButton(page)).toHaveText('Sending…');
    expect(await measureSubmitButton(page)).toBe(width);
    held.release();
    await expect(formNotice(page)).toHaveText(sentText);
    expect(await fetchMailedCodes(email)).toHaveLength(1);
  });
});
