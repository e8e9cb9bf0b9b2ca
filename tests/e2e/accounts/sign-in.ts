import type { BrowserContext, Page } from '@playwright/test';
import { type Account, changeAccount, fetchSession, type StoredSession } from './firebase-accounts.ts';
import { expect } from '../fixtures.ts';

const dashboard = '/affiliate-dashboard';

/**
 * Signs an account in without the login screen: puts what Firebase and the site store in a browser into the page's
 * context. Opens no page of the site, and replaces everything that the context stored before. The context must have no
 * other page that uses Firebase.
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
  // An open page that uses Firebase keeps IndexedDB from being replaced.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await page.context().setStorageState(storageState(session));
}

/** Signs an account in as `signIn` does, and opens its dashboard. */
export async function signInToDashboard(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await page.goto(dashboard);
  await expect(page.locator('.account-bar')).toContainText(email);
}

type StorageState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;

function storageState({ session, user }: StoredSession): StorageState {
  const record = { fbase_key: `firebase:authUser:${user.apiKey}:${user.appName}`, value: user };
  const store = { name: 'firebaseLocalStorage', keyPath: 'fbase_key', autoIncrement: false, indexes: [] };
  const origin = {
    origin: process.env.E2E_SITE ?? '',
    localStorage: [{ name: 'session', value: session }],
    // Playwright restores IndexedDB, though its types do not name it.
    indexedDB: [
      { name: 'firebaseLocalStorageDb', version: 1, stores: [{ ...store, records: [{ value: record }] }] },
    ],
  };
  return { cookies: [], origins: [origin] };
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
