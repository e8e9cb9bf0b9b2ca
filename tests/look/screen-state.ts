import type { Page, Route } from '@playwright/test';

/** A sample account of the local stack. */
export type Account = 'admin' | 'ada' | 'pia' | 'carl';

/** A state of a page for screenshots. */
export interface ScreenState {
  readonly name: string;
  /** The account that is signed in. */
  readonly account?: Account;
  /** The address, if it is not the page's own. */
  readonly path?: string;
  /** Takes a picture of the window instead of the whole page. The page is opened again for each width. */
  readonly isWindowOnly?: boolean;
  /** Prepares the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Acts as a visitor on the page. */
  readonly act: (page: Page) => Promise<void>;
}

/** The token of a mailed link, which the server does not know. */
export const unknownToken =
  '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f3a01.Zk3pU_xyGJ8mW-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o';

/** Waits for a text in the page's main part. */
export const waitFor = (text: string | RegExp) => (page: Page) =>
  page.locator('main').getByText(text).first().waitFor();

/** Answers a request with JSON. */
export const respond =
  (status: number, json: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json });

/** Never answers a request. */
export const never = (): Promise<void> => new Promise(() => undefined);
