import type { Page } from '@playwright/test';

/**
 * Makes the access token that the provider's client keeps in this browser one that ran out an hour ago; the
 * refresh token beside it stays good.
 */
export const expireAccessToken = (page: Page): Promise<void> =>
  page.evaluate(
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
            for (const kept of reading.result) {
              kept.value.stsTokenManager.expirationTime = Date.now() - 3_600_000;
              store.put(kept);
            }
          };
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
