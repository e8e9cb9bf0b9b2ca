import { newAccount } from '../accounts/provider.ts';
import { failedAnswer } from '../accounts/screens.ts';
import { signIn } from '../accounts/sign-in.ts';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { badge, button, field, openEditor, said, save, svg, withId } from './editor-screen.ts';
import { newProfile } from './profile-screen.ts';

// Screens are looked at in both schemes and widths.
test.beforeEach(() => {
  test.slow();
});

test('the editor follows what is typed: maxima, Reset Changes, badge and picture; a member is offered what the browser knows of them', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newProfile(rows);
  await openEditor(page, one.userId);
  await test.step('a picture is shown without a referrer, and hidden when it does not load', async () => {
    const referrers: unknown[] = [];
    // On this machine, so that no host outside is asked; the form itself takes https addresses alone.
    await page.route('https://localhost/**', async (route) => {
      referrers.push(route.request().headers().referer);
      if (route.request().url().endsWith('good.svg')) await route.fulfill(svg);
      else await route.fulfill({ status: 404 });
    });
    const preview = page.getByAltText('Picture of the profile');
    await expect(preview).toHaveCount(0);
    await field(page, 'Picture URL').fill('https://localhost/good.svg');
    await field(page, 'Picture URL').blur();
    await expect(preview).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(preview).toBeVisible();
    await field(page, 'Picture URL').fill('https://localhost/missing.svg');
    await field(page, 'Picture URL').blur();
    await expect(page.getByText('The picture at this address cannot be shown.')).toBeVisible();
    await expect(preview).toHaveCount(0);
    expect(referrers).toEqual([undefined, undefined]);
    await button(page, 'Reset Changes').click();
  });
  for (const [label, max] of [
    ['Name', '100'],
    ['Email', '255'],
    ['Phone', '20'],
    ['Facebook ID', '100'],
    ['LinkedIn ID', '100'],
  ] as const)
    await expect(field(page, label)).toHaveAttribute('maxlength', max);
  // What it knows is of the admin.
  await expect(field(page, 'Name')).toHaveAttribute('autocomplete', 'off');
  await expect(button(page, 'Reset Changes')).toBeDisabled();
  await field(page, 'Name').fill('Typed');
  await expect(badge(page)).toBeVisible();
  await field(page, 'Name').fill(one.name);
  await expect(badge(page)).toHaveCount(0);
  await field(page, 'Name').fill('Typed');
  await button(page, 'Reset Changes').click();
  await expect(field(page, 'Name')).toHaveValue(one.name);
  await expect(save(page)).toBeDisabled();
  await field(page, 'Name').press('Enter');
  await expect(said(page)).toHaveText('');
  await expect(page.getByRole('link', { name: 'Demo profile' })).toHaveAttribute(
    'href',
    `/user-profile?id=${one.userId}`,
  );
  await expect(page.getByRole('link', { name: 'Public profile' })).toHaveAttribute(
    'href',
    `/profile/${one.userId}`,
  );
  await page.getByText('Debug info').click();
  await expect(page.locator('.debug')).toContainText(one.id);
  await expect(page.locator('.debug')).not.toContainText(/bearer|basic|eyJ/i);
  await looksRight(page);
  await test.step('the form works by keyboard alone, and Enter saves', async () => {
    await field(page, 'Name').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Typed');
    await page.keyboard.press('Enter');
    await expect(said(page)).toHaveText('User profile updated successfully!');
    await expect(page.getByRole('heading', { name: 'Edit Typed' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(field(page, 'Name')).toBeFocused();
  });
  await test.step('the browser may offer a member what it knows of them', async () => {
    const account = await newAccount();
    await signIn(page, account.email);
    await page.goto(withId(account.uid));
    for (const [label, known] of [
      ['Name', 'name'],
      ['Email', 'email'],
      ['Phone', 'tel'],
      ['Picture URL', 'photo'],
      ['Facebook ID', 'off'],
    ] as const)
      await expect(field(page, label)).toHaveAttribute('autocomplete', known);
  });
});
