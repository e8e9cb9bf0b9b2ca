import type { Page } from '@playwright/test';
import { uuidv7 } from 'uuidv7';
import { unique } from '../../api/factories.ts';
import { signInAdmin } from '../admin/admin-screen.ts';
import { expect } from '../fixtures.ts';
import type { Rows } from '../stack-fixtures.ts';

/** A profile whose texts contain its tag, which no other profile has. */
interface TestProfile {
  readonly id: string;
  readonly tag: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

export const dashboardPath = '/user-profile-dashboard';
export const statisticsCall = '**/api/user-profiles/admin/statistics';
export const listCall = '**/api/user-profiles?*';

export const editorPath = '/user-profile-admin';

/** Inserts a profile. `end` distinguishes profiles with the same tag. */
export async function insertProfile(
  rows: Rows,
  { tag = unique(), end = '' }: { readonly tag?: string; readonly end?: string } = {},
): Promise<TestProfile> {
  const profile = {
    id: uuidv7(),
    tag,
    userId: `user-${tag}${end}`,
    name: `Person ${tag}${end}`,
    email: `${tag}${end}@mail.example`,
  };
  await rows('insert into user_profiles (id, user_id, name, email) values ($1, $2, $3, $4)', [
    profile.id,
    profile.userId,
    profile.name,
    profile.email,
  ]);
  return profile;
}

/** Changes a profile as another user's save does. */
export function changeProfileElsewhere(rows: Rows, userId: string, phone: string) {
  return rows('update user_profiles set phone = $2, version = version + 1 where user_id = $1', [
    userId,
    phone,
  ]);
}

/** Fills in the form for service credentials and submits it. */
export async function enterCredentials(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Service name').fill(name);
  await page.getByLabel('Service password').fill(password);
  await page.getByRole('button', { name: 'Use service credentials' }).click();
}

export function dashboardTab(page: Page, name: RegExp) {
  return page.getByRole('tab', { name });
}

export function createForm(page: Page) {
  return page.getByRole('form', { name: 'Create Profile' });
}

export function createNotice(page: Page) {
  return createForm(page).locator('.notice[role=status]');
}

export function createButton(page: Page) {
  return createForm(page).getByRole('button', { name: 'Create Profile' });
}

export function refreshButton(page: Page) {
  return page.getByRole('button', { name: /^Refresh/ });
}

export function counterValue(page: Page, label: string) {
  return page.locator('.counters > div').filter({ hasText: label }).locator('dd');
}

export async function readCounter(page: Page, label: string): Promise<number> {
  return Number((await counterValue(page, label).innerText()).replaceAll(',', ''));
}

/** Opens a profile in the editor as an admin. */
export async function openEditor(page: Page, id: string): Promise<void> {
  await signInAdmin(page);
  await page.goto(editorUrl(id));
  await expect(editorField(page, 'User ID')).toHaveValue(id);
}

export function editorUrl(id: string): string {
  return `${editorPath}?${new URLSearchParams({ id }).toString()}`;
}

export function openingNotice(page: Page) {
  return page.locator('main .notice[data-kind=info]');
}

export function editorPanel(page: Page) {
  return page.locator('.profile-editor');
}

export function editorNotice(page: Page) {
  return editorPanel(page).locator('.record-form + .notice');
}

export function editorField(page: Page, label: string) {
  return editorPanel(page).locator('.record-form').getByLabel(label);
}

export function editorButton(page: Page, name: string) {
  return editorPanel(page).getByRole('button', { name });
}

export function saveButton(page: Page) {
  return editorPanel(page).locator('.record-form [type=submit]');
}

export function unsavedBadge(page: Page) {
  return editorPanel(page).getByText('Unsaved changes');
}
