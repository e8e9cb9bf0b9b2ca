import type { Page } from '@playwright/test';
import { unique } from '../../api/mint.ts';
import { expect, test } from '../fixtures.ts';
import { dialogOf, formOf, openSearch, rowButton, rowOf, saidOf, signInAdmin } from './admin-screen.ts';
import { newAffiliate, newCustomer, threeAffiliates } from './records.ts';

const section = (page: Page) => page.locator('main section').filter({ has: formOf(page) });

const typeInto = async (page: Page, texts: readonly string[]): Promise<void> => {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
};

test('sorting, choosing, a bulk change and a new affiliate work by keyboard alone', async ({
  page,
  rows,
}) => {
  const one = await newAffiliate(rows);
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', one.tag);
  const name = page.getByRole('columnheader', { name: 'Name' });
  await name.getByRole('button').press('Enter');
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await expect(name.getByRole('button')).toBeFocused();
  await page.getByLabel(`Choose ${one.name}`).press('Space');
  const group = page.getByRole('group', { name: 'Chosen affiliates' });
  await group.getByRole('button', { name: 'Activate', exact: true }).press('Enter');
  await expect(saidOf(page)).toHaveText('1 affiliate activated');
  const tag = unique();
  await formOf(page).getByLabel('Name').focus();
  await typeInto(page, [`New ${tag}`, `${tag}@mail.example`, tag, '']);
  await expect(formOf(page).getByLabel('Activated')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(formOf(page).getByRole('button', { name: 'Save' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(saidOf(page)).toHaveText('Affiliate created successfully');
  await expect(section(page)).toBeFocused();
  expect(
    await rows('select date_activated is not null as active from affiliates where code = $1', [tag]),
  ).toEqual([{ active: true }]);
});

test('Edit, Cancel and Save leave the focus at the form, and the question before a deletion takes it', async ({
  page,
  rows,
}) => {
  await signInAdmin(page);
  for (const [path, make, updated] of [
    ['/affiliate-admin', newAffiliate, 'Affiliate updated successfully'],
    ['/customer-admin', newCustomer, 'Customer updated successfully'],
  ] as const)
    await test.step(path, async () => {
      const one = await make(rows);
      await openSearch(page, path, one.tag);
      await rowButton(page, 'Edit', one.name).press('Enter');
      await expect(section(page)).toBeFocused();
      await expect(section(page)).toHaveAccessibleName(`Edit ${one.name}`);
      await formOf(page).getByRole('button', { name: 'Cancel' }).press('Enter');
      await expect(section(page)).toBeFocused();
      await rowButton(page, 'Edit', one.name).press('Enter');
      await page.keyboard.press('Tab');
      await expect(formOf(page).getByLabel('Name')).toBeFocused();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(`Changed ${one.tag}`);
      await page.keyboard.press('Enter');
      await expect(saidOf(page)).toHaveText(updated);
      await expect(rowOf(page, `Changed ${one.tag}`)).toBeVisible();
      await expect(section(page)).toBeFocused();

      const remove = rowButton(page, 'Delete', `Changed ${one.tag}`);
      await remove.press('Enter');
      await expect(dialogOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toBeHidden();
      await expect(remove).toBeFocused();
      await expect(rowOf(page, one.tag)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(dialogOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(dialogOf(page).getByRole('button', { name: 'Delete' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(saidOf(page)).toContainText('deleted successfully');
      await expect(saidOf(page)).toBeFocused();
      await expect(rowOf(page, one.tag)).toHaveCount(0);
    });
});

test('the result of a deletion takes the focus after a click on a heading meanwhile, and leaves it in the search', async ({
  page,
  rows,
}) => {
  const first = await newCustomer(rows, { end: 'a' });
  const second = await newCustomer(rows, { tag: first.tag, end: 'b' });
  await signInAdmin(page);
  await openSearch(page, '/customer-admin', first.tag);
  for (const [{ name }, clicked, isTaken] of [
    [first, page.getByRole('columnheader', { name: 'Email' }), true],
    [second, page.getByRole('searchbox'), false],
  ] as const) {
    const { promise: pressed, resolve: goOn } = Promise.withResolvers<undefined>();
    await page.route('**/api/customers/*', async (route) => {
      if (route.request().method() === 'DELETE') await pressed;
      await route.continue();
    });
    await rowButton(page, 'Delete', name).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await expect(dialogOf(page)).toBeHidden();
    await clicked.click({ position: { x: 5, y: 5 } });
    goOn(undefined);
    await expect(rowOf(page, name)).toHaveCount(0);
    await expect(saidOf(page)).toContainText('deleted successfully');
    await expect(isTaken ? saidOf(page) : clicked).toBeFocused();
    await page.unrouteAll();
  }
});

/** What has the focus, where its middle lies beneath something else. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused?.closest('table')) return null;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    return focused.contains(seen) ? null : focused.textContent;
  });

const longAddress = 'somebody.with.a.long.address@organisation.example';

test('no focus is lost beneath the list’s head or its actions, at any width', async ({ page, rows }) => {
  test.slow();
  const all = await threeAffiliates(rows);
  await signInAdmin(page);
  for (const [width, height, referrer] of [
    [700, 500, longAddress],
    [860, 500, null],
    [1280, 600, longAddress],
  ] as const) {
    await rows(
      "update affiliates set name = 'Wolkenstein-Trostburg ' || code, referred_by = $2 where id = any($1)",
      [all.map(({ id }) => id), referrer],
    );
    await page.setViewportSize({ width, height });
    await openSearch(page, '/affiliate-admin', all[0]?.tag ?? '');
    const stops = await page.locator('main table :is(button, input)').count();
    const found: unknown[] = [];
    for (const [from, key] of [
      ['Export CSV', 'Tab'],
      ['Previous', 'Shift+Tab'],
    ] as const) {
      await page.getByRole('button', { name: from }).focus();
      for (let stop = 0; stop < stops; stop += 1) {
        await page.keyboard.press(key);
        found.push(await covered(page));
      }
    }
    expect(
      found.filter((text) => text !== null),
      `${String(width)} px`,
    ).toEqual([]);
  }
});
