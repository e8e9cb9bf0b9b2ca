import { readFile } from 'node:fs/promises';
import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import {
  cellOf,
  dialogOf,
  formOf,
  openSearch,
  rowButton,
  rowOf,
  saidOf,
  save,
  signInAdmin,
} from './admin-screen.ts';
import { type Minted, newAffiliate, threeAffiliates } from './records.ts';

const path = '/affiliate-admin';

test('Activate and Deactivate say what they did or why not, and the state of the row follows', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('each result is said anew', async () => {
    const [one, two] = (await threeAffiliates(rows)) as [Minted, Minted];
    await signInAdmin(page);
    await openSearch(page, path, one.tag);
    await expect(cellOf(page, one.email, 'Status')).toHaveText('Not Activated');
    await rowButton(page, 'Activate', one.name).click();
    const words = saidOf(page).getByText('Affiliate activated successfully');
    await expect(words).toBeVisible();
    await expect(cellOf(page, one.email, 'Status')).toHaveText(/^Active since \d{1,2}\/\d{1,2}\/\d{4}$/);
    // A screen reader reads the same words again only if the element is new.
    const first = await words.elementHandle();
    await rowButton(page, 'Activate', two.name).click();
    await expect.poll(() => first?.evaluate((node) => node.isConnected)).toBe(false);
    await expect(words).toBeVisible();
    await rowButton(page, 'Deactivate', one.name).click();
    await expect(saidOf(page)).toHaveText('Affiliate deactivated successfully');
    await expect(cellOf(page, one.email, 'Status')).toHaveText('Not Activated');
    expect(await rows('select date_activated from affiliates where id = $1', [one.id])).toEqual([
      { date_activated: null },
    ]);
  });
  await test.step('a failure says why, with its status, and the row shows what is stored', async () => {
    const one = await newAffiliate(rows);
    await openSearch(page, path, one.tag);
    await rows('update affiliates set version = version + 1, name = $2 where id = $1', [
      one.id,
      `Now ${one.tag}`,
    ]);
    await rowButton(page, 'Activate', one.name).click();
    await expect(saidOf(page)).toHaveText(
      'Error activating affiliate: 409 Somebody else has changed this record. Reload it, then make your change again.',
    );
    await rowButton(page, 'Activate', `Now ${one.tag}`).click();
    await expect(saidOf(page)).toHaveText('Affiliate activated successfully');
    await page.route('**/api/affiliates/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } })
        : route.fallback(),
    );
    await rowButton(page, 'Deactivate', `Now ${one.tag}`).click();
    await expect(saidOf(page)).toHaveText(
      'Error deactivating affiliate: 500 Something went wrong on our side.',
    );
    await page.unrouteAll();
  });
  await test.step('what the server says of a field that the form has not is shown, too', async () => {
    const one = await newAffiliate(rows);
    await openSearch(page, path, one.tag);
    // The clock of the admin's machine is ahead.
    await page.route(`**/api/affiliates/${one.id}`, (route) =>
      route.continue({
        postData: JSON.stringify({
          ...(route.request().postDataJSON() as object),
          date_activated: '2999-01-01T00:00:00Z',
        }),
      }),
    );
    await rowButton(page, 'Activate', one.name).click();
    await expect(saidOf(page)).toContainText('Error activating affiliate: 422');
    await expect(saidOf(page)).toContainText('Not in the future');
    await rowButton(page, 'Edit', one.name).click();
    await expect(saidOf(page)).toBeEmpty();
    await formOf(page).getByLabel('Activated').check();
    await save(page);
    await expect(saidOf(page)).toContainText('Not in the future');
  });
});

test('rows are worked on side by side, each until the list tells what became of it', async ({
  page,
  rows,
}) => {
  const one = await newAffiliate(rows);
  const other = await newAffiliate(rows);
  const both = `Minted ${one.tag}`;
  await rows('update affiliates set name = $2 where id = $1', [other.id, `${both} Too`]);
  await rows('update affiliates set name = $2 where id = $1', [one.id, both]);
  const { promise: changed, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/api/affiliates/*', async (route) => {
    if (route.request().method() === 'PUT') await changed;
    await route.fallback();
  });
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  await rowButton(page, 'Activate', both).click();
  await rowButton(page, 'Delete', `${both} Too`).click();
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await expect(saidOf(page)).toHaveText('Affiliate deleted successfully');
  await expect(rowOf(page, `${both} Too`)).toHaveCount(0);
  const { promise: listed, resolve: list } = Promise.withResolvers<undefined>();
  await page.route('**/api/affiliates?*', async (route) => {
    await listed;
    await route.fallback();
  });
  release(undefined);
  await expect(saidOf(page)).toHaveText('Affiliate activated successfully');
  await expect(rowButton(page, 'Activate', both)).toHaveAttribute('aria-busy', 'true');
  await expect(rowButton(page, 'Delete', both)).toBeDisabled();
  list(undefined);
  await expect(rowButton(page, 'Deactivate', both)).toHaveAttribute('aria-busy', 'false');
});

test('rows of one name are told apart by their code; All data downloads what is stored about the address', async ({
  page,
  rows,
}) => {
  await test.step('buttons and checkboxes are named with the code', async () => {
    const all = await threeAffiliates(rows);
    const tag = all[0]?.tag ?? '';
    await rows('update affiliates set name = $1 where code like $2', [`Record ${tag}`, `${tag}%`]);
    await signInAdmin(page);
    await openSearch(page, path, tag);
    await expect(page.getByRole('checkbox', { name: /^Choose Record/ })).toHaveCount(3);
    for (const action of ['Edit', 'Activate', 'All data about', 'Delete'])
      for (const { code } of all)
        await expect(
          page.getByRole('button', { name: `${action} Record ${tag} (${code})`, exact: true }),
        ).toBeVisible();
  });
  await test.step('All data downloads everything about the address, once', async () => {
    const one = await newAffiliate(rows);
    await openSearch(page, path, one.tag);
    const saving = page.waitForEvent('download');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/customers/data')) calls.push(request.url());
    });
    await rowButton(page, 'All data', `about ${one.name}`).dblclick();
    const file = await saving;
    expect(calls.map((url) => new URL(url).search)).toEqual(['']);
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      email: one.email,
      affiliates: [{ id: one.id, code: one.code }],
    });
  });
});
