import { expect } from '../fixtures.ts';
import { goBack, test } from '../visitor.ts';
import { newAccount } from './provider.ts';
import { arrives } from './screens.ts';
import { signInToDashboard } from './sign-in.ts';

// A browser that keeps left pages, on the site that has accounts.
test.use({
  baseURL: async ({}, use) => {
    await use(process.env.E2E_SITE ?? '');
  },
});

test('after Logout in the bar, the way back to a page that the browser kept leads to the login', async ({
  returningPage: page,
}) => {
  await signInToDashboard(page, (await newAccount()).email);
  await page.evaluate(() => {
    addEventListener('pagehide', ({ persisted }) => {
      sessionStorage.setItem('kept', String(persisted));
    });
  });
  await page.locator('.site-header').getByRole('button', { name: 'Logout' }).click();
  await arrives(page, '/');
  expect(await page.evaluate(() => sessionStorage.getItem('kept')), 'the browser kept the page').toBe('true');
  await goBack(page, '/login');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});
