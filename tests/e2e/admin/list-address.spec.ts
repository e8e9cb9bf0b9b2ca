import { unique } from '../../api/mint.ts';
import { failedAnswer, placeOf } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { noAnswer, openSearch, rowOf, rowsOf, saidOf, signInAdmin } from './admin-screen.ts';
import { newAffiliate } from './records.ts';

const path = '/affiliate-admin';

test('an address with an unknown state and order shows the list, and one that fails says why; each page begins at its top', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  allowConsoleErrors(noAnswer);
  await test.step('an unknown state and order, and a list that fails', async () => {
    const one = await newAffiliate(rows);
    const head = (name: string) => page.getByRole('columnheader', { name });
    await signInAdmin(page);
    await page.route('**/api/affiliates?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
    );
    await page.goto(`${path}?q=${one.tag}&state=bogus&sort=bogus`);
    await expect(saidOf(page)).toHaveText('Failed to fetch affiliates: Something went wrong on our side.');
    await page.unroute('**/api/affiliates?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(page.getByLabel('State')).toHaveValue('');
    await expect(saidOf(page)).toBeEmpty();
    expect(placeOf(page)).toBe(`${path}?q=${one.tag}`);

    await test.step('a column says that the list is sorted by it once it is', async () => {
      await head('Name').getByRole('button').click();
      await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
      await context.setOffline(true);
      await head('Email').getByRole('button').click();
      await expect(saidOf(page)).toContainText('Failed to fetch affiliates: The server cannot be reached.');
      await expect(rowsOf(page)).toHaveCount(1);
      await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
      await expect(head('Email')).toHaveAttribute('aria-sort', 'none');
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(head('Email')).toHaveAttribute('aria-sort', 'ascending');
      await expect(head('Name')).toHaveAttribute('aria-sort', 'none');
    });
  });
  await test.step('the next page begins at its top on a desk, with Next where it was, and on a phone', async () => {
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
    await expect(rowOf(page, `${tag}050`).first()).toBeVisible();
    await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    expect(await next.boundingBox()).toEqual(before);

    await page.setViewportSize({ width: 360, height: 740 });
    await next.click();
    await expect(rowsOf(page)).toHaveCount(20);
    await expect(rowOf(page, `${tag}100`).first()).toBeInViewport();
  });
});
