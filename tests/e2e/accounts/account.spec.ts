import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { mailTo } from '../mail.ts';
import { failedRequest, waitForPath } from '../page-helpers.ts';
import { passwordField, userLine } from './account-screens.ts';
import { canSignIn, createAccount, password, uniqueEmail } from './firebase-accounts.ts';
import { signIn, signInAnHourAgo } from './sign-in.ts';

test('a user changes the password and signs out another browser, and stays signed in', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const account = await createAccount();
  await signInAnHourAgo(page, account);
  await page.goto('/.well-known/change-password');
  await waitForPath(page, '/account');
  const section = page.getByRole('region', { name: 'Change your password' });
  const sessions = page.getByRole('region', { name: 'Where you’re signed in' });
  await expect(sessions.getByRole('listitem')).toHaveText([/Chrome.*This browser.*Signed in/]);
  await expectAccessibleOnPhone(page);

  await test.step('refused passwords stay in their fields, and the first wrong field gets the focus', async () => {
    await section.getByLabel('Current password', { exact: true }).fill('not this one');
    await section.getByLabel('New password', { exact: true }).fill('correct horse battery staple');
    await page.keyboard.press('Enter');
    await expect(section).toContainText('stolen from other websites');
    await expect(section.getByLabel('New password', { exact: true })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('a long and quiet evening');
    await page.keyboard.press('Enter');
    await expect(section).toContainText('That’s not your password.');
    await expect(section.getByLabel('Current password', { exact: true })).toBeFocused();
    await expect(section.getByLabel('New password', { exact: true })).toHaveValue('a long and quiet evening');
  });

  await test.step('the right one changes it, mails the owner, and this tab goes on', async () => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(section).toContainText('Your password is changed.');
    expect(await canSignIn(account.email, password)).toBe(false);
    await mailTo(account.email, 'Your password was changed');
  });

  await test.step('another browser is signed out from here', async () => {
    await rows(
      `insert into sign_ins (uid, auth_time, browser) values ($1, now() + interval '1 minute', 'Firefox on Windows')`,
      [account.uid],
    );
    await page.reload();
    await expect(userLine(page)).toContainText(account.email);
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await sessions.getByRole('button', { name: 'Sign out everywhere else…' }).click();
    await expect(passwordField(page)).toBeFocused();
    await page.keyboard.type('a long and quiet evening');
    await page.keyboard.press('Enter');
    await expect(sessions).toContainText('You’re signed out everywhere else.');
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await page.reload();
    await expect(userLine(page)).toContainText(account.email);
  });
});

test('a user moves the account to a new address, and the old one takes it back', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const { email } = await createAccount();
  const next = uniqueEmail();
  await signIn(page, email);
  await page.goto('/account');
  const section = page.getByRole('region', { name: 'Change your email address' });
  await section.getByLabel('New address').fill(next);
  await page.keyboard.press('Enter');
  await expect(section).toContainText(`We’ve sent a link to ${next}.`);
  await mailTo(email, 'Email address change requested');

  await test.step('the new address confirms, and signs in', async () => {
    const { links } = await mailTo(next, 'Confirm your new email address');
    await page.goto(links.find((link) => link.includes('#confirm=')) ?? '');
    await expect(page).toHaveURL(/\/change-address$/);
    await page.getByRole('button', { name: 'Change email address' }).click();
    await expect(page.getByText(`Your account now uses ${next}.`)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    expect([await canSignIn(email, password), await canSignIn(next, password)]).toEqual([false, true]);
  });

  await test.step('the old address restores itself, and leads to a new password', async () => {
    const { links } = await mailTo(email, 'Your email address was changed');
    // The open page has the same path.
    await page.goto('about:blank');
    await page.goto(links.find((link) => link.includes('#undo=')) ?? '');
    await page.getByRole('button', { name: 'Restore email address' }).click();
    await expect(page.getByText(`Your account uses ${email} again`)).toBeVisible();
    expect([await canSignIn(email, password), await canSignIn(next, password)]).toEqual([false, false]);
    await expect(page.getByRole('main').getByRole('link', { name: 'Set a new password' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });
});
