import type { Page, Request } from '@playwright/test';
import { uuidv7 } from 'uuidv7';
import { unique } from '../../api/factories.ts';
import { type Account, createAccount } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { expect } from '../fixtures.ts';
import type { Rows } from '../stack-fixtures.ts';

export function recordForm(page: Page) {
  return page.locator('form.record-form');
}

/** The index tabs of the admins' screens. */
export function tabs(page: Page) {
  return page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
}

export function affiliateTab(page: Page) {
  return tabs(page).filter({ hasText: 'Affiliates' });
}

/** The notice with the result of the last action and the failure of the list. */
export function screenNotice(page: Page) {
  return page.locator('main .notice[role=status][tabindex]');
}

export function tableRows(page: Page) {
  return page.locator('main .table-cards tbody tr');
}

/** The table row that contains a text. */
export function tableRow(page: Page, text: string) {
  return tableRows(page).filter({ hasText: text });
}

/** The cell of a row in the column with a label. */
export function tableCell(page: Page, text: string, label: string) {
  return tableRow(page, text).locator(`[data-label="${label}"]`);
}

/** A button of a record's row. Its name may end with the affiliate's code or the customer's email. */
export function rowButton(page: Page, action: string, name: string) {
  return page.getByRole('button', {
    name: new RegExp(`^${`${action} ${name}`.replace(/[^\w\s]/g, '\\$&')}( \\(\\S+\\))?$`),
  });
}

/** The button that opens the menu of a record's row. */
export function rowMenu(page: Page, name: string) {
  return rowButton(page, 'More actions for', name);
}

/** Chooses an action of a record's row: the row's own button, or an entry of its menu. */
export async function chooseRowAction(page: Page, action: string, name: string): Promise<void> {
  const button = rowButton(page, action, name);
  // A scroll closes the menu, also the end of a scroll that Playwright made.
  await expect(async () => {
    if (!(await button.isVisible())) await rowMenu(page, name).click();
    await button.click({ timeout: 2_000 });
  }).toPass();
}

/** Opens the empty form of a new record. */
export function openNewForm(page: Page, record: 'affiliate' | 'customer' = 'affiliate') {
  return page.getByRole('button', { name: `Add ${record}` }).click();
}

export function confirmDialog(page: Page) {
  return page.getByRole('dialog');
}

/** Double-clicks a button of the confirmation dialog: the second click must do nothing. */
export function confirmInDialog(page: Page, label: string) {
  return confirmDialog(page).getByRole('button', { name: label }).dblclick();
}

/** Chooses the only action of a row's menu by keyboard, and confirms it in the dialog. */
export async function runRowActionByKeyboard(page: Page, action: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).press('Enter');
  await expect(page.getByRole('button', { name: `${action} ${name}` })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirmDialog(page).getByRole('button', { name: action })).toBeFocused();
  await page.keyboard.press('Enter');
}

export function saveForm(page: Page) {
  return recordForm(page).getByRole('button', { name: 'Save' }).click();
}

/** Clicks a link of the footer, and expects and dismisses the question. */
export async function expectLeaveQuestion(page: Page): Promise<void> {
  const dialogOpened = page.waitForEvent('dialog');
  const press = page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click();
  const dialog = await dialogOpened;
  expect(dialog.message()).toBe('Leave without saving your changes?');
  await dialog.dismiss();
  await press;
  await expect(page.locator('html')).not.toHaveAttribute('data-leaving');
}

/** The search text of a list call. Calls that may name a person carry it in the body. */
function requestedSearch(request: Request): unknown {
  const body = request.method() === 'POST' ? (request.postDataJSON() as { q?: unknown } | null) : null;
  return body?.q ?? new URL(request.url()).searchParams.get('q');
}

/** Searches the list and waits for the answer. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const answer = page.waitForResponse((response) => requestedSearch(response.request()) === text);
  await page.getByRole('searchbox').fill(text);
  await answer;
}

/** Opens a list with a search in the address and waits for a row. */
export async function openSearch(page: Page, path: string, q: string): Promise<void> {
  await page.goto(`${path}?q=${q}`);
  await expect(tableRows(page).first()).toBeVisible();
}

/** Creates an admin account and signs it in. */
export async function signInAdmin(page: Page): Promise<Account> {
  const admin = await createAccount({ admin: true });
  await signIn(page, admin.email);
  return admin;
}

/** A record whose texts contain its tag, which no other record has. */
export interface TestRecord {
  readonly id: string;
  readonly tag: string;
  readonly name: string;
  readonly email: string;
  readonly code: string;
}

function uniqueTexts(tag: string, end: string) {
  return {
    id: uuidv7(),
    tag,
    name: `Record ${tag}${end}`,
    email: `${tag}${end}@mail.example`,
    code: `${tag}${end}`,
  };
}

interface Changes {
  readonly email?: string;
  /** Records with the same tag differ by their `end`. */
  readonly tag?: string;
  readonly end?: string;
  readonly active?: string | null;
  readonly created?: string;
}

/** Inserts an affiliate: not activated and created now, unless `changes` says otherwise. */
export async function insertAffiliate(rows: Rows, changes: Changes = {}): Promise<TestRecord> {
  const { tag = unique(), end = '', active = null, created = new Date().toISOString() } = changes;
  const texts = uniqueTexts(tag, end);
  const record = { ...texts, email: changes.email ?? texts.email };
  await rows(
    `insert into affiliates (id, name, email, code, date_activated, date_created)
     values ($1, $2, $3, $4, $5, $6)`,
    [record.id, record.name, record.email, record.code, active, created],
  );
  return record;
}

/** Inserts three affiliates with one tag. Their names end in b, a and c. */
export async function insertThreeAffiliates(rows: Rows): Promise<TestRecord[]> {
  const tag = unique();
  const records: TestRecord[] = [];
  for (const end of ['b', 'a', 'c']) records.push(await insertAffiliate(rows, { tag, end }));
  return records;
}

/** Inserts a customer. */
export async function insertCustomer(
  rows: Rows,
  changes: Pick<Changes, 'tag' | 'end'> = {},
): Promise<TestRecord> {
  const record = uniqueTexts(changes.tag ?? unique(), changes.end ?? '');
  const { id, name, email } = record;
  await rows('insert into customers (id, name, email) values ($1, $2, $3)', [id, name, email]);
  return record;
}
