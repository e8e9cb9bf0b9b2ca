import { unique } from '../../api/factories.ts';
import {
  insertAffiliate,
  openSearch,
  screenNotice,
  signInAdmin,
  tableRow,
  tableRows,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { currentPath, failedRequest, offlineError } from '../page-helpers.ts';

const path = '/affiliate-admin';

test('a list address with an unknown state and order shows the list; each page starts at its top', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  allowConsoleErrors(offlineError);
  await test.step('an unknown state and order, and a failed list', async () => {
    const affiliate = await insertAffiliate(rows);
    const head = (name: string) => page.getByRole('columnheader', { name });
    await signInAdmin(page);
    await page.route('**/api/affiliates?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
    );
    await page.goto(`${path}?q=${affiliate.tag}&state=bogus&sort=bogus`);
    await expect(screenNotice(page)).toHaveText(
      'Failed to fetch affiliates: Something went wrong on our side.',
    );
    await page.unroute('**/api/affiliates?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(tableRows(page)).toHaveCount(1);
    await expect(page.getByLabel('State')).toHaveValue('');
    await expect(screenNotice(page)).toBeEmpty();
    expect(currentPath(page)).toBe(`${path}?q=${affiliate.tag}`);

    await test.step('a column shows its order once the list is sorted by it', async () => {
      const sortBy = (name: string) => head(name).getByRole('button', { name, exact: true }).click();
      await sortBy('Name');
      await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
      await context.setOffline(true);
      await sortBy('Code');
      await expect(screenNotice(page)).toContainText(
        'Failed to fetch affiliates: The server cannot be reached.',
      );
      await expect(tableRows(page)).toHaveCount(1);
      await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
      await expect(head('Code')).toHaveAttribute('aria-sort', 'none');
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(head('Code')).toHaveAttribute('aria-sort', 'ascending');
      await expect(head('Name')).toHaveAttribute('aria-sort', 'none');
    });
  });
  await test.step('the next page starts at its top on a desktop, with Next in place, and on a phone', async () => {
    const tag = unique();
    await rows(
      `insert into affiliates (id, name, email, code)
     select gen_random_uuid(), $1 || lpad(n::text, 3, '0'), $1 || n || '@mail.example', $1 || n
     from generate_series(0, 119) n`,
      [tag],
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await openSearch(page, path, `${tag}&sort=name`);
    const next = page.getByRole('button', { name: 'Next' });
    const list = page.locator('main .table-list');
    await list.evaluate((element) => {
      element.scrollTo({ top: 500 });
    });
    await next.scrollIntoViewIfNeeded();
    const before = await next.boundingBox();
    await next.click();
    await expect(tableRow(page, `${tag}050`).first()).toBeVisible();
    await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    expect(await next.boundingBox()).toEqual(before);

    await page.setViewportSize({ width: 360, height: 740 });
    await next.click();
    await expect(tableRows(page)).toHaveCount(20);
    await expect(tableRow(page, `${tag}100`).first()).toBeInViewport();
  });
});
