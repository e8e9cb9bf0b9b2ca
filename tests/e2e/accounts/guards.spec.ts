import { memberScreens, recordMainText } from './account-screens.ts';
import { deep, expect, test } from '../fixtures.ts';
import { waitForPath } from '../page-helpers.ts';

/** Texts of these screens that only a signed-in user may read. */
const memberTexts =
  /Logout|Not Activated|Active since|Payment Information|Recent Referrals|not in the affiliate program|Look Up|Failed to fetch|Loading|found/;

test('member screens send a visitor to /login without showing or loading anything, and Back skips them', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    // The counter of page views gets no personal data.
    if (/\/api\/(?!counts\/)/.test(request.url())) calls.push(request.url());
  });
  const seenAt = await recordMainText(page);
  for (const path of memberScreens) {
    const place = `${path}?a=1&b=%26#part`;
    await page.goto(place);
    await waitForPath(page, '/login');
    expect(new URL(page.url()).searchParams.get('next')).toBe(place);
    if (path === memberScreens[0]) {
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
      await expect(page.locator('main')).not.toContainText('Your session has ended');
      // The other screens need no form, only the address.
      await page.route('**/login?*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    }
    expect(seenAt(path)).toContain('Checking your session…');
    expect(seenAt(path)).not.toMatch(memberTexts);
  }
  expect(calls).toEqual([]);
  await page.unroute('**/login?*');
  await test.step('Back skips the page that redirected to /login', async () => {
    await page.goto('/affiliate-program');
    await page.goto('/affiliate-dashboard');
    await waitForPath(page, '/login');
    await page.goBack();
    await waitForPath(page, '/affiliate-program');
  });
});

test('a member screen offers Try again when IndexedDB never answers', deep, async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  const sdk = page.waitForResponse((response) => response.url().includes('/_astro/identity.'));
  await page.goto('/affiliate-dashboard');
  await (await sdk).finished();
  // The SDK starts to wait some time after its script has arrived.
  await expect(async () => {
    await page.clock.runFor(70_000);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
