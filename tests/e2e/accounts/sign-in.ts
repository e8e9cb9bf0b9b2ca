import type { Page } from '@playwright/test';
import { type Account, changeAccount, fetchSession, type StoredSession } from './firebase-accounts.ts';
import { expect } from '../fixtures.ts';

const dashboard = '/affiliate-dashboard';

/**
 * Signs an account in without the login screen: puts what Firebase and the site store in a browser into the page's
 * context. Removes the cookies and everything else in localStorage, and leaves the page at an address without scripts. The
 * context must have no other page that uses Firebase.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  await restore(page, await fetchSession(email));
}

/** Signs an account in as `signIn` does, with a token that says that this was an hour ago. */
export async function signInAnHourAgo(page: Page, { uid, email }: Account): Promise<void> {
  const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
  // The account is younger than an hour. Without this, its earlier tokens would count as revoked.
  await changeAccount(uid, { validSince: String(hourAgo) });
  const { session, user } = await fetchSession(email);
  const accessToken = withClaims(user.stsTokenManager.accessToken, { auth_time: hourAgo });
  await restore(page, {
    session,
    user: { ...user, stsTokenManager: { ...user.stsTokenManager, accessToken } },
  });
}

/** Changes claims of a token of the emulator, which has no signature. */
function withClaims(token: string, claims: object): string {
  const [header = '', payload = ''] = token.split('.');
  const changed = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), ...claims };
  return `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.`;
}

async function restore(page: Page, session: StoredSession): Promise<void> {
  await page.context().clearCookies();
  // An address of the site without scripts. In the page's own tab this takes half the time of Playwright's `setStorageState`.
  await page.goto('/robots.txt');
  await page.evaluate(storeSession, session);
}

/** Replaces localStorage and the database of Firebase. Runs in the page. */
async function storeSession({ session, user }: StoredSession): Promise<void> {
  localStorage.clear();
  localStorage.setItem('session', session);
  const finish = (request: IDBRequest | IDBTransaction) =>
    new Promise<void>((resolve, reject) => {
      request.addEventListener('error', () => {
        reject(new Error('The database of Firebase cannot be replaced.'));
      });
      for (const end of ['success', 'complete'])
        request.addEventListener(end, () => {
          resolve();
        });
    });
  await finish(indexedDB.deleteDatabase('firebaseLocalStorageDb'));
  const opening = indexedDB.open('firebaseLocalStorageDb', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' });
  };
  await finish(opening);
  const writing = opening.result.transaction('firebaseLocalStorage', 'readwrite');
  const key = `firebase:authUser:${user.apiKey}:${user.appName}`;
  writing.objectStore('firebaseLocalStorage').put({ fbase_key: key, value: user });
  await finish(writing);
  opening.result.close();
}

/** Signs an account in as `signIn` does, and opens its dashboard. */
export async function signInToDashboard(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await page.goto(dashboard);
  await expect(page.locator('.account-bar')).toContainText(email);
}

/** Expires the access token that Firebase's client stores in this browser. The refresh token stays valid. */
export function expireAccessToken(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb', 1);
        opening.onerror = () => {
          reject(new Error('The database did not open'));
        };
        opening.onsuccess = () => {
          const writing = opening.result.transaction('firebaseLocalStorage', 'readwrite');
          const store = writing.objectStore('firebaseLocalStorage');
          const reading = store.getAll() as IDBRequest<
            { value: { stsTokenManager: { expirationTime: number } } }[]
          >;
          reading.onsuccess = () => {
            for (const user of reading.result) {
              user.value.stsTokenManager.expirationTime = Date.now() - 3_600_000;
              store.put(user);
            }
          };
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
}

/** Counts the users that Firebase's client stores in this browser. */
export function countStoredUsers(page: Page): Promise<number> {
  return page.evaluate(
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
}
