import type { Page } from '@playwright/test';
import { unique } from '../../api/mint.ts';
import { newAccount } from '../accounts/provider.ts';
import { arrives, failedAnswer, signIn } from '../accounts/screens.ts';
import { watchMain } from '../accounts/watch-main.ts';
import { expect, test } from '../fixtures.ts';
import {
  cellOf,
  formOf,
  openSearch,
  rowButton,
  rowsOf,
  saidOf,
  save,
  searchFor,
  signInAdmin,
} from './admin-screen.ts';
import { newAffiliate } from './records.ts';

const path = '/audit-log';

/** An admin changes an affiliate's name. */
const change = async (page: Page, rows: Parameters<typeof newAffiliate>[0]) => {
  const one = await newAffiliate(rows);
  const admin = await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', one.tag);
  await rowButton(page, 'Edit', one.name).click();
  await formOf(page).getByLabel('Name').fill(`Changed ${one.tag}`);
  await save(page);
  await expect(saidOf(page)).toHaveText('Affiliate updated successfully');
  return { one, admin };
};

test('an admin finds the change just made, by record and by who made it, with before and after', async ({
  page,
  rows,
}) => {
  const { one, admin } = await change(page, rows);
  await page.goto(path);
  await searchFor(page, one.id);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(cellOf(page, one.id, 'Who')).toHaveText(admin.email);
  await expect(cellOf(page, one.id, 'What')).toHaveText('affiliate.update');
  await expect(cellOf(page, one.id, 'When (UTC)')).toHaveText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  const changes = cellOf(page, one.id, 'Before and after');
  await changes.locator('summary').click();
  await expect(changes.getByRole('listitem')).toHaveText([`name: ${one.name} Changed ${one.tag}`]);
  await expect(changes.locator('del')).toHaveText(one.name);
  await expect(changes.locator('ins')).toHaveText(`Changed ${one.tag}`);
  await searchFor(page, admin.email);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(cellOf(page, admin.email, 'Record')).toHaveText(one.id);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue(admin.email);
  await expect(rowsOf(page)).toHaveCount(1);
  await searchFor(page, unique());
  await expect(page.getByText('No entries found')).toBeVisible();
});

test('a record in the form leads to its own changes', async ({ page, rows }) => {
  const { one, admin } = await change(page, rows);
  await rowButton(page, 'Edit', `Changed ${one.tag}`).click();
  await page.getByRole('link', { name: 'Change history' }).click();
  await page.waitForURL('**/audit-log?q=*');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(cellOf(page, one.id, 'Who')).toHaveText(admin.email);
});

test('nothing is struck through where there was nothing before', async ({ page, rows }) => {
  await signInAdmin(page);
  const tag = unique();
  await rows(
    `insert into audit_log (id, actor_id, action, entity, entity_id, after)
     values (gen_random_uuid(), 'somebody', 'customer.create', 'customer', $1, '{"name": "New"}')`,
    [tag],
  );
  await page.goto(path);
  await searchFor(page, tag);
  const changes = cellOf(page, tag, 'Before and after');
  await changes.locator('summary').click();
  await expect(changes.getByRole('listitem')).toHaveText(['name: New']);
  await expect(changes.locator('del')).toHaveCount(0);
});

test('the reason of a change is read beside it', async ({ page, rows }) => {
  const id = crypto.randomUUID();
  await rows(
    `insert into audit_log (id, at, actor_id, action, entity, entity_id, before, after, reason)
     values ($1, now(), 'an-admin', 'payout.reject', 'payout', $2, '{"state":"approved"}', '{"state":"rejected"}', $3)`,
    [id, id, 'A fraud, as it seems'],
  );
  await signInAdmin(page);
  await openSearch(page, path, id);
  const changes = cellOf(page, id, 'Before and after');
  await expect(changes).toContainText('A fraud, as it seems');
  await expect(changes.locator('summary')).toHaveText('state');
});

for (const [who, isMember] of [
  ['a visitor', false],
  ['a member', true],
] as const)
  test(`${who} goes home, and is shown nothing of the log`, async ({ page }) => {
    if (isMember) await signIn(page, (await newAccount()).email);
    const seenAt = await watchMain(page);
    await page.goto(path);
    await arrives(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(seenAt(path)).toContain('Checking who is signed in…');
    expect(seenAt(path)).not.toMatch(/Before and after|Search by email/);
  });

test('a log that cannot be had says why, and comes at Try again', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { one } = await change(page, rows);
  await page.route('**/api/audit?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
  );
  await page.goto(`${path}?q=${one.id}`);
  await expect(saidOf(page)).toHaveText('Failed to fetch the audit log: Something went wrong on our side.');
  await page.unroute('**/api/audit?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
});
