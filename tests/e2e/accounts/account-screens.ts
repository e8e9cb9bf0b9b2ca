import type { Page, Request, Route } from '@playwright/test';
import { measureWidth } from '../page-helpers.ts';
import { password } from './firebase-accounts.ts';

/** Screens for members or admins. Their HTML has nothing until the user is known. */
export const guardedScreens = [
  '/affiliate-dashboard',
  '/account',
  '/affiliate-profile',
  '/affiliate-links',
  '/affiliate-payment',
  '/affiliate-statements',
  '/affiliate-commissions',
  '/affiliate-admin',
  '/customer-admin',
  '/purchases-admin',
  '/payouts',
  '/admin',
  '/audit-log',
  '/figures-admin',
  '/newsletter-admin',
] as const;

/** Account screens that need no sign-in. */
export const publicAccountScreens = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/set-new-password',
  '/change-address',
  '/affiliate-application',
] as const;

/** Calls of the API behind a reset link. */
export const validateTokenCall = '**/api/auth/validate-reset-token/**';
export const resetPasswordCall = '**/api/auth/reset-password';

/** A password that is not on the list of common passwords. */
export const goodPassword = `${password}-of-my-own`;

/** Form notice when a script of the form does not load. */
export const partMissingText =
  'A part of this page could not be loaded. Please check your internet connection and try again, or reload the page.';

export const submittedText = 'Your affiliate application was submitted.';

export const codeTakenError = {
  error: 'This affiliate code is already taken.',
  code: 'affiliate-code-taken',
  requestId: 'r',
};
export const internalError = {
  error: 'Something went wrong on our side.',
  code: 'internal-error',
  requestId: 'r',
};

/** SQL for the affiliate record with an email. */
export const selectAffiliate =
  'select name, email, code, date_activated, referred_by from affiliates where email = $1';

/** URL of a call of Firebase's client. A signed-in browser calls `lookup` with each page. */
export function firebaseCall(verb: string): RegExp {
  return new RegExp(`/v1/accounts:${verb}\\b`);
}

/** Answers a call of Firebase's client with an error. */
export function answerWithError(message: string, status = 400) {
  return (route: Route): Promise<void> =>
    route.fulfill({ status, json: { error: { code: status, message, errors: [{ message }] } } });
}

export function mainContent(page: Page) {
  return page.locator('main');
}

export function siteHeader(page: Page) {
  return page.locator('.site-header');
}

export function headerLink(page: Page, name: string) {
  return siteHeader(page).getByRole('link', { name, exact: true });
}

/** The line of an account screen that names the signed-in user, with the Logout button. */
export function userLine(page: Page) {
  return page.locator('.account-bar');
}

export function formNotice(page: Page) {
  return page.locator('main form').getByRole('status').first();
}

export function submitButton(page: Page) {
  return page.locator('main form button[type=submit]');
}

export function measureSubmitButton(page: Page): Promise<number | undefined> {
  return measureWidth(submitButton(page));
}

export function copyLinkButton(page: Page) {
  return mainContent(page).locator('.copy-link').getByRole('button');
}

/** A password field. The label is exact, because the button 'Show password' has a similar name. */
export function passwordField(page: Page, label = 'Password') {
  return page.getByLabel(label, { exact: true });
}

export function confirmationField(page: Page) {
  return passwordField(page, 'Confirm password');
}

export function referrerField(page: Page) {
  return page.getByLabel('Referred by');
}

export function newPasswordField(page: Page) {
  return passwordField(page, 'New password');
}

export function newConfirmationField(page: Page) {
  return passwordField(page, 'Confirm new password');
}

function setPasswordButton(page: Page) {
  return page.getByRole('button', { name: 'Set New Password' });
}

/** Fills in the login form and submits it. */
export async function logIn(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(typed);
  await submitButton(page).click();
}

interface SignUpFields {
  readonly password?: string;
  readonly confirmation?: string;
  readonly referredBy?: string;
}

/** Fills in the sign-up form. */
export async function fillSignUp(page: Page, email: string, fields: SignUpFields = {}): Promise<void> {
  const typed = fields.password ?? goodPassword;
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(typed);
  await confirmationField(page).fill(fields.confirmation ?? typed);
  await referrerField(page).fill(fields.referredBy ?? '');
}

/** Opens the sign-up screen, fills in its form and submits it. */
export async function signUp(page: Page, email: string, fields: SignUpFields = {}): Promise<void> {
  await page.goto('/signup');
  await fillSignUp(page, email, fields);
  await submitButton(page).click();
}

/** Fills in the new password twice and submits the form. */
export async function submitNewPassword(page: Page, typed: string, repeated = typed): Promise<void> {
  await newPasswordField(page).fill(typed);
  await newConfirmationField(page).fill(repeated);
  await setPasswordButton(page).click();
}

/** Pattern of the code that sign-up generates: up to six letters and digits of the email, and four digits. */
export function codePattern(email: string): RegExp {
  const [local = ''] = email.split('@');
  const letters = local.toLowerCase().replace(/[^a-z0-9]/g, '');
  return new RegExp(`^${letters.slice(0, 6)}\\d{4}$`);
}

/** Refuses the first `times` POSTs of an affiliate record. Returns the codes of all POSTs. */
export async function refuseApplications(
  page: Page,
  times: number,
  status: number,
  json: object,
): Promise<unknown[]> {
  const codes: unknown[] = [];
  await page.route('**/api/affiliates', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    codes.push((route.request().postDataJSON() as { code: unknown }).code);
    return codes.length > times ? route.continue() : route.fulfill({ status, json });
  });
  return codes;
}

/** Records the page's requests from now on. The returned function gives their Referer headers. */
export function recordReferers(page: Page): () => Promise<string[]> {
  const requests: Request[] = [];
  page.on('request', (request) => {
    requests.push(request);
  });
  return async () => {
    const referers = await Promise.all(requests.map((request) => request.headerValue('referer')));
    return referers.filter((referer) => referer !== null);
  };
}

const recorder = 'record-main-text';

/**
 * Records every text that appears in the main part, even for a moment, of each page opened from now on. The returned
 * function gives the texts of a path.
 */
export async function recordMainText(page: Page): Promise<(path: string) => string> {
  const recorded: [path: string, text: string][] = [];
  await page.exposeFunction(recorder, (path: string, text: string) => {
    recorded.push([path, text]);
  });
  await page.addInitScript((name) => {
    const record = Reflect.get(window, name) as (path: string, text: string) => void;
    const recordText = () => {
      const text = document.querySelector('main')?.textContent;
      if (text) record(location.pathname, text);
    };
    new MutationObserver(recordText).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, recorder);
  return (wanted) =>
    recorded
      .filter(([path]) => path === wanted)
      .map(([, text]) => text)
      .join('\n');
}
