import { guardedScreens, recordMainText } from './account-screens.ts';
import { expect, test } from '../fixtures.ts';
import { waitForPath } from '../page-helpers.ts';

/** Texts of these screens that only a signed-in user may read. */
const memberTexts =
  /Logout|Not Activated|Active since|Payment Information|Recent Referrals|not in the affiliate program|Look up|Failed to fetch|Loading|found/;

/** Texts of the admin's screens that only an admin may read. */
const adminTexts =
  /Current user|Custom claims|Admin actions|Granting admin access|Refresh Claims|Waiting for you|Search by email/;

test('member and admin screens show a visitor nothing, and Back skips them', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    // The counter of page views gets no personal data.
    if (/\/api\/(?!counts\/)/.test(request.url())) calls.push(request.url());
  });
  const seenAt = await recordMainText(page);
  const expectNothingShown = (path: string, texts: RegExp) => {
    expect(seenAt(path)).toContain('Checking your session…');
    expect(seenAt(path)).not.toMatch(texts);
  };
  await test.step('Back skips the page that redirected to /login', async () => {
    await page.goto('/affiliate-program');
    await page.goto('/affiliate-dashboard');
    await waitForPath(page, '/login');
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Your session has ended');
    await page.goBack();
    await waitForPath(page, '/affiliate-program');
  });
  // The guards need only the addresses of these pages.
  await page.route(
    ({ pathname }) => ['/login', '/'].includes(pathname),
    (route) => route.fulfill({ contentType: 'text/html', body: '' }),
  );
  await test.step('a member screen sends a visitor to /login, with the way back', async () => {
    const place = '/customer-admin?a=1&b=%26#part';
    await page.goto(place);
    await waitForPath(page, '/login');
    expect(new URL(page.url()).searchParams.get('next')).toBe(place);
    expectNothingShown('/customer-admin', memberTexts);
  });
  await test.step('an admin screen sends a visitor to the home page', async () => {
    await page.goto('/admin');
    await waitForPath(page, '/');
    expectNothingShown('/admin', adminTexts);
    expect(calls).toEqual([]);
  });
  await test.step('every other screen has a guard, too', async () => {
    for (const path of guardedScreens)
      expect(await (await page.request.get(path)).text(), path).toContain('Checking your session…');
  });
});
