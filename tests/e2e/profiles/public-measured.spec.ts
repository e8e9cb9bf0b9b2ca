import { site } from '../../../src/shared/site.ts';
import { expect, test } from '../visitor.ts';

test('a view of a profile is counted as one of /profile: neither its id, nor the name, nor what comes after it tells', async ({
  page,
  visitor,
}) => {
  const profile = {
    userId: 'secret-id',
    name: 'Marta Lindqvist',
    createdAt: '2025-08-15T00:00:00Z',
    updatedAt: '2025-08-15T00:00:00Z',
  };
  await page.route('**/api/user-profiles/user/*', (route) => route.fulfill({ json: profile }));
  await page.goto('/profile/secret-id');
  await expect(page).toHaveTitle(`Marta Lindqvist | ${site.product}`);
  const origin = process.env.E2E_ANALYTICS_SITE ?? '';
  const view = { page_path: '/profile', page_location: `${origin}/profile`, page_title: '/profile' };
  await expect.poll(visitor.events).toEqual([['page_view', view]]);
  await page.locator('header').getByRole('link', { name: 'Home', exact: true }).click();
  await expect.poll(visitor.events).toHaveLength(2);
  expect(JSON.stringify(await visitor.commands())).not.toMatch(/secret-id|Lindqvist/);
});
