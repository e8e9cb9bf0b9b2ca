import type { Page } from '@playwright/test';
import { unique } from '../../api/factories.ts';
import {
  confirmDialog,
  deleteRow,
  insertAffiliate,
  insertThreeAffiliates,
  openSearch,
  recordForm,
  rowButton,
  rowMenu,
  screenNotice,
  signInAdmin,
  tableRow,
} from './admin-screen.ts';
import { deep, expect, test } from '../fixtures.ts';
import { holdRequests } from '../page-helpers.ts';

function formSection(page: Page) {
  return page.locator('main section').filter({ has: recordForm(page) });
}

async function typeIntoFields(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
}

test('admin sorts, selects, changes in bulk and creates an affiliate by keyboard; forms, rows and dialogs take and return the focus', async ({
  page,
  rows,
}) => {
  const affiliate = await insertAffiliate(rows, { end: 'a' });
  const one = await insertAffiliate(rows, { tag: affiliate.tag, end: 'b', active: '2025-08-01T00:00:00Z' });
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', affiliate.tag);
  await test.step('by keyboard alone', async () => {
    const name = page.getByRole('columnheader', { name: 'Name' });
    const sortByName = name.getByRole('button', { name: 'Name' });
    await sortByName.press('Enter');
    await expect(name).toHaveAttribute('aria-sort', 'ascending');
    await expect(sortByName).toBeFocused();
    await page.getByLabel(`Select ${affiliate.name}`).press('Space');
    const group = page.getByRole('group', { name: 'Selected affiliates' });
    await group.getByRole('button', { name: 'Activate', exact: true }).press('Enter');
    await expect(screenNotice(page)).toHaveText('1 affiliate activated');
    const tag = unique();
    const add = page.getByRole('button', { name: 'Add affiliate' });
    await add.press('Enter');
    await expect(formSection(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(recordForm(page).getByLabel('Name')).toBeFocused();
    await typeIntoFields(page, [`New ${tag}`, `${tag}@mail.example`, tag, '']);
    await expect(recordForm(page).getByLabel('Activated')).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(recordForm(page).getByRole('button', { name: 'Save' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(screenNotice(page)).toHaveText('Affiliate created successfully');
    await expect(add).toBeFocused();
    expect(
      await rows('select date_activated is not null as active from affiliates where code = $1', [tag]),
    ).toEqual([{ active: true }]);
  });
  await test.step('an affiliate’s form, row and dialog', async () => {
    const edit = rowButton(page, 'Edit', one.name);
    await edit.press('Enter');
    await expect(formSection(page)).toBeFocused();
    await expect(formSection(page)).toHaveAccessibleName(`Edit ${one.name}`);
    await recordForm(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(edit).toBeFocused();
    await edit.press('Enter');
    await page.keyboard.press('Tab');
    await expect(recordForm(page).getByLabel('Name')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`Changed ${one.tag}`);
    await page.keyboard.press('Enter');
    await expect(screenNotice(page)).toHaveText('Affiliate updated successfully');
    await expect(tableRow(page, `Changed ${one.tag}`)).toBeVisible();
    await expect(rowButton(page, 'Edit', `Changed ${one.tag}`)).toBeFocused();

    // The menu follows its button in the order of the focus. Escape closes it.
    const menu = rowMenu(page, `Changed ${one.tag}`);
    const remove = rowButton(page, 'Delete', `Changed ${one.tag}`);
    await page.keyboard.press('Tab');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(remove).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(remove).toBeHidden();
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await remove.press('Enter');
    await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(confirmDialog(page)).toBeHidden();
    await expect(menu).toBeFocused();
    await expect(tableRow(page, one.email)).toBeVisible();
    await page.keyboard.press('Enter');
    await remove.press('Enter');
    await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(confirmDialog(page).getByRole('button', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(screenNotice(page)).toContainText('deleted successfully');
    await expect(screenNotice(page)).toBeFocused();
    await expect(tableRow(page, one.email)).toHaveCount(0);
  });
});

test(
  'the result of a deletion takes the focus from a clicked heading, but not from the search',
  deep,
  async ({ page, rows }) => {
    const first = await insertAffiliate(rows, { end: 'a' });
    const second = await insertAffiliate(rows, { tag: first.tag, end: 'b' });
    await signInAdmin(page);
    await openSearch(page, '/affiliate-admin', first.tag);
    for (const [{ name }, clicked, isTaken] of [
      [first, page.getByRole('columnheader', { name: 'Email' }), true],
      [second, page.getByRole('searchbox'), false],
    ] as const) {
      const held = await holdRequests(page, '**/api/affiliates/*', 'DELETE');
      await deleteRow(page, name);
      await expect(confirmDialog(page)).toBeHidden();
      await clicked.click({ position: { x: 5, y: 5 } });
      held.release();
      await expect(tableRow(page, name)).toHaveCount(0);
      await expect(screenNotice(page)).toContainText('deleted successfully');
      await expect(isTaken ? screenNotice(page) : clicked).toBeFocused();
      await page.unrouteAll();
    }
  },
);

/** The text of the focused control if another element covers its middle. */
function findCoveredFocus(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused?.closest('table')) return null;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const visited = document.elementFromPoint(x + width / 2, y + height / 2);
    return focused.contains(visited) ? null : focused.textContent;
  });
}

const longAddress = 'somebody.with.a.long.address@organisation.example';

test(
  'no focused control is covered by the list’s header or actions, at any width',
  deep,
  async ({ page, rows }) => {
    test.slow();
    const all = await insertThreeAffiliates(rows);
    await signInAdmin(page);
    for (const [width, height, referrer] of [
      [700, 500, longAddress],
      [1280, 600, longAddress],
    ] as const) {
      await rows(
        "update affiliates set name = 'Wolkenstein-Trostburg ' || code, referred_by = $2 where id = any($1)",
        [all.map(({ id }) => id), referrer],
      );
      await page.setViewportSize({ width, height });
      await openSearch(page, '/affiliate-admin', all[0]?.tag ?? '');
      const stops = await page.locator('main table :is(button, input):visible').count();
      const found: unknown[] = [];
      for (const [from, key] of [
        ['Add affiliate', 'Tab'],
        ['Previous', 'Shift+Tab'],
      ] as const) {
        await page.getByRole('button', { name: from }).focus();
        for (let stop = 0; stop < stops; stop += 1) {
          await page.keyboard.press(key);
          found.push(await findCoveredFocus(page));
        }
      }
      expect(
        found.filter((text) => text !== null),
        `${String(width)} px`,
      ).toEqual([]);
    }
  },
);
