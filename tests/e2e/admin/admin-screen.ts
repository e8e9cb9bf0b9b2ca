import type { Page, Request } from '@playwright/test';
import { type Account, newAccount } from '../accounts/provider.ts';
import { signIn } from '../accounts/sign-in.ts';
import { expect } from '../fixtures.ts';

/** The form above the list. */
export const formOf = (page: Page) => page.locator('form.record-form');

/** The one box of the screen: what the last action came to, and why the list could not be had. */
export const saidOf = (page: Page) => page.locator('main .notice[role=status][tabindex]');

/** What a member reads who may not have the list. */
export const refusalOf = (page: Page) => page.locator('main .notice[role=alert]');

/** The rows of the list, without its head. */
export const rowsOf = (page: Page) => page.locator('main .table-cards tbody tr');

/** The row that holds this text. */
export const rowOf = (page: Page, text: string) => rowsOf(page).filter({ hasText: text });

/** What a row says under a heading. */
export const cellOf = (page: Page, text: string, label: string) =>
  rowOf(page, text).locator(`[data-label="${label}"]`);

/** The button of a record's row, which says the affiliate's code or the customer's email, too. */
export const rowButton = (page: Page, action: string, name: string) =>
  page.getByRole('button', {
    name: new RegExp(`^${`${action} ${name}`.replace(/[^\w\s]/g, '\\$&')}( \\(\\S+\\))?$`),
  });

export const dialogOf = (page: Page) => page.getByRole('dialog');

/** Answers the question, and presses once more than needed. */
export const confirm = (page: Page, label: string) =>
  dialogOf(page).getByRole('button', { name: label }).dblclick();

export const save = (page: Page) => formOf(page).getByRole('button', { name: 'Save' }).click();

/** The search text of a call, which stands in its query, or in its body where it may name a person. */
const searchTextOf = (request: Request): unknown => {
  const body = request.method() === 'POST' ? (request.postDataJSON() as { q?: unknown } | null) : null;
  return body?.q ?? new URL(request.url()).searchParams.get('q');
};

/** Searches the list, and waits until it is the search's answer that is shown. */
export const searchFor = async (page: Page, text: string): Promise<void> => {
  const answer = page.waitForResponse((response) => searchTextOf(response.request()) === text);
  await page.getByRole('searchbox').fill(text);
  await answer;
};

/** Opens a list with its search in the address, and waits for it. */
export const openSearch = async (page: Page, path: string, q: string): Promise<void> => {
  await page.goto(`${path}?q=${q}`);
  await expect(rowsOf(page).first()).toBeVisible();
};

/** Signs in an admin of the test's own. */
export const signInAdmin = async (page: Page): Promise<Account> => {
  const admin = await newAccount({ admin: true });
  await signIn(page, admin.email);
  return admin;
};

/** The browser's own words for an answer that never came. */
export const noAnswer = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;
