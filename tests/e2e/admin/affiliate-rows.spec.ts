import { readFile } from 'node:fs/promises';
import {
  deleteRow,
  insertAffiliate,
  insertThreeAffiliates,
  openSearch,
  recordForm,
  rowButton,
  saveForm,
  screenNotice,
  signInAdmin,
  tableCell,
  tableRow,
  type TestRecord,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';

const path = '/affiliate-admin';

test('admin activates and deactivates an affiliate: the result or the reason is shown, and the row follows', async ({
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
    await rowButton(page, 'Activate', one.name).click();
    const words = screenNotice(page).getByText('Affiliate activated successfully');
    await expect(words).toBeVisible();
    await expect(tableCell(page, one.email, 'Status')).toHaveText(/^Active since \d{1,2}\/\d{1,2}\/\d{4}$/);
    // A screen reader reads the same words again only if the element is new.
    const first = await words.elementHandle();
    await rowButton(page, 'Activate', two.name).click();
    await expect.poll(() => first?.evaluate((node) => node.isConnected)).toBe(false);
    await expect(words).toBeVisible();
    await rowButton(page, 'Deactivate', one.name).click();
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
    await rowButton(page, 'Activate', affiliate.name).click();
    await expect(screenNotice(page)).toHaveText(
      'Error activating affiliate: 409 Somebody else has changed this record. Reload it, then make your change again.',
    );
    await rowButton(page, 'Activate', `Now ${affiliate.tag}`).click();
    await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
    await page.route('**/api/affiliates/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } })
        : route.fallback(),
    );
    await rowButton(page, 'Deactivate', `Now ${affiliate.tag}`).click();
    await expect(screenNotice(page)).toHaveText(
      'Error deactivating affiliate: 500 Something went wrong on our side.',
    );
    await page.unrouteAll();
  });
  await test.step('an error of a field outside the form is shown, too', async () => {
    const affiliate = await insertAffiliate(rows);
    await openSearch(page, path, affiliate.tag);
    // As if the clock of the admin's computer were ahead.
    await page.route(`**/api/affiliates/${affiliate.id}`, (route) =>
      route.continue({
        postData: JSON.stringify({
          ...(route.request().postDataJSON() as object),
          date_activated: '2999-01-01T00:00:00Z',
        }),
      }),
    );
    await rowButton(page, 'Activate', affiliate.name).click();
    await expect(screenNotice(page)).toContainText('Error activating affiliate: 422');
    await expect(screenNotice(page)).toContainText('Not in the future');
    await rowButton(page, 'Edit', affiliate.name).click();
    await expect(screenNotice(page)).toBeEmpty();
    await recordForm(page).getByLabel('Activated').check();
    await saveForm(page);
    await expect(screenNotice(page)).toContainText('Not in the future');
  });
});

test('admin changes two rows at once: each row is busy until the list is current', async ({ page, rows }) => {
  const affiliate = await insertAffiliate(rows);
  const otherAffiliate = await insertAffiliate(rows);
  const both = `Minted ${affiliate.tag}`;
  await rows('update affiliates set name = $2 where id = $1', [otherAffiliate.id, `${both} Too`]);
  await rows('update affiliates set name = $2 where id = $1', [affiliate.id, both]);
  const heldSave = await holdRequests(page, '**/api/affiliates/*', 'PUT');
  await signInAdmin(page);
  await openSearch(page, path, affiliate.tag);
  await rowButton(page, 'Activate', both).click();
  await deleteRow(page, `${both} Too`);
  await expect(screenNotice(page)).toHaveText('Affiliate deleted successfully');
  await expect(tableRow(page, `${both} Too`)).toHaveCount(0);
  const heldList = await holdRequests(page, '**/api/affiliates?*');
  heldSave.release();
  await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
  await expect(rowButton(page, 'Activate', both)).toHaveAttribute('aria-busy', 'true');
  await expect(rowButton(page, 'Delete', both)).toBeDisabled();
  heldList.release();
  await expect(rowButton(page, 'Deactivate', both)).toHaveAttribute('aria-busy', 'false');
});

test('rows with the same name have buttons with their code; Export personal data downloads the data of the email', async ({
  page,
  rows,
}) => {
  await test.step('buttons and checkboxes are named with the code', async () => {
    const all = await insertThreeAffiliates(rows);
    const tag = all[0]?.tag ?? '';
    await rows('update affiliates set name = $1 where code like $2', [`Record ${tag}`, `${tag}%`]);
    await signInAdmin(page);
    await openSearch(page, path, tag);
    await expect(page.getByRole('checkbox', { name: /^Select Record/ })).toHaveCount(3);
    for (const action of ['Edit', 'Activate', 'Export personal data of', 'Delete'])
      for (const { code } of all)
        await expect(
          page.getByRole('button', { name: `${action} Record ${tag} (${code})`, exact: true }),
        ).toBeVisible();
  });
  await test.step('Export personal data downloads the data of the email once', async () => {
    const affiliate = await insertAffiliate(rows);
    await openSearch(page, path, affiliate.tag);
    const download = page.waitForEvent('download');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/customers/data')) calls.push(request.url());
    });
    await rowButton(page, 'Export personal data', `of ${affiliate.name}`).dblclick();
    const file = await download;
    expect(calls.map((url) => new URL(url).search)).toEqual(['']);
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      email: affiliate.email,
      affiliates: [{ id: affiliate.id, code: affiliate.code }],
    });
  });
});
