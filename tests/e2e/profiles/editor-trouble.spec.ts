import { newAccount, setClaims } from '../accounts/provider.ts';
import { failedAnswer, logIn, placeOf } from '../accounts/screens.ts';
import { signIn } from '../accounts/sign-in.ts';
import { dialogOf, noAnswer } from '../admin/admin-screen.ts';
import { looksRight } from '../looks-right.ts';
import { expect, test } from '../fixtures.ts';
import { changeMeanwhile, giveCredentials, newProfile, storedProfile, webPage } from './profile-screen.ts';
import {
  path,
  withId,
  reading,
  writing,
  alert,
  editor,
  said,
  field,
  button,
  save,
  badge,
  openEditor,
} from './editor-screen.ts';

// Several screens are looked at in both schemes and widths, and whole lives of a profile are lived.
test.beforeEach(() => {
  test.slow();
});

test('after a change meanwhile the editor keeps what was typed until a press reloads the profile; a profile deleted meanwhile can be created again', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newProfile(rows);
  await openEditor(page, one.userId);
  const reload = button(page, 'Reload the record, discard my text');
  await field(page, 'Name').fill('Mine');
  await changeMeanwhile(rows, one.userId, '111');
  await save(page).click();
  await expect(said(page)).toHaveText(
    /^Error saving user profile: 409 Somebody else has changed this record/,
  );
  await field(page, 'Facebook ID').fill('typed.later');
  await reload.press('Enter');
  await expect(said(page)).toHaveText('The record is reloaded. Make your change again, then save.');
  await expect(field(page, 'Phone')).toHaveValue('111');
  await expect(field(page, 'Name')).not.toHaveValue('Mine');
  await expect(field(page, 'Facebook ID')).not.toHaveValue('typed.later');
  await expect(editor(page)).toBeFocused();
  await expect(reload).toHaveCount(0);
  await expect(badge(page)).toHaveCount(0);
  await looksRight(page);
  await field(page, 'Name').fill('Mine');
  await save(page).click();
  await expect(said(page)).toHaveText('User profile updated successfully!');
  expect(await storedProfile(rows, one.userId)).toMatchObject([{ name: 'Mine', phone: '111' }]);
  await field(page, 'Phone').fill('333');
  await changeMeanwhile(rows, one.userId, '222');
  await button(page, 'Delete Profile').click();
  await dialogOf(page).getByRole('button', { name: 'Delete Profile' }).click();
  await expect(said(page)).toHaveText(
    /^Error deleting user profile: 409 Somebody else has changed this record/,
  );
  await expect(field(page, 'Phone')).toHaveValue('333');
  await reload.click();
  await expect(field(page, 'Phone')).toHaveValue('222');
  await field(page, 'Phone').fill('444');
  await rows('delete from user_profiles where user_id = $1', [one.userId]);
  await save(page).click();
  await reload.click();
  await expect(said(page)).toHaveText('Somebody has deleted this profile. Saving now creates it again.');
  await expect(field(page, 'Phone')).toHaveValue('444');
  await save(page).click();
  await expect(said(page)).toHaveText('User profile created successfully!');
  expect(await storedProfile(rows, one.userId)).toMatchObject([{ name: 'Mine', phone: '444' }]);
  await rows('delete from user_profiles where user_id = $1', [one.userId]);
  await button(page, 'Delete Profile').click();
  await dialogOf(page).getByRole('button', { name: 'Delete Profile' }).click();
  await expect(said(page)).toHaveText('There is no profile with this user ID any more.');
  await expect(field(page, 'Name')).toHaveValue('');
  expect(placeOf(page)).toBe(path);
});

test('failures are said with their status, what was typed stays, and a profile out of reach is not called deleted', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(new RegExp(`${failedAnswer.source}|${noAnswer.source}`));
  const one = await newProfile(rows);
  await openEditor(page, one.userId);
  await field(page, 'Name').fill('Typed');
  for (const [answer, text] of [
    [
      { status: 500, json: { error: 'Something went wrong on our side.' } },
      '500 Something went wrong on our side.',
    ],
    [{ status: 500, body: '' }, '500 Internal Server Error'],
    [{ status: 401, json: { error: 'Sign in to do this.' } }, '401 Sign in to do this.'],
    [webPage, '200 The user profile service is not running: a web page came instead of its answer.'],
  ] as const) {
    await page.route(writing, (route) => route.fulfill(answer));
    await save(page).click();
    await expect(said(page)).toHaveText(`Error saving user profile: ${text}`);
    await expect(editor(page).getByRole('link', { name: 'Sign in' })).toHaveCount(
      answer.status === 401 ? 1 : 0,
    );
    await page.unroute(writing);
  }
  const error = 'Something went wrong on our side.';
  await page.route(writing, (route) => route.fulfill({ status: 500, json: { error } }));
  await button(page, 'Delete Profile').click();
  await dialogOf(page).getByRole('button', { name: 'Delete Profile' }).click();
  await expect(said(page)).toHaveText(`Error deleting user profile: 500 ${error}`);
  await page.unroute(writing);
  await page.route(writing, (route) => route.abort());
  await button(page, 'Delete Profile').click();
  await dialogOf(page).getByRole('button', { name: 'Delete Profile' }).click();
  await expect(said(page)).toHaveText(
    'Error deleting user profile: The server cannot be reached. Please check your internet connection and try again.',
  );
  await expect(field(page, 'Name')).toHaveValue('Typed');
  await page.unroute(writing);
  await save(page).click();
  await expect(said(page)).toHaveText('User profile updated successfully!');
  await test.step('a profile out of reach', async () => {
    const { uid, email } = await newAccount({ admin: true });
    await signIn(page, email);
    await page.goto(withId(one.userId));
    await field(page, 'Name').fill('Typed');
    await setClaims(uid, {});
    await button(page, 'Delete Profile').click();
    await dialogOf(page).getByRole('button', { name: 'Delete Profile' }).click();
    await expect(said(page)).toHaveText('Error deleting user profile: 404 Profile not found');
    await expect(field(page, 'Name')).toHaveValue('Typed');
    expect(await storedProfile(rows, one.userId)).toHaveLength(1);
  });
});

test('a profile that fails to load says why and comes at Retry, by signing in or with credentials; a late answer changes nothing', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newProfile(rows);
  await test.step('the late answer of an earlier try leaves the editor that credentials opened', async () => {
    await page.goto(withId(one.userId));
    await expect(alert(page)).toHaveText('Error loading user profile: 401 Sign in to do this.');
    const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(reading, async (route) => {
      if (route.request().headers().authorization === undefined) await wanted;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Retry' }).click();
    const { PROFILE_SERVICE_NAME: name = '', PROFILE_SERVICE_SECRET: secret = '' } = process.env;
    await giveCredentials(page, name, secret);
    await field(page, 'Name').fill('Typed');
    const late = page.waitForResponse((response) => response.status() === 401);
    release(undefined);
    await (await late).finished();
    await save(page).click();
    await expect(said(page)).toHaveText('User profile updated successfully!');
    expect(await storedProfile(rows, one.userId)).toMatchObject([{ name: 'Typed' }]);
    await page.unrouteAll();
  });
  const { email } = await newAccount({ admin: true });
  await page.goto(withId(one.userId));
  await expect(alert(page)).toHaveText('Error loading user profile: 401 Sign in to do this.');
  await expect(page.getByLabel('Service name')).toBeVisible();
  await looksRight(page);
  await page.route(reading, (route) => route.fulfill({ ...webPage, status: 404 }));
  await page.getByRole('link', { name: 'Sign in' }).click();
  await logIn(page, email);
  await expect(alert(page)).toHaveText(
    'Error loading user profile: 404 The user profile service is not running: a web page came instead of its answer.',
  );
  await page.unroute(reading);
  await expect(page.locator('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(field(page, 'Name')).toHaveValue('Typed');
  await expect(page.locator('main')).toBeFocused();
  expect(placeOf(page)).toBe(withId(one.userId));
});
