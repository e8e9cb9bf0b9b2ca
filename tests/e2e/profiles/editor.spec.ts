import { unique } from '../../api/mint.ts';
import { changeAccount, newAccount, newEmail } from '../accounts/provider.ts';
import { failedAnswer, placeOf } from '../accounts/screens.ts';
import { signIn } from '../accounts/sign-in.ts';
import { dialogOf, signInAdmin } from '../admin/admin-screen.ts';
import { looksRight } from '../looks-right.ts';
import { expect, test } from '../fixtures.ts';
import { newProfile, storedProfile } from './profile-screen.ts';
import {
  path,
  withId,
  reading,
  alert,
  opening,
  editor,
  said,
  field,
  button,
  save,
  badge,
} from './editor-screen.ts';

// Several screens are looked at in both schemes and widths, and whole lives of a profile are lived.
test.beforeEach(() => {
  test.slow();
});

test('without an id or an email it says so, takes either, also a user ID with an @; one that cannot be looked up invites no second profile', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newProfile(rows);
  await signInAdmin(page);
  await page.goto(path);
  await expect(opening(page)).toHaveText('No user ID or email provided in URL parameters.');
  await expect(page.getByRole('heading', { name: 'Create a profile' })).toBeVisible();
  await looksRight(page);
  await page.getByRole('button', { name: 'Open Profile' }).click();
  await expect(page.getByLabel('User ID or email')).toHaveAccessibleDescription(
    'Enter a user ID or an email',
  );
  await page.getByLabel('User ID or email').fill(one.email);
  await field(page, 'Name').fill('Typed');
  const stays = page.waitForEvent('dialog').then((question) => question.dismiss());
  await page.getByRole('button', { name: 'Open Profile' }).click();
  await stays;
  await expect(field(page, 'Name')).toHaveValue('Typed');
  await button(page, 'Reset Changes').click();
  await expect(field(page, 'Name')).toHaveValue('');
  await expect(opening(page)).toHaveText('No user ID or email provided in URL parameters.');
  await page.getByRole('button', { name: 'Open Profile' }).click();
  await expect(page.getByRole('heading', { name: `Edit ${one.name}` })).toBeVisible();
  expect(placeOf(page)).toBe(`${path}?email=${encodeURIComponent(one.email)}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('a user ID with an @, and a look-up that fails', async () => {
    const one = await newProfile(rows, { end: '@work.example' });
    await page.goto(path);
    await page.getByLabel('User ID or email').fill(one.userId);
    await page.getByRole('button', { name: 'Open Profile' }).click();
    await expect(page.getByRole('heading', { name: `Edit ${one.name}` })).toBeVisible();
    await expect(field(page, 'User ID')).toHaveValue(one.userId);
    await page.route(reading, (route) => route.fulfill({ status: 500, json: { error: 'Not now.' } }));
    await page.reload();
    await expect(alert(page)).toHaveText('Error loading user profile: 500 Not now.');
  });
});

test('an id that is not found begins a new profile with it; it is made, changed and deleted', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const id = `user-${unique()}`;
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.includes('user-profiles')) calls.push(`${request.method()} ${pathname}${search}`);
  });
  await signInAdmin(page);
  await page.goto(withId(id));
  await expect(opening(page)).toHaveText('User profile not found. You can create a new profile below.');
  await expect(field(page, 'User ID')).toHaveValue(id);
  await expect(badge(page)).toHaveCount(0);
  await expect(save(page)).toBeDisabled();
  await field(page, 'Name').fill('First');
  await expect(badge(page)).toBeVisible();
  await save(page).dblclick();
  await expect(said(page)).toHaveText('User profile created successfully!');
  await expect(badge(page)).toHaveCount(0);
  await expect(save(page)).toBeDisabled();
  await expect(editor(page)).toBeFocused();
  await expect(field(page, 'User ID')).toBeDisabled();
  await expect(field(page, 'User ID')).toHaveAccessibleDescription(
    'The user ID cannot be changed once the profile exists.',
  );
  await field(page, 'Name').fill('Second');
  await field(page, 'Phone').fill('+46 8 555 010');
  await save(page).click();
  await expect(said(page)).toHaveText('User profile updated successfully!');
  expect(await storedProfile(rows, id)).toMatchObject([{ name: 'Second', phone: '+46 8 555 010' }]);
  await button(page, 'Delete Profile').click();
  await expect(dialogOf(page)).toHaveAccessibleName(
    'Are you sure you want to delete the profile for Second? This action cannot be undone.',
  );
  await looksRight(page);
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(button(page, 'Delete Profile')).toBeFocused();
  await button(page, 'Delete Profile').press('Enter');
  await dialogOf(page).getByRole('button', { name: 'Delete Profile' }).dblclick();
  await expect(said(page)).toHaveText('User profile deleted successfully!');
  for (const label of ['User ID', 'Name', 'Phone']) await expect(field(page, label)).toHaveValue('');
  await expect(editor(page)).toBeFocused();
  await expect(button(page, 'Delete Profile')).toHaveCount(0);
  expect(placeOf(page)).toBe(path);
  expect(await storedProfile(rows, id)).toEqual([]);
  expect(calls).toEqual([
    `GET /api/user-profiles?id=${id}`,
    'POST /user-profiles',
    `PUT /user-profiles/user/${id}/upsert`,
    `DELETE /user-profiles/user/${id}`,
  ]);
});

test('an email that is not found begins a new profile with it, which needs a user ID', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const [email, other] = [newEmail(), await newProfile(rows)];
  await signInAdmin(page);
  await page.goto(`${path}?email=${encodeURIComponent(email)}`);
  await expect(opening(page)).toHaveText('User profile not found. You can create a new profile below.');
  await expect(field(page, 'Email')).toHaveValue(email);
  await field(page, 'Email').fill('nobody');
  await field(page, 'Picture URL').fill('http://mail.example/a.png');
  await save(page).click();
  await expect(field(page, 'User ID')).toHaveAccessibleDescription('User ID is required');
  await expect(field(page, 'User ID')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(field(page, 'Picture URL')).toHaveAccessibleDescription(/starts with https:/);
  await looksRight(page);
  await button(page, 'Reset Changes').click();
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Email')).toHaveAccessibleDescription('');
  await field(page, 'User ID').fill(other.userId);
  await save(page).click();
  await expect(said(page)).toHaveText(
    'Error saving user profile: 409 A profile with this user ID already exists.',
  );
  await expect(field(page, 'User ID')).toHaveValue(other.userId);
});

test('a member makes, changes and deletes their own profile; somebody else’s reads 404, with a link to their own', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { email, uid } = await newAccount();
  await signIn(page, email);
  await page.goto(path);
  await expect(opening(page)).toHaveText('No user ID or email provided in URL parameters.');
  await expect(page.locator('main form')).toHaveCount(0);
  await page.getByRole('link', { name: 'My profile' }).click();
  await expect(opening(page)).toHaveText('User profile not found. You can create a new profile below.');
  expect(placeOf(page)).toBe(withId(uid));
  await expect(field(page, 'User ID')).toHaveValue(uid);
  await expect(field(page, 'User ID')).toBeDisabled();
  await expect(field(page, 'Email')).toHaveValue(email);
  await field(page, 'Name').fill('Own');
  await save(page).click();
  await expect(said(page)).toHaveText('User profile created successfully!');
  await field(page, 'Name').fill('Own, changed');
  await save(page).click();
  await expect(said(page)).toHaveText('User profile updated successfully!');
  expect(await storedProfile(rows, uid)).toMatchObject([{ name: 'Own, changed', email }]);
  await button(page, 'Delete Profile').click();
  await dialogOf(page).getByRole('button', { name: 'Delete Profile' }).click();
  await expect(said(page)).toHaveText('User profile deleted successfully!');
  await expect(field(page, 'Name')).toHaveValue('');
  await test.step('and may make it again, by address as well', async () => {
    await page.goto(`${path}?email=${encodeURIComponent(email)}`);
    await expect(field(page, 'User ID')).toHaveValue(uid);
  });
  await test.step('somebody else’s profile, and an address not confirmed yet', async () => {
    const other = await newProfile(rows);
    const { email, uid } = await newAccount();
    // Not confirmed: the address cannot stand in the profile yet.
    await changeAccount(uid, { emailVerified: false });
    await signIn(page, email);
    for (const query of [`id=${other.userId}`, `email=${encodeURIComponent(other.email)}`]) {
      await page.goto(`${path}?${query}`);
      await expect(alert(page)).toHaveText('Error loading user profile: 404 Profile not found');
      await expect(page.locator('main')).not.toContainText(other.name);
      await expect(page.locator('main form')).toHaveCount(0);
    }
    await looksRight(page);
    await page.locator('main').getByRole('link', { name: 'My profile' }).click();
    await expect(field(page, 'User ID')).toHaveValue(uid);
    await expect(field(page, 'Email')).toHaveValue('');
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'Your account’s address isn’t confirmed yet. Until it is, this stays empty.',
    );
  });
});
