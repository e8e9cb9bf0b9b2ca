import { addressLinkMessages } from '../../src/shared/messages/own-account.ts';
import { ownPurchaseMessages } from '../../src/shared/messages/purchases.ts';
import { mainContent } from './accounts/account-screens.ts';
import { deep, expect, test } from './fixtures.ts';

const token = '01890a5d-ac96-774b-bcce-b302099a8057.Zk3pU_xyGJ8mW-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o';

// tests/unit/shared/link-tokens.test.ts lists what links pick up on their way.
test(
  'a mailed link that lost its end is named, and one that picked up text works',
  deep,
  async ({ page }) => {
    await test.step('the link to the purchases', async () => {
      await page.goto(`/purchases#${token.slice(0, -3)}.`);
      await expect(page.getByText(ownPurchaseMessages.damagedLink)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible();
      await expect(page).toHaveURL('/purchases');
      await page.goto('/robots.txt');
      await page.goto(`/purchases#${token}&amp;utm_source=x`);
      await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
      await expect(page).toHaveURL('/purchases');
    });
    await test.step('the link to a new address', async () => {
      await page.goto(`/change-address#confirm=${token.slice(0, -2)}`);
      await expect(mainContent(page).getByRole('alert')).toHaveText(addressLinkMessages.missing);
      await expect(page).toHaveURL('/change-address');
      await page.goto('/robots.txt');
      await page.goto(`/change-address#confirm=${token}%20`);
      await expect(page.getByRole('button', { name: 'Change email address' })).toBeVisible();
      await expect(page).toHaveURL('/change-address');
    });
  },
);
