import {
  chooseRowAction,
  deleteRow,
  insertAffiliate,
  insertThreeAffiliates,
  openSearch,
  rowButton,
  rowMenu,
  screenNotice,
  signInAdmin,
  tableCell,
  tableRow,
  type TestRecord,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';

const path = '/affiliate-admin';

test('admin activates and deletes rows and decides about an application: the result or the reason is shown, and the row follows', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  await test.step('each result is announced again', async () => {
    const [one, two] = (await insertThreeAffiliates(rows)) as [TestRecord, TestRecord];
    await signInAdmin(page);
    await openSearch(page, path, one.tag);
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
    expect(await rows('select date_activated from affiliates where id = $1', [one.id])).toEqual([
      { date_activated: null },
    ]);
  });
  await test.step('a failure shows its reason with the status, and the row shows the stored state', async () => {
    const affiliate = await insertAffiliate(rows);
    await openSearch(page, path, affiliate.tag);
    await rows('update affiliates set version = version + 1, name = $2 where id = $1', [
      affiliate.id,
      `Now ${affiliate.tag}`,
    ]);
    await chooseRowAction(page, 'Activate', affiliate.name);
    await expect(screenNotice(page)).toHaveText(
      'Error activating affiliate: 409 Somebody else has changed this record. Reload it, then make your change again.',
    );
    await chooseRowAction(page, 'Activate', `Now ${affiliate.tag}`);
    await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
    await page.route('**/api/affiliates/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } })
        : route.fallback(),
    );
    await chooseRowAction(page, 'Deactivate', `Now ${affiliate.tag}`);
    await expect(screenNotice(page)).toHaveText(
      'Error deactivating affiliate: 500 Something went wrong on our side.',
    );
    await page.unrouteAll();
  });
  await page.unrouteAll();
  await test.step('two rows at once, each busy until the list is current', async () => {
    const affiliate = await insertAffiliate(rows);
    const otherAffiliate = await insertAffiliate(rows);
    const both = `Minted ${affiliate.tag}`;
    await rows('update affiliates set name = $2 where id = $1', [otherAffiliate.id, `${both} Too`]);
    await rows('update affiliates set name = $2 where id = $1', [affiliate.id, both]);
    const heldSave = await holdRequests(page, '**/api/affiliates/*', 'PUT');
    await openSearch(page, path, affiliate.tag);
    await chooseRowAction(page, 'Activate', both);
    await deleteRow(page, `${both} Too`);
    await expect(screenNotice(page)).toHaveText('Affiliate deleted successfully');
    await expect(tableRow(page, `${both} Too`)).toHaveCount(0);
    const heldList = await holdRequests(page, '**/api/affiliates?*');
    heldSave.release();
    await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
    await expect(rowMenu(page, both)).toHaveAttribute('aria-busy', 'true');
    await rowMenu(page, both).click();
    await expect(rowButton(page, 'Delete', both)).toBeDisabled();
    heldList.release();
    await expect(rowButton(page, 'Deactivate', both)).toHaveAttribute('aria-busy', 'false');
  });
  await page.unrouteAll();
  await test.step('buttons and checkboxes are named with the code', async () => {
    const all = await insertThreeAffiliates(rows);
    const tag = all[0]?.tag ?? '';
    await rows('update affiliates set name = $1 where code like $2', [`Record ${tag}`, `${tag}%`]);
    await openSearch(page, path, tag);
    await expect(page.getByRole('checkbox', { name: /^Select Record/ })).toHaveCount(3);
    for (const { code } of all) {
      const button = (action: string) =>
        page.getByRole('button', { name: `${action} Record ${tag} (${code})`, exact: true });
      await expect(button('Review')).toBeVisible();
      await button('More actions for').click();
      for (const action of ['Edit', 'Activate', 'Export personal data of', 'Delete'])
        await expect(button(action)).toBeVisible();
    }
  });
  await page.unrouteAll();
  await test.step('an application is declined with a reason, and approved later', async () => {
    const affiliate = await insertAffiliate(rows);
    await rows(
      "update affiliates set promotion = 'In my newsletter', referred_by = 'ada@kithbook.example' where id = $1",
      [affiliate.id],
    );
    await openSearch(page, path, affiliate.tag);
    const panel = page.getByRole('region', { name: `Application of ${affiliate.name}` });
    await chooseRowAction(page, 'Review', affiliate.name);
    await expect(panel).toBeFocused();
    for (const text of [
      'In my newsletter',
      affiliate.email,
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
    await expect(tableCell(page, affiliate.email, 'Waiting')).toHaveText('Declined');
    await expect(tableCell(page, affiliate.email, 'Status')).toHaveText('Not Activated');
    expect(await rows('select action, reason from audit_log where entity_id = $1', [affiliate.id])).toEqual([
      { action: 'affiliate.decline', reason: 'Not our kind of site' },
    ]);
    await page.getByLabel('State').selectOption('Waiting');
    await expect(page.getByText('No affiliates found')).toBeVisible();
    await page.getByLabel('State').selectOption('Declined');
    await chooseRowAction(page, 'Review', affiliate.name);
    await expect(panel).toContainText('Not our kind of site');
    await expect(panel.getByText('Decline', { exact: true })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Approve' }).click();
    await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
    await expect(screenNotice(page)).toBeFocused();
    await page.getByLabel('State').selectOption('Active');
    await expect(tableCell(page, affiliate.email, 'Status')).toContainText('Active since');
  });
});
