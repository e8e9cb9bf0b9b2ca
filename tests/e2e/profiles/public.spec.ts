import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { site } from '../../../src/shared/site.ts';
import { mainContent } from '../accounts/account-screens.ts';
import { expectAccessible, expectFitsPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';

const profileCall = '**/api/user-profiles/user/*';
const fullProfile = {
  id: '0198',
  userId: 'kQ8fZb2LxYh3mW7t',
  name: 'Marta Lindqvist',
  email: 'marta@mail.example',
  phone: '+46 8 555 010 99',
  pictureUrl: 'https://pictures.example/marta.svg',
  facebookId: 'marta.lindqvist',
  linkedinId: 'marta-lindqvist',
  createdAt: '2025-08-15T23:30:00.000Z',
  updatedAt: '2026-02-03T00:10:00.000Z',
};
const emptyProfile = {
  name: null,
  email: null,
  phone: null,
  pictureUrl: null,
  facebookId: null,
  linkedinId: null,
};

function pageTitle(page: Page) {
  return mainContent(page).getByRole('heading', { level: 1 });
}

function answerJson(json: unknown, status = 200) {
  return (route: Route) => route.fulfill({ status, json });
}

async function openProfile(
  page: Page,
  handle: (route: Route) => Promise<void>,
  id = fullProfile.userId,
): Promise<void> {
  await page.route(profileCall, handle);
  await page.goto(`/profile/${id}`);
}

const pictureSvg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>';

test('the public profile shows its values as text, and a text for each missing part', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  allowConsoleErrors(/outside: https:\/\/pictures\.example|ERR_FAILED|status of 429/);
  await test.step('a stored profile, whose link the keyboard reaches', async () => {
    // The id is unescaped once, and escaped for the call.
    const userId = `pärson.${randomUUID()}@c&d`;
    await rows(
      `insert into user_profiles (id, user_id, name, email, phone) values ($1, $2, 'Ada Berg', 'ada.berg@mail.example', '555 0100')`,
      [randomUUID(), userId],
    );
    const requestSent = page.waitForRequest('**/api/user-profiles/user/*');
    await page.goto(`/profile/${encodeURIComponent(userId)}`);
    expect(new URL((await requestSent).url()).pathname).toBe(
      `/api/user-profiles/user/${encodeURIComponent(userId)}`,
    );
    await expect(pageTitle(page)).toHaveText('Ada Berg');
    await expect(mainContent(page)).toContainText(userId);
    await expect(mainContent(page)).toContainText('No social media profiles available');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(mainContent(page).getByRole('link', { name: 'ada.berg@mail.example' })).toBeFocused();
  });
  const requests: Record<string, string>[] = [];
  await page.route('https://pictures.example/*', (route) => {
    requests.push(route.request().headers());
    return route.fulfill({ contentType: 'image/svg+xml', body: pictureSvg });
  });
  await page.route(profileCall, answerJson(fullProfile));
  const held = await holdRequests(page, profileCall);
  const response = page.waitForResponse('**/profile/*');
  await page.goto(`/profile/${fullProfile.userId}`);
  expect((await response).headers()['referrer-policy']).toBe('no-referrer');
  await expect(mainContent(page).getByRole('status')).toHaveText('Loading profile…');
  held.release();
  await expect(pageTitle(page)).toHaveText('Marta Lindqvist');
  await expect(page).toHaveTitle(`Marta Lindqvist | ${site.product}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(mainContent(page)).toContainText(`User ID ${fullProfile.userId}`);
  await expect(mainContent(page)).toContainText(/Created 8\/15\/2025\s*Updated 2\/3\/2026/);
  // tests/unit/islands/profiles/public-profile.test.ts has the other links.
  const link = mainContent(page).getByRole('link', { name: fullProfile.facebookId, exact: true });
  await expect(link).toHaveAttribute('href', 'https://www.facebook.com/marta.lindqvist');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(mainContent(page).locator('img')).toHaveAttribute('referrerpolicy', 'no-referrer');
  await expect.poll(() => requests.length).toBe(1);
  expect(requests[0]).not.toHaveProperty('referer');
  await expectAccessible(page);
  await page.unrouteAll();
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('a profile with nothing in it, and a picture that is not https', async () => {
    await openProfile(
      page,
      answerJson({ ...fullProfile, ...emptyProfile, pictureUrl: 'http://pictures.example/marta.svg' }),
    );
    await expect(pageTitle(page)).toHaveText('Anonymous User');
    await expect(page).toHaveTitle(`Anonymous User | ${site.product}`);
    await expect(mainContent(page)).toContainText('No contact information available');
    await expect(mainContent(page)).toContainText('No social media profiles available');
    await expect(mainContent(page).locator('img')).toHaveCount(0);
    await expect(mainContent(page).locator('article a')).toHaveCount(0);
    await page.unrouteAll();
  });
  await test.step('markup and long values', async () => {
    const name = `<img src=x onerror="document.body.remove()">${'W'.repeat(100)}`;
    const long = {
      email: `${'e'.repeat(240)}@mail.example`,
      facebookId: 'f'.repeat(100),
      userId: 'u'.repeat(128),
    };
    await openProfile(page, answerJson({ ...fullProfile, ...emptyProfile, ...long, name }), long.userId);
    await expect(pageTitle(page)).toHaveText(name);
    await expect(mainContent(page).locator('img')).toHaveCount(0);
    await expectFitsPhone(page);
  });
  await page.unrouteAll();
  await test.step('an unknown id', async () => {
    await openProfile(page, answerJson({ error: 'Profile not found' }, 404), 'nobody');
    await expect(pageTitle(page)).toHaveText('Profile Not Found');
    await expect(mainContent(page)).toContainText('Profile not found');
    await expect(page).toHaveTitle(`Profile Not Found | ${site.product}`);
  });
  await test.step('a failure shows its text, and Retry loads again', async () => {
    await openProfile(
      page,
      answerJson({ error: 'Too many requests. Please wait a minute and try again.' }, 429),
    );
    await expect(mainContent(page).getByRole('alert')).toContainText('Failed to load profile');
    await expect(mainContent(page).getByRole('alert')).toContainText('Too many requests.');
    await page.unrouteAll();
    await page.route(profileCall, answerJson(fullProfile));
    await page.route('https://pictures.example/*', (route) => route.abort());
    const held = await holdRequests(page, profileCall);
    const retry = mainContent(page).getByRole('button');
    await expect(retry).toHaveText('Retry');
    await retry.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(retry).toHaveText('Retrying…');
    held.release();
    await expect(pageTitle(page)).toHaveText('Marta Lindqvist');
    await expect(pageTitle(page)).toBeFocused();
    expect(held.count()).toBe(1);
    // A picture that fails is replaced by the initials.
    await expect(mainContent(page).locator('.portrait')).toHaveText('ML');
    await expect(mainContent(page).locator('img')).toHaveCount(0);
  });
});
