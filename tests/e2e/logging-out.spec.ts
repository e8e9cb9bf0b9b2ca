import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { widthOf } from './width-of.ts';

const apiKey = process.env.PUBLIC_FIREBASE_API_KEY ?? '';

/** Puts a signed-in visitor into the page's browser, as the provider's client leaves one there. */
const signIn = async (page: Page): Promise<void> => {
  const path = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword';
  const answer = await fetch(`${process.env.PUBLIC_FIREBASE_EMULATOR_URL ?? ''}/${path}?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@kithbook.example', password: 'kithbook', returnSecureToken: true }),
  });
  const { localId, email, idToken, refreshToken } = (await answer.json()) as Record<string, string>;
  const stsTokenManager = { refreshToken, accessToken: idToken, expirationTime: Date.now() + 3_600_000 };
  const user = { uid: localId, email, stsTokenManager, providerData: [], apiKey, appName: '[DEFAULT]' };
  await page.evaluate(
    ([key, value]) =>
      new Promise<void>((resolve, reject) => {
        localStorage.setItem('session', 'in');
        const opening = indexedDB.open('firebaseLocalStorageDb', 1);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' });
        };
        opening.onerror = () => {
          reject(new Error('The database did not open'));
        };
        opening.onsuccess = () => {
          const writing = opening.result.transaction('firebaseLocalStorage', 'readwrite');
          writing.objectStore('firebaseLocalStorage').put({ fbase_key: key, value });
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [`firebase:authUser:${apiKey}:[DEFAULT]`, user] as const,
  );
  await page.reload();
};

const keptUsers = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('firebaseLocalStorageDb', 1);
        opening.onsuccess = () => {
          const counting = opening.result
            .transaction('firebaseLocalStorage')
            .objectStore('firebaseLocalStorage')
            .count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

const logOutOf = (page: Page) => page.getByRole('button', { name: 'Logout' });

const isSignedOut = async (page: Page): Promise<void> => {
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(logOutOf(page)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
};

test('Logout works where the browser has no database, and the client keeps its user elsewhere', async ({
  page,
}) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('The database is damaged', 'UnknownError');
    };
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill('ada@kithbook.example');
  await page.getByLabel('Password', { exact: true }).fill('kithbook');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL((url) => url.pathname === '/affiliate-dashboard');
  await page.goto('/privacy-policy');
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('firebase:authUser:')));
  expect(await kept()).toHaveLength(1);
  await logOutOf(page).click();
  await isSignedOut(page);
  expect(await kept()).toEqual([]);
});

test('a press on Logout from before the page’s script is there counts', async ({ page }) => {
  await page.goto('/privacy-policy');
  const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/PageScript*', async (route) => {
    await wanted;
    await route.continue();
  });
  const asked = page.waitForRequest('**/_astro/PageScript*');
  await signIn(page);
  await asked;
  await logOutOf(page).click();
  expect(await keptUsers(page)).toBe(1);
  release(undefined);
  await isSignedOut(page);
  expect(await keptUsers(page)).toBe(0);
});

test('Logout fetches the identity SDK at the click and not before; it is busy meanwhile, a second click changes nothing', async ({
  page,
}) => {
  await page.goto('/privacy-policy');
  await signIn(page);
  await page.reload({ waitUntil: 'networkidle' });
  expect(await keptUsers(page)).toBe(1);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await logOutOf(page).hover();
  expect(scripts).toEqual([]);
  let asked = 0;
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/SignOutScript*', async (route) => {
    asked += 1;
    await answered;
    await route.continue();
  });
  const width = await widthOf(logOutOf(page));
  await logOutOf(page).click();
  await expect(logOutOf(page)).toHaveAttribute('aria-busy', 'true');
  expect(await widthOf(logOutOf(page))).toBe(width);
  await logOutOf(page).click();
  answer(undefined);
  await isSignedOut(page);
  expect(asked).toBe(1);
  expect(await keptUsers(page)).toBe(0);
  expect(scripts.filter((url) => url.includes('/identity.'))).toHaveLength(1);
});

test('where a script of Logout does not load, the bar says so, and Logout works again, wide and narrow', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  for (const [part, width] of [
    ['SignOutScript', 1440],
    ['identity', 360],
  ] as const)
    await test.step(`without ${part}, ${String(width)} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/privacy-policy');
      await signIn(page);
      await page.route(`**/_astro/${part}*`, (route) => route.abort());
      if (width < 1000) await page.getByRole('button', { name: 'Menu' }).click();
      const alert = page.locator('.site-header').getByRole('alert');
      await expect(alert).toHaveText('');
      await logOutOf(page).click();
      await expect(alert).toHaveText('Failed to log out');
      await expect(alert).toBeInViewport({ ratio: 1 });
      await expect(logOutOf(page)).not.toHaveAttribute('aria-busy', 'true');
      expect(await keptUsers(page)).toBe(1);
      await page.unroute(`**/_astro/${part}*`);
      await logOutOf(page).click();
      await page.waitForURL((url) => url.pathname === '/');
      expect(await keptUsers(page)).toBe(0);
    });
});

test('Logout works on a page from before a deploy, whose script is gone', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  await page.goto('/privacy-policy');
  await signIn(page);
  await page.route(
    '**/privacy-policy',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/SignOutScript\.[^"]+/, 'SignOutScript.gone.js');
      await route.fulfill({ response, body });
    },
    { times: 1 },
  );
  const gone = page.waitForResponse(/SignOutScript\.gone/);
  await page.reload();
  await logOutOf(page).click();
  expect((await gone).status()).toBe(404);
  await isSignedOut(page);
  expect(await keptUsers(page)).toBe(0);
});

test.describe('where authentication is not configured', () => {
  test.use({ baseURL: async ({}, use) => use(process.env.E2E_ANALYTICS_SITE ?? '') });

  test('Logout forgets the session, and loads no identity SDK', async ({ page }) => {
    await page.addInitScript(() => {
      if (location.pathname !== '/') localStorage.setItem('session', 'admin');
    });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/privacy-policy');
    await logOutOf(page).click();
    await isSignedOut(page);
    expect(requests.filter((url) => url.includes('/identity.'))).toEqual([]);
  });
});
