import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { fetchSession, type StoredSession } from './provider.ts';

/** The path where a login ends. */
const dashboard = '/affiliate-dashboard';

/**
 * Signs an account in without the login screen: puts what Firebase and the site store in a browser into the page's
 * context. Opens no page of the site, and replaces everything that the context stored before. The context must have no
 * other page that uses Firebase.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  // An open page that uses Firebase keeps IndexedDB from being replaced.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await page.context().setStorageState(storageState(await fetchSession(email)));
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
