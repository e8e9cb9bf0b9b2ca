import { createAccount } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { expect, test } from '../fixtures.ts';
import { insertPurchase, insertTwoAffiliates, reopenPurchase } from './purchase-screen.ts';

test('a viewer reads a purchase without a form that changes it, and the screen says why', async ({
  page,
  rows,
}) => {
  const [affiliate] = await insertTwoAffiliates(rows);
  const purchase = await insertPurchase(rows, affiliate);
  await signIn(page, (await createAccount({ role: 'viewer' })).email);
  await reopenPurchase(page, purchase);
  await expect(page.getByText('Your role is viewer.')).toBeVisible();
  const panel = page.getByRole('region', { name: /^Purchase / });
  await expect(panel.getByRole('heading', { name: 'PayPal events' })).toBeVisible();
  await expect(panel.locator('form, summary')).toHaveCount(0);
  await page.goto('/affiliate-admin');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Add|Edit|Review|Delete|Activate)/ })).toHaveCount(0);
});
