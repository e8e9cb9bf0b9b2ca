import { unique } from '../../api/factories.ts';
import { tableRow } from '../admin/admin-screen.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';
import {
  createButton,
  createForm,
  createNotice,
  dashboardTab,
  insertProfile,
  openDashboard,
  readCounter,
  selectProfile,
} from './profile-screens.ts';

test.beforeEach(() => {
  test.slow();
});

test('admin creates profiles; a blank user ID comes from the clock, and wrong input is refused', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  await openDashboard(page);
  await test.step('a blank user ID comes from the clock; counters and list follow', async () => {
    const before = await readCounter(page, 'Total Profiles');
    const tag = unique();
    await createForm(page).getByLabel('Name').fill(`New ${tag}`);
    await createForm(page).getByLabel('Email').fill(`${tag}@mail.example`);
    await createForm(page).getByLabel('Phone').fill('+46 8 555 010');
    const begun = Date.now();
    await createButton(page).dblclick();
    await expect(createNotice(page)).toHaveText('Profile created successfully!');
    await expect(createForm(page).getByLabel('Name')).toHaveValue('');
    await expect.poll(() => readCounter(page, 'Total Profiles')).toBeGreaterThan(before);
    const created = await rows('select user_id from user_profiles where email = $1', [`${tag}@mail.example`]);
    expect(created).toHaveLength(1);
    const [, moment] = /^user-(\d+)$/.exec(String(created[0]?.user_id)) ?? [];
    expect(Number(moment)).toBeGreaterThanOrEqual(begun);
    expect(Number(moment)).toBeLessThanOrEqual(Date.now());
    await dashboardTab(page, /^All Profiles \([\d]+\)$/).click();
    await expect(tableRow(page, tag)).toContainText(`user-${moment ?? ''}`);
    await dashboardTab(page, /^Create Profile$/).click();
  });
  await test.step('a lost answer creates no second profile', async () => {
    const tag = unique();
    await createForm(page).getByLabel('Name').fill(`New ${tag}`);
    await page.route(
      '**/api/user-profiles',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await createButton(page).click();
    await expect(createNotice(page)).toContainText('The server cannot be reached.');
    await createButton(page).click();
    await expect(createNotice(page)).toContainText('Your earlier attempt did create a profile');
    await expect(createForm(page).getByLabel('User ID')).not.toHaveAttribute('aria-invalid');
    // Another name makes another profile with its own ID.
    await createForm(page).getByLabel('Name').fill(`Next ${tag}`);
    await createButton(page).click();
    await expect(createNotice(page)).toHaveText('Profile created successfully!');
    expect(await rows('select user_id from user_profiles where name = $1', [`New ${tag}`])).toHaveLength(1);
  });
  await test.step('wrong input shows its error and stays', async () => {
    const profile = await insertProfile(rows);
    for (const [label, type] of [
      ['Email', 'email'],
      ['Phone', 'tel'],
      ['Picture URL', 'url'],
    ] as const)
      await expect(createForm(page).getByLabel(label)).toHaveAttribute('type', type);
    await createForm(page).getByLabel('User ID').fill(profile.userId);
    await createForm(page).getByLabel('Email').fill('nobody');
    await createForm(page).getByLabel('Picture URL').fill('a picture');
    await createButton(page).click();
    await expect(createForm(page).getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await expect(createForm(page).getByLabel('Picture URL')).toHaveAccessibleDescription(
      /Enter an address that starts with https:/,
    );
    await expect(createForm(page).getByLabel('Email')).toBeFocused();
    await expectAccessibleOnPhone(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await createForm(page).getByLabel('Email').fill('');
    await createForm(page).getByLabel('Picture URL').fill('');
    await createForm(page).getByLabel('Facebook ID').fill('https://www.facebook.com/x');
    await createButton(page).click();
    await expect(createNotice(page)).toHaveText(/^Error: Enter the ID alone, not an address/);
    await expect(createForm(page).getByLabel('Facebook ID')).toBeFocused();
    await createForm(page).getByLabel('Facebook ID').fill('');
    await createButton(page).click();
    await expect(createNotice(page)).toHaveText('Error: A profile with this user ID already exists.');
    await expect(createForm(page).getByLabel('User ID')).toHaveValue(profile.userId);
    expect(await selectProfile(rows, profile.userId)).toHaveLength(1);
  });
});
