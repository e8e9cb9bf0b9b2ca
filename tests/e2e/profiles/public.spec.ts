import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { site } from '../../../src/shared/site.ts';
import { looksRight } from '../looks-right.ts';
import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';

const calls = '**/api/user-profiles/user/*';
const whole = {
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
const nothing = {
  name: null,
  email: null,
  phone: null,
  pictureUrl: null,
  facebookId: null,
  linkedinId: null,
};

const main = (page: Page) => page.locator('main');
const title = (page: Page) => main(page).getByRole('heading', { level: 1 });
const answer =
  (json: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json });

const open = async (
  page: Page,
  handle: (route: Route) => Promise<void>,
  id = whole.userId,
): Promise<void> => {
  await page.route(calls, handle);
  await page.goto(`/profile/${id}`);
};

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>';

test.beforeEach(() => {
  test.slow();
});

test('a missing profile, an empty answer and a failure are told apart, and Retry asks again, once at a time', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  allowConsoleErrors(/status of 429|ERR_FAILED/);
  await test.step('an address of nobody, and one without an id', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url());
    });
    for (const path of ['/profile', '/profile/', '/profile/a%2Fb', '/profile/a/b']) {
      await page.goto(path);
      await expect(title(page)).toHaveText('Profile Not Found');
    }
    expect(asked).toEqual([]);
    await open(page, answer({ error: 'Profile not found' }, 404), 'nobody');
    await expect(title(page)).toHaveText('Profile Not Found');
    await expect(main(page)).toContainText('Profile not found');
    await expect(page).toHaveTitle(`Profile Not Found | ${site.product}`);
    await looksRight(page);
  });
  await test.step('an empty answer is no profile data', async () => {
    const empties = [
      { json: null },
      { json: {} },
      { status: 204 },
      { body: '', contentType: 'application/json' },
    ];
    for (const empty of empties) {
      await page.unrouteAll();
      await open(page, (route) => route.fulfill(empty));
      await expect(title(page)).toHaveText('No Profile Data');
      await expect(page).toHaveTitle(`No Profile Data | ${site.product}`);
    }
    await looksRight(page);
    await page.unrouteAll();
  });
  await test.step('a failure says so, and Retry asks again', async () => {
    for (const handle of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Not the service</p>' }),
      answer({ error: 'Too many requests. Please wait a minute and try again.' }, 429),
    ]) {
      await page.unrouteAll();
      await open(page, handle);
      await expect(main(page).getByRole('alert')).toContainText('Failed to load profile');
    }
    await expect(main(page).getByRole('alert')).toContainText('Too many requests.');
    await looksRight(page);
    await page.unrouteAll();
    let asked = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(calls, async (route) => {
      asked += 1;
      await held;
      await answer({ ...whole, pictureUrl: null })(route);
    });
    const retry = main(page).getByRole('button');
    await expect(retry).toHaveText('Retry');
    await retry.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(retry).toHaveText('Retrying...');
    release();
    await expect(title(page)).toHaveText('Marta Lindqvist');
    await expect(title(page)).toBeFocused();
    expect(asked).toBe(1);
  });
});

test('a profile is shown with its links and dates; its values are text and never markup, and nothing in it says so', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/outside: https:\/\/pictures\.example|ERR_FAILED/);
  await test.step('the record of the service, whose link the keyboard reaches', async () => {
    // The id is unescaped once, and escaped for the call.
    const userId = `pärson.${randomUUID()}@c&d`;
    await rows(
      `insert into user_profiles (id, user_id, name, email, phone) values ($1, $2, 'Ada Berg', 'ada.berg@mail.example', '555 0100')`,
      [randomUUID(), userId],
    );
    const asked = page.waitForRequest('**/api/user-profiles/user/*');
    await page.goto(`/profile/${encodeURIComponent(userId)}`);
    expect(new URL((await asked).url()).pathname).toBe(
      `/api/user-profiles/user/${encodeURIComponent(userId)}`,
    );
    await expect(title(page)).toHaveText('Ada Berg');
    await expect(main(page)).toContainText(userId);
    await expect(main(page)).toContainText('No social media profiles available');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(main(page).getByRole('link', { name: 'ada.berg@mail.example' })).toBeFocused();
  });
  const asked: Record<string, string>[] = [];
  await page.route('https://pictures.example/*', (route) => {
    asked.push(route.request().headers());
    return route.fulfill({ contentType: 'image/svg+xml', body: drawing });
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const response = page.waitForResponse('**/profile/*');
  await open(page, async (route) => {
    await held;
    await answer(whole)(route);
  });
  expect((await response).headers()['referrer-policy']).toBe('no-referrer');
  await expect(main(page).getByRole('status')).toHaveText('Loading profile…');
  await looksRight(page);
  release();
  await expect(title(page)).toHaveText('Marta Lindqvist');
  await expect(page).toHaveTitle(`Marta Lindqvist | ${site.product}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(main(page)).toContainText(`User ID ${whole.userId}`);
  await expect(main(page)).toContainText(/Created 8\/15\/2025\s*Updated 2\/3\/2026/);
  const rel = 'noopener noreferrer nofollow';
  for (const [name, href, attribute] of [
    [whole.email, 'mailto:marta@mail.example', null],
    [whole.phone, 'tel:+46855501099', null],
    [whole.facebookId, 'https://www.facebook.com/marta.lindqvist', rel],
    [whole.linkedinId, 'https://www.linkedin.com/in/marta-lindqvist', rel],
  ] as const) {
    const link = main(page).getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', href);
    expect(await link.getAttribute('rel')).toBe(attribute);
  }
  await expect(main(page).locator('img')).toHaveAttribute('referrerpolicy', 'no-referrer');
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).not.toHaveProperty('referer');
  await looksRight(page);
  await test.step('a picture that does not come gives its place to the initials', async () => {
    await page.unroute('https://pictures.example/*');
    await page.route('https://pictures.example/*', (route) => route.abort());
    await page.reload();
    await expect(main(page).locator('.portrait')).toHaveText('ML');
    await expect(main(page).locator('img')).toHaveCount(0);
  });
  await page.unrouteAll();
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('a profile with nothing in it, and a picture that is not https', async () => {
    await open(page, answer({ ...whole, ...nothing, pictureUrl: 'http://pictures.example/marta.svg' }));
    await expect(title(page)).toHaveText('Anonymous User');
    await expect(page).toHaveTitle(`Anonymous User | ${site.product}`);
    await expect(main(page)).toContainText('No contact information available');
    await expect(main(page)).toContainText('No social media profiles available');
    await expect(main(page).locator('img')).toHaveCount(0);
    await expect(main(page).locator('article a')).toHaveCount(0);
    await looksRight(page);
    await page.unrouteAll();
  });
  await test.step('markup and long values', async () => {
    const name = `<img src=x onerror="document.body.remove()">${'W'.repeat(100)}`;
    const long = {
      email: `${'e'.repeat(240)}@mail.example`,
      facebookId: 'f'.repeat(100),
      userId: 'u'.repeat(128),
    };
    await open(page, answer({ ...whole, ...nothing, ...long, name }), long.userId);
    await expect(title(page)).toHaveText(name);
    await expect(main(page).locator('img')).toHaveCount(0);
    await looksRight(page);
  });
});
