import { unique } from '../../api/mint.ts';
import { failedAnswer } from '../accounts/screens.ts';
import { rowOf } from '../admin/admin-screen.ts';
import { looksRight } from '../looks-right.ts';
import { expect, test } from '../fixtures.ts';
import { newProfile, storedProfile } from './profile-screen.ts';
import { tab, form, said, create, count, openDashboard } from './dashboard-screen.ts';

test.beforeEach(() => {
  test.slow();
});

test('an admin makes profiles: wrong input is refused, a user ID comes from the clock, and a lost answer makes no second profile', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await openDashboard(page);
  await test.step('without a user ID it gets one from the clock; counters and list follow', async () => {
    const before = await count(page, 'Total Profiles');
    const tag = unique();
    await form(page).getByLabel('Name').fill(`New ${tag}`);
    await form(page).getByLabel('Email').fill(`${tag}@mail.example`);
    await form(page).getByLabel('Phone').fill('+46 8 555 010');
    const begun = Date.now();
    await create(page).dblclick();
    await expect(said(page)).toHaveText('Profile created successfully!');
    await expect(form(page).getByLabel('Name')).toHaveValue('');
    await expect.poll(() => count(page, 'Total Profiles')).toBeGreaterThan(before);
    const made = await rows('select user_id from user_profiles where email = $1', [`${tag}@mail.example`]);
    expect(made).toHaveLength(1);
    const [, moment] = /^user-(\d+)$/.exec(String(made[0]?.user_id)) ?? [];
    expect(Number(moment)).toBeGreaterThanOrEqual(begun);
    expect(Number(moment)).toBeLessThanOrEqual(Date.now());
    await tab(page, /^All Profiles \([\d]+\)$/).click();
    await expect(rowOf(page, tag)).toContainText(`user-${moment ?? ''}`);
    await tab(page, /^Create Profile$/).click();
  });
  await test.step('a profile whose creation got no answer is not made twice', async () => {
    const tag = unique();
    await form(page).getByLabel('Name').fill(`New ${tag}`);
    await page.route(
      '**/api/user-profiles',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await create(page).click();
    await expect(said(page)).toContainText('The server cannot be reached.');
    await create(page).click();
    await expect(said(page)).toContainText('An earlier try did create a profile');
    await expect(form(page).getByLabel('User ID')).not.toHaveAttribute('aria-invalid');
    // The next one is another's, and gets an ID of its own.
    await form(page).getByLabel('Name').fill(`Next ${tag}`);
    await create(page).click();
    await expect(said(page)).toHaveText('Profile created successfully!');
    expect(await rows('select user_id from user_profiles where name = $1', [`New ${tag}`])).toHaveLength(1);
  });
  await test.step('what is wrong is said beside its field or after Error, and what was typed stays', async () => {
    const one = await newProfile(rows);
    for (const [label, type] of [
      ['Email', 'email'],
      ['Phone', 'tel'],
      ['Picture URL', 'url'],
    ] as const)
      await expect(form(page).getByLabel(label)).toHaveAttribute('type', type);
    await form(page).getByLabel('User ID').fill(one.userId);
    await form(page).getByLabel('Email').fill('nobody');
    await form(page).getByLabel('Picture URL').fill('a picture');
    await create(page).click();
    await expect(form(page).getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await expect(form(page).getByLabel('Picture URL')).toHaveAccessibleDescription(
      /A picture is an address that starts with https:/,
    );
    await expect(form(page).getByLabel('Email')).toBeFocused();
    await looksRight(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await form(page).getByLabel('Email').fill('');
    await form(page).getByLabel('Picture URL').fill('');
    await form(page).getByLabel('Facebook ID').fill('https://www.facebook.com/x');
    await create(page).click();
    await expect(said(page)).toHaveText(/^Error: Enter the ID alone, not an address/);
    await expect(form(page).getByLabel('Facebook ID')).toBeFocused();
    await form(page).getByLabel('Facebook ID').fill('');
    await create(page).click();
    await expect(said(page)).toHaveText('Error: A profile with this user ID already exists.');
    await expect(form(page).getByLabel('User ID')).toHaveValue(one.userId);
    expect(await storedProfile(rows, one.userId)).toHaveLength(1);
  });
});
