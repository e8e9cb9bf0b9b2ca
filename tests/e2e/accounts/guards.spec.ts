import { expect, test } from '../fixtures.ts';
import { arrives, memberScreens } from './screens.ts';
import { watchMain } from './watch-main.ts';

/** What only somebody signed in may read on any of these screens. */
const secrets =
  /Logout|Not Activated|Active since|Payment Information|Recent Referrals|not in the affiliate program|Look Up|Failed to fetch|Loading|found/;

test('a member screen shows a visitor nothing, asks the API nothing, and sends them to /login, which the way back skips', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  const seenAt = await watchMain(page);
  for (const path of memberScreens) {
    const place = `${path}?a=1&b=%26#part`;
    await page.goto(place);
    await arrives(page, '/login');
    expect(new URL(page.url()).searchParams.get('next')).toBe(place);
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Your session has ended');
    expect(seenAt(path)).toContain('Checking who is signed in…');
    expect(seenAt(path)).not.toMatch(secrets);
  }
  expect(calls).toEqual([]);
  await test.step('the way back skips the page that sent the visitor to /login', async () => {
    await page.goto('/affiliate-program');
    await page.goto('/affiliate-dashboard');
    await arrives(page, '/login');
    await page.goBack();
    await arrives(page, '/affiliate-program');
  });
});
