import { fixtures } from '../../api/frame/db/fixtures.ts';
import { unique } from '../../api/factories.ts';
import {
  chooseRowAction,
  confirmDialog,
  insertAffiliate,
  openSearch,
  recordForm,
  rowButton,
  rowMenu,
  screenNotice,
  signInAdmin,
  tableCell,
  tableRow,
} from './admin-screen.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';

test('admin activates, deletes and closes affiliates, and decides about an application', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const tag = unique();
  const insert = (end: string) => insertAffiliate(rows, { tag, end });
  const [one, two, changed, busy, removed, owing, applicant] = [
    await insert('a'),
    await insert('b'),
    await insert('c'),
    await insert('d'),
    await insert('e'),
    await insertAffiliate(rows, { tag, end: 'f', active: '2025-01-01T00:00:00Z' }),
    await insert('g'),
  ];
  await fixtures(rows).entry({ affiliate_id: owing.id });
  await rows(
    "update affiliates set promotion = 'In my newsletter', referred_by = 'ada@kithbook.example' where id = $1",
    [applicant.id],
  );
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', tag);
  await test.step('checkboxes and buttons are named with the code', async () => {
    const named = `${one.name} (${one.code})`;
    await expect(page.getByRole('checkbox', { name: `Select ${named}`, exact: true })).toBeVisible();
    for (const action of ['Review', 'More actions for'])
      await expect(page.getByRole('button', { name: `${action} ${named}`, exact: true })).toBeVisible();
  });
  await test.step('each result is announced again', async () => {
    await expect(tableCell(page, one.email, 'Status')).toHaveText('Not Activated');
    await chooseRowAction(page, 'Activate', one.name);
    const words = screenNotice(page).getByText('Affiliate activated successfully');
    await expect(words).toBeVisible();
    await expect(tableCell(page, one.email, 'Status')).toHaveText(/^Active since \d{1,2}\/\d{1,2}\/\d{4}$/);
    // A screen reader reads the same words again only if the element is new.
    const first = await words.elementHandle();
    await chooseRowAction(page, 'Activate', two.name);
    await expect.poll(() => first?.evaluate((node) => node.isConnected)).toBe(false);
    await expect(words).toBeVisible();
    await chooseRowAction(page, 'Deactivate', one.name);
    await expect(screenNotice(page)).toHaveText('Affiliate deactivated successfully');
    await expect(tableCell(page, one.email, 'Status')).toHaveText('Not Activated');
  });
  await test.step('a failure shows its reason with the status, and the row shows the stored state', async () => {
    await rows('update affiliates set version = version + 1, name = $2 where id = $1', [
      changed.id,
      `${tag} renamed`,
    ]);
    await chooseRowAction(page, 'Activate', changed.name);
    await expect(screenNotice(page)).toContainText(
      'Error activating affiliate: 409 Somebody else has changed',
    );
    await expect(tableCell(page, changed.email, 'Name')).toHaveText(`${tag} renamed`);
  });
  await test.step('Delete asks first, removes the record and closes its form, while another row is busy until the list is current', async () => {
    const heldSave = await holdRequests(page, '**/api/affiliates/*', 'PUT');
    await chooseRowAction(page, 'Activate', busy.name);
    await chooseRowAction(page, 'Edit', removed.name);
    await expect(recordForm(page).getByLabel('Name')).toHaveValue(removed.name);
    await chooseRowAction(page, 'Delete', removed.name);
    await expect(confirmDialog(page)).toHaveAccessibleName('Are you sure you want to delete this affiliate?');
    await expect(confirmDialog(page)).toHaveAccessibleDescription(
      `${removed.name} (${removed.code}), ${removed.email}. This can’t be undone.`,
    );
    await expectAccessibleOnPhone(page);
    await page.keyboard.press('Escape');
    await expect(tableRow(page, removed.email)).toBeVisible();
    // The menu follows its button in the order of the focus. Escape closes menu and dialog.
    const remove = rowButton(page, 'Delete', removed.name);
    await expect(rowMenu(page, removed.name)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(remove).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(remove).toBeHidden();
    await expect(rowMenu(page, removed.name)).toBeFocused();
    await page.keyboard.press('Enter');
    await remove.press('Enter');
    await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(confirmDialog(page).getByRole('button', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(screenNotice(page)).toHaveText('Affiliate deleted successfully');
    await expect(screenNotice(page)).toBeFocused();
    await expect(tableRow(page, removed.email)).toHaveCount(0);
    await expect(recordForm(page)).toHaveCount(0);

    const heldList = await holdRequests(page, '**/api/affiliates?*');
    heldSave.release();
    await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
    await expect(rowMenu(page, busy.name)).toHaveAttribute('aria-busy', 'true');
    await rowMenu(page, busy.name).click();
    await expect(rowButton(page, 'Delete', busy.name)).toBeDisabled();
    heldList.release();
    await expect(rowMenu(page, busy.name)).toHaveAttribute('aria-busy', 'false');
    await expect(tableCell(page, busy.email, 'Status')).toContainText('Active since');
    await page.unrouteAll();
  });
  await test.step('an application is declined with a reason, and approved later', async () => {
    const panel = page.getByRole('region', { name: `Application of ${applicant.name}` });
    await chooseRowAction(page, 'Review', applicant.name);
    await expect(panel).toBeFocused();
    for (const text of [
      'In my newsletter',
      applicant.email,
      'Not confirmed',
      'Today',
      'ada@kithbook.example',
    ])
      await expect(panel).toContainText(text);
    await panel.getByText('Decline', { exact: true }).click();
    await panel.getByLabel('Reason').fill('Not our kind of site');
    await panel.getByRole('button', { name: 'Decline application' }).dblclick();
    await expect(screenNotice(page)).toHaveText('Application declined');
    await expect(panel).toHaveCount(0);
    await expect(screenNotice(page)).toBeFocused();
    await expect(tableCell(page, applicant.email, 'Waiting')).toHaveText('Declined');
    await expect(tableCell(page, applicant.email, 'Status')).toHaveText('Not Activated');
    await chooseRowAction(page, 'Review', applicant.name);
    await expect(panel).toContainText('Not our kind of site');
    await expect(panel.getByText('Decline', { exact: true })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Approve' }).click();
    await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
    await expect(screenNotice(page)).toBeFocused();
    await expect(tableCell(page, applicant.email, 'Status')).toContainText('Active since');
  });
  await test.step('an affiliate with ledger entries is closed and anonymized, and the question says so', async () => {
    await chooseRowAction(page, 'Delete', owing.name);
    await expect(confirmDialog(page)).toContainText('The record is closed:');
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(screenNotice(page)).toHaveText('Affiliate deleted successfully');
    await page.getByLabel('State').selectOption('Closed');
    await expect(tableCell(page, owing.code, 'Status')).toHaveText('Closed');
    await expect(tableRow(page, owing.code)).not.toContainText(owing.name);
    await expect(tableRow(page, owing.code).getByRole('button')).toHaveCount(0);
  });
});
