import { failedAnswer, placeOf } from '../accounts/screens.ts';
import { rowsOf, searchFor, signInAdmin } from '../admin/admin-screen.ts';
import { fits, looksRight } from '../looks-right.ts';
import { expect, test } from '../fixtures.ts';
import { newProfile } from './profile-screen.ts';
import { path, statistics, list, tab, form, counter, refresh, openDashboard } from './dashboard-screen.ts';

test.beforeEach(() => {
  test.slow();
});

test('the list searches and sorts on the server, keeps that over a reload, leads to editor and profile, and comes at Retry', async ({
  page,
  allowConsoleErrors,
  rows,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('a first list that fails says so in its tab', async () => {
    await signInAdmin(page);
    await page.route(list, (route) => route.abort());
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('GET '));
    await page.goto(`${path}?q=somebody`);
    expect((await logged).text()).toMatch(/^GET \/api\/user-profiles The server cannot be reached\./);
    await tab(page, /^All Profiles/).click();
    const panel = page.getByRole('tabpanel', { name: /^All Profiles/ });
    await expect(panel.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
    await page.unroute(list);
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(panel.locator('.pager')).toBeVisible();
  });
  const b = await newProfile(rows, { end: 'b' });
  const a = await newProfile(rows, { tag: b.tag, end: 'a' });
  await page.goto(path);
  await tab(page, /^All Profiles/).click();
  await searchFor(page, b.tag);
  await expect(page.getByText('2 in all')).toBeVisible();
  const head = page.getByRole('columnheader', { name: 'User ID' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(rowsOf(page).locator('[data-label="User ID"]')).toHaveText([a.userId, b.userId]);
  await looksRight(page);
  await page.reload();
  await expect(rowsOf(page).locator('[data-label="User ID"]')).toHaveText([a.userId, b.userId]);
  await expect(page.getByRole('link', { name: `View ${a.name}` })).toHaveAttribute(
    'href',
    `/profile/${a.userId}`,
  );
  await page.getByRole('link', { name: `Edit ${a.name}` }).click();
  await expect(page.getByRole('heading', { name: `Edit ${a.name}` })).toBeVisible();
  expect(placeOf(page)).toBe(`/user-profile-admin?id=${a.userId}`);
});

test('the counters count what the database holds, a list of nothing says so, Refresh Data keeps what it cannot replace, and tabs work by keyboard', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('the tabs answer to arrows, Home and End, and keep what was typed', async () => {
    await openDashboard(page);
    await form(page).getByLabel('Name').fill('Typed');
    const [first, second] = [tab(page, /^Create Profile$/), tab(page, /^All Profiles/)];
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
    await expect(form(page)).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await first.click();
    await expect(form(page).getByLabel('Name')).toHaveValue('Typed');
  });
  await test.step('Refresh Data is busy meanwhile; one that fails keeps what was there', async () => {
    await newProfile(rows);
    const before = await counter(page, 'Total Profiles').innerText();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(statistics, async (route) => {
      await held;
      await route.fulfill({ status: 503, json: { error: 'The service is unavailable.' } });
    });
    await refresh(page).click();
    await expect(refresh(page)).toHaveText('Refreshing...');
    await expect(refresh(page)).toHaveAttribute('aria-disabled', 'true');
    release();
    await expect(refresh(page)).toHaveText('Refresh Data');
    await expect(page.locator('.refresh [role=status]')).toContainText('503 The service is unavailable.');
    await expect(counter(page, 'Total Profiles')).toHaveText(before);
    await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toHaveCount(0);
    await page.unroute(statistics);
    await refresh(page).click();
    const line = page.locator('.refresh [role=status]');
    await expect(line).toContainText('Updated at');
    const [, time = ''] = /^Updated at (.+)$/.exec(await line.innerText()) ?? [];
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.route(list, (route) => route.abort());
    await refresh(page).click();
    await expect(line).toContainText('The server cannot be reached.');
    await expect(line).toContainText(`Not refreshed since ${time}:`);
    await tab(page, /^All Profiles/).click();
    await expect(rowsOf(page).first()).toBeVisible();
    await page.unroute(list);
    await refresh(page).click();
    await expect(page.locator('.refresh [role=status]')).toContainText('Updated at');
    await page.unrouteAll();
  });
  await test.step('the counters, and a list of nothing', async () => {
    await page.route(statistics, (route) =>
      route.fulfill({
        json: { totalProfiles: 0, profilesWithEmail: 3, profilesWithPhone: 2, profilesWithName: 1234 },
      }),
    );
    await page.route(list, (route) => route.fulfill({ json: [] }));
    await page.goto(path);
    await expect(page.locator('.counters dt')).toHaveText([
      'Total Profiles',
      'With Email',
      'With Phone',
      'With Name',
    ]);
    await expect(page.locator('.counters dd')).toHaveText(['0', '3', '2', '1,234']);
    await tab(page, /^All Profiles/).click();
    await expect(
      page.getByText('No profiles found. Create your first profile using the form above.'),
    ).toBeVisible();
    await test.step('the tabs fit a small screen with any number of profiles', async () => {
      await page.unroute(statistics);
      await page.route(statistics, (route) =>
        route.fulfill({
          json: { totalProfiles: 98_765, profilesWithEmail: 3, profilesWithPhone: 2, profilesWithName: 1 },
        }),
      );
      await page.reload();
      await expect(tab(page, /^All Profiles \(98765\)$/)).toBeVisible();
      await fits(page);
    });
  });
});
