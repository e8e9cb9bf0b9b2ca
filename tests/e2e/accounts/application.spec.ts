import { expect, test } from '../fixtures.ts';
import { broken, columns, copyButton, main, submitted } from './application-screen.ts';
import { newAccount, newEmail, seeded } from './provider.ts';
import { arrives, failedAnswer, partMissing, placeOf } from './screens.ts';
import { signIn } from './sign-in.ts';
import { codeOf, signUp } from './sign-up-form.ts';

test('a sign-up ends on the application, with its name, email, code and link', async ({
  page,
  rows,
  baseURL,
}) => {
  const email = newEmail();
  const name = email.split('@')[0] ?? '';
  await signUp(page, email, { referredBy: seeded.ada });
  await arrives(page, '/affiliate-application');
  expect(placeOf(page)).toBe('/affiliate-application');
  await expect(main(page).getByText(submitted)).toContainText(email);
  const [row, ...more] = await rows(columns, [email]);
  expect(more).toEqual([]);
  expect(row).toEqual({
    name,
    email,
    code: expect.stringMatching(codeOf(email)),
    date_activated: null,
    referred_by: seeded.ada,
  });
  const code = String(row?.code);
  for (const [term, detail] of [
    ['Name', name],
    ['Email', email],
    ['Affiliate Code', code],
  ] as const)
    await expect(
      main(page)
        .locator('dl > div')
        .filter({ has: page.getByText(term, { exact: true }) }),
    ).toContainText(detail);
  await expect(main(page).locator('.copy-link code')).toHaveText(`${baseURL ?? ''}/buy?ref=${code}`);
  await expect(main(page).getByText('Coming Soon')).toBeVisible();
  for (const path of ['/affiliate-profile', '/affiliate-dashboard', '/features'])
    await expect(main(page).locator(`a[href="${path}"]`)).toBeVisible();
  await page.goto('/affiliate-dashboard');
  await expect(page.getByText('Not Activated')).toBeVisible();
});

test('the application of a visitor, of an account without a record and of an affiliate; what fails is said', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('a visitor finds the ways in, and an account without a record the way to the dashboard', async () => {
    await page.goto('/affiliate-application');
    await expect(main(page)).toContainText('There is no application here to show.');
    await expect(main(page).getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
    await expect(main(page).getByRole('link', { name: 'Login' })).toHaveAttribute(
      'href',
      '/login?next=%2Faffiliate-application',
    );
    const { email } = await newAccount();
    await signIn(page, email);
    await page.goto('/affiliate-application');
    await expect(main(page)).toContainText('There is no application under your account yet.');
    await main(page).getByRole('link', { name: 'Go to your dashboard' }).click();
    await arrives(page, '/affiliate-dashboard');
    expect(await rows(columns, [email])).toEqual([]);
  });
  await test.step('a part or an answer that fails is said, and another try brings the application', async () => {
    const alert = main(page).getByRole('alert');
    const again = main(page).getByRole('button', { name: 'Try again' });
    await signIn(page, seeded.pia);
    await page.route(/_astro\/identity\./, (route) => route.abort());
    await page.goto('/affiliate-application');
    await expect(alert).toHaveText(partMissing);
    await expect(main(page)).not.toContainText('There is no application here to show.');
    await page.unroute(/_astro\/identity\./);
    await page.route('**/api/affiliates', (route) => route.fulfill({ status: 500, json: broken }));
    await again.click();
    await expect(alert).toHaveText('Something went wrong on our side.');
    await page.unroute('**/api/affiliates');
    await again.click();
    await expect(main(page).getByText(submitted)).toContainText(seeded.pia);
    await expect(main(page).locator('dl')).toContainText('pia0002');
  });
  await test.step('a clipboard that refuses is reported, each time', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await copyButton(page).click();
    const said = page.locator('.copy-link').getByRole('status');
    await expect(said).toHaveText('Failed to copy to clipboard');
    await expect(copyButton(page)).toHaveText('Copy Link');
    // The same once more is news: a text that stays is not spoken again.
    const before = await said.locator('span').elementHandle();
    await copyButton(page).click();
    await expect.poll(() => before?.evaluate((text) => text.isConnected)).toBe(false);
    await expect(said).toHaveText('Failed to copy to clipboard');
  });
});
