import type { Page, Route } from '@playwright/test';
import { widthOf } from '../width-of.ts';
import { password } from './provider.ts';

/** The screens that only show themselves to somebody signed in. */
export const memberScreens = [
  '/affiliate-dashboard',
  '/affiliate-profile',
  '/affiliate-statements',
  '/affiliate-admin',
  '/customer-admin',
  '/purchases-admin',
  '/payouts',
] as const;

/** The screens that anybody may open. */
export const openScreens = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/set-new-password',
  '/affiliate-application',
] as const;

/** What the identity provider's client asks; a signed-in browser asks `lookup` at each load. */
export const providerCall = (verb: string): RegExp => new RegExp(`/v1/accounts:${verb}\\b`);

/** Answers a call of the provider's client as the provider refuses one. */
export const refuse =
  (message: string, status = 400) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json: { error: { code: status, message, errors: [{ message }] } } });

/** The browser's own words for an answer that is an error, and for one that does not come. */
export const failedAnswer = /status of (400|401|403|404|409|422|500|503)|ERR_FAILED/;

/** What a form says that cannot fetch what it works with: the connection is lost, or the site has changed since. */
export const partMissing =
  'A part of this page could not be loaded. Please check your internet connection and try again, or reload the page.';

/** What the form has to say as a whole. */
export const noticeOf = (page: Page) => page.locator('main form').getByRole('status').first();

/** A password's field; its button has a name that begins alike. */
export const passwordField = (page: Page, label = 'Password') => page.getByLabel(label, { exact: true });

export const submitButton = (page: Page) => page.locator('main form button[type=submit]');

/** How wide the button is, in the page's own font: until that is there the system's is a hair narrower or wider. */
export const submitWidth = (page: Page): Promise<number | undefined> => widthOf(submitButton(page));

/** Fills in the login form, and submits it. */
export const logIn = async (page: Page, email: string, typed = password): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(typed);
  await submitButton(page).click();
};

/** The path, query and hash that a page stands at. */
export const placeOf = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
};

/** Waits until a page stands at this path, with whatever query. */
export const arrives = (page: Page, path: string): Promise<void> =>
  page.waitForURL(({ pathname }) => pathname === path);

/** The bar of every page, its links, and who an account's screen says is signed in. */
export const bar = (page: Page) => page.locator('.site-header');
export const link = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true });
export const who = (page: Page) => page.locator('.account-bar');
