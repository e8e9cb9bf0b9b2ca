import { expect, test } from '../fixtures.ts';
import { newAccount } from './provider.ts';
import { arrives, link, noticeOf, placeOf, who } from './screens.ts';
import { signInToDashboard } from './sign-in.ts';

test('a logout that fails says so beside the button; the next press logs out, and the way back shows nothing', async ({
  page,
}) => {
  await signInToDashboard(page, (await newAccount()).email);
  const restore = await page.evaluateHandle(() => {
    const { delete: remove } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.delete = () => {
      throw new Error('The disk is full');
    };
    return () => {
      IDBObjectStore.prototype.delete = remove;
    };
  });
  await who(page).getByRole('button', { name: 'Logout' }).click();
  await expect(who(page).getByRole('alert')).toHaveText('Failed to log out');
  expect(placeOf(page)).toBe('/affiliate-dashboard');
  // Whoever is still there is so for the API as well.
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(page.getByText('Not Activated')).toBeVisible();
  await restore.evaluate((again) => {
    again();
  });
  await who(page).getByRole('button', { name: 'Logout' }).click();
  await arrives(page, '/');
  await expect(link(page, 'Login')).toBeVisible();
  await page.goBack();
  await arrives(page, '/login');
  await expect(noticeOf(page)).toHaveText('');
});
