import { searchFor, signInAdmin, tableRows } from '../admin/admin-screen.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { currentPath, failedRequest, holdRequests } from '../page-helpers.ts';
import {
  counterValue,
  createForm,
  dashboardPath,
  dashboardTab,
  insertProfile,
  listCall,
  refreshButton,
  statisticsCall,
} from './profile-screens.ts';

test.beforeEach(() => {
  test.slow();
});

test('admin searches and sorts the profiles, and a reload keeps the query; a failed Refresh Data keeps the data', async ({
  page,
  allowConsoleErrors,
  rows,
}) => {
  allowConsoleErrors(failedRequest);
  await test.step('a failed first list shows its failure in the tab', async () => {
    await signInAdmin(page);
    await page.route(listCall, (route) => route.abort());
    const consoleMessage = page.waitForEvent('console', (message) => message.text().startsWith('GET '));
    await page.goto(`${dashboardPath}?q=somebody`);
    expect((await consoleMessage).text()).toMatch(/^GET \/api\/user-profiles The server cannot be reached\./);
    await dashboardTab(page, /^All Profiles/).click();
    const panel = page.getByRole('tabpanel', { name: /^All Profiles/ });
    await expect(panel.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
    await page.unroute(listCall);
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(panel.locator('.pager')).toBeVisible();
  });
  const b = await insertProfile(rows, { end: 'b' });
  const a = await insertProfile(rows, { tag: b.tag, end: 'a' });
  await page.goto(dashboardPath);
  await dashboardTab(page, /^All Profiles/).click();
  await searchFor(page, b.tag);
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  const head = page.getByRole('columnheader', { name: 'User ID' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(tableRows(page).locator('[data-label="User ID"]')).toHaveText([a.userId, b.userId]);
  await expectAccessible(page);
  await page.reload();
  await expect(tableRows(page).locator('[data-label="User ID"]')).toHaveText([a.userId, b.userId]);
  await expect(page.getByRole('link', { name: `View ${a.name}` })).toHaveAttribute(
    'href',
    `/profile/${a.userId}`,
  );
  await page.getByRole('link', { name: `Edit ${a.name}` }).click();
  await expect(page.getByRole('heading', { name: `Edit ${a.name}` })).toBeVisible();
  expect(currentPath(page)).toBe(`/user-profile-admin?id=${a.userId}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('arrows, Home and End switch the tabs, and typed text stays', async () => {
    await page.goto(dashboardPath);
    await createForm(page).getByLabel('Name').fill('Typed');
    const [first, second] = [dashboardTab(page, /^Create Profile$/), dashboardTab(page, /^All Profiles/)];
    await first.focus();
    for (const [key, now, other] of [
      ['ArrowRight', second, first],
      ['ArrowRight', first, second],
      ['ArrowLeft', second, first],
      ['Home', first, second],
      ['End', second, first],
    ] as const) {
      await page.keyboard.press(key);
      await expect(now).toBeFocused();
      await expect(now).toHaveAttribute('aria-selected', 'true');
      await expect(other).toHaveAttribute('tabindex', '-1');
    }
    await expect(createForm(page)).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await first.click();
    await expect(createForm(page).getByLabel('Name')).toHaveValue('Typed');
  });
  await test.step('Refresh Data is busy while it loads; a failed one keeps the data', async () => {
    await insertProfile(rows);
    const before = await counterValue(page, 'Total Profiles').innerText();
    await page.route(statisticsCall, (route) =>
      route.fulfill({ status: 503, json: { error: 'The service is unavailable.' } }),
    );
    const held = await holdRequests(page, statisticsCall);
    await refreshButton(page).click();
    await expect(refreshButton(page)).toHaveText('Refreshing...');
    await expect(refreshButton(page)).toHaveAttribute('aria-disabled', 'true');
    held.release();
    await expect(refreshButton(page)).toHaveText('Refresh Data');
    await expect(page.locator('.refresh [role=status]')).toContainText('503 The service is unavailable.');
    await expect(counterValue(page, 'Total Profiles')).toHaveText(before);
    await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toHaveCount(0);
    await page.unroute(statisticsCall);
    await refreshButton(page).click();
    const line = page.locator('.refresh [role=status]');
    await expect(line).toContainText('Updated at');
    const [, time = ''] = /^Updated at (.+)$/.exec(await line.innerText()) ?? [];
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.route(listCall, (route) => route.abort());
    await refreshButton(page).click();
    await expect(line).toContainText('The server cannot be reached.');
    await expect(line).toContainText(`Not refreshed since ${time}:`);
    await dashboardTab(page, /^All Profiles/).click();
    await expect(tableRows(page).first()).toBeVisible();
    await page.unroute(listCall);
    await refreshButton(page).click();
    await expect(page.locator('.refresh [role=status]')).toContainText('Updated at');
    await page.unrouteAll();
  });
  await test.step('the counters and an empty list', async () => {
    await page.route(statisticsCall, (route) =>
      route.fulfill({
        json: { totalProfiles: 0, profilesWithEmail: 3, profilesWithPhone: 2, profilesWithName: 1234 },
      }),
    );
    await page.route(listCall, (route) => route.fulfill({ json: [] }));
    await page.goto(dashboardPath);
    await expect(page.locator('.counters dt')).toHaveText([
      'Total Profiles',
      'With Email',
      'With Phone',
      'With Name',
    ]);
    await expect(page.locator('.counters dd')).toHaveText(['0', '3', '2', '1,234']);
    await dashboardTab(page, /^All Profiles/).click();
    await expect(
      page.getByText('No profiles found. Create your first profile using the form above.'),
    ).toBeVisible();
  });
});
