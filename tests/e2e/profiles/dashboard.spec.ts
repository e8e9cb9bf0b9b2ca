import { unique } from '../../api/factories.ts';
import { signInAdmin, tableRows } from '../admin/admin-screen.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';
import {
  counterValue,
  createButton,
  createForm,
  createNotice,
  dashboardPath,
  dashboardTab,
  insertProfile,
  listCall,
  readCounter,
  refreshButton,
  statisticsCall,
} from './profile-screens.ts';

test('admin creates, searches and sorts profiles; a failed Refresh Data keeps the data', async ({
  page,
  allowConsoleErrors,
  rows,
}) => {
  allowConsoleErrors(failedRequest);
  const b = await insertProfile(rows, { end: 'b' });
  const a = await insertProfile(rows, { tag: b.tag, end: 'a' });
  await test.step('a failed first list shows its failure in the tab', async () => {
    await signInAdmin(page);
    await page.route(listCall, (route) => route.abort());
    const consoleMessage = page.waitForEvent('console', (message) => message.text().startsWith('GET '));
    await page.goto(`${dashboardPath}?q=${b.tag}`);
    expect((await consoleMessage).text()).toMatch(/^GET \/api\/user-profiles The server cannot be reached\./);
    await dashboardTab(page, /^All Profiles/).click();
    const panel = page.getByRole('tabpanel', { name: /^All Profiles/ });
    await expect(panel.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
    await page.unroute(listCall);
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('1–2 of 2')).toBeVisible();
  });
  const head = page.getByRole('columnheader', { name: 'User ID' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(tableRows(page).locator('[data-label="User ID"]')).toHaveText([a.userId, b.userId]);
  await expectAccessibleOnPhone(page);
  await expect(page).toHaveURL(new RegExp(`\\?q=${b.tag}`));
  await expect(page.getByRole('link', { name: `View ${a.name}` })).toHaveAttribute(
    'href',
    `/profile/${a.userId}`,
  );
  await expect(page.getByRole('link', { name: `Edit ${a.name}` })).toHaveAttribute(
    'href',
    `/user-profile-admin?id=${a.userId}`,
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('an arrow switches the tabs, and typed text stays', async () => {
    await dashboardTab(page, /^Create Profile$/).click();
    await createForm(page).getByLabel('Name').fill('Typed');
    const [first, second] = [dashboardTab(page, /^Create Profile$/), dashboardTab(page, /^All Profiles/)];
    await first.focus();
    // tests/unit/islands/profiles/profile-values.test.ts has the other keys.
    await page.keyboard.press('ArrowRight');
    await expect(second).toBeFocused();
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await expect(first).toHaveAttribute('tabindex', '-1');
    await expect(createForm(page)).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await first.click();
    await expect(createForm(page).getByLabel('Name')).toHaveValue('Typed');
  });
  await test.step('Refresh Data is busy while it loads; a failed one keeps the data', async () => {
    const before = await counterValue(page, 'Total Profiles').innerText();
    await page.route(statisticsCall, (route) =>
      route.fulfill({ status: 503, json: { error: 'The service is unavailable.' } }),
    );
    const held = await holdRequests(page, statisticsCall);
    await refreshButton(page).click();
    await expect(refreshButton(page)).toHaveText('Refreshing…');
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
    // Two calls are loaded, and each sets the time.
    await expect(refreshButton(page)).toHaveText('Refresh Data');
    const [, time = ''] = /^Updated at (.+)$/.exec(await line.innerText()) ?? [];
    await page.route(listCall, (route) => route.abort());
    await refreshButton(page).click();
    await expect(line).toContainText(`Not refreshed since ${time}:`);
    await page.unrouteAll();
  });
  await test.step('a blank user ID comes from the clock; the counter follows', async () => {
    const before = await readCounter(page, 'Total Profiles');
    const tag = unique();
    await createForm(page).getByLabel('Name').fill(`New ${tag}`);
    await createForm(page).getByLabel('Email').fill(`${tag}@mail.example`);
    await createForm(page).getByLabel('Phone').fill('+46 8 555 010');
    await createButton(page).dblclick();
    await expect(createNotice(page)).toHaveText('Profile created successfully!');
    await expect(createForm(page).getByLabel('Name')).toHaveValue('');
    await expect.poll(() => readCounter(page, 'Total Profiles')).toBeGreaterThan(before);
    expect(await rows('select user_id from user_profiles where email = $1', [`${tag}@mail.example`])).toEqual(
      [{ user_id: expect.stringMatching(/^user-\d{13}$/) }],
    );
    await expect(dashboardTab(page, /^All Profiles \([\d]+\)$/)).toBeVisible();
  });
});
