import type { Locator, Page } from '@playwright/test';
import { paypalSdkStub } from '../look/paypal-sdk-stub.ts';
import { purchaseWithRequests } from '../look/sample-requests.ts';
import type { Account } from '../look/screen-state.ts';

/** Presses and keys of a visitor on an island. */
export interface Scene {
  readonly name: string;
  readonly path: string;
  readonly account?: Account;
  /** Prepares the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly act: (page: Page) => Promise<unknown>;
}

/** Milliseconds between two presses and between two keys of a quick visitor. */
const PRESS_GAP_MS = 300;
const KEY_GAP_MS = 100;

/**
 * Taps an element, near its left edge if it is wide. Uses the touchscreen itself, because a locator's tap would run handlers of the
 * test tool in the page.
 */
async function tap(target: Locator): Promise<void> {
  await target.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
  });
  // After the gap, because the last press may still move the page.
  await target.page().waitForTimeout(PRESS_GAP_MS);
  const box = await target.boundingBox();
  if (!box) throw new Error(`${String(target)} is not visible.`);
  await target.page().touchscreen.tap(box.x + Math.min(box.width / 2, 20), box.y + box.height / 2);
  await target.page().waitForTimeout(PRESS_GAP_MS);
}

/** Presses a field and types into it, key by key. */
async function type(field: Locator, text: string): Promise<void> {
  await tap(field);
  await field.pressSequentially(text, { delay: KEY_GAP_MS });
}

/** Returns the first field of the main part with this label. */
function labeledField(page: Page, label: RegExp): Locator {
  return page.locator('main').getByLabel(label).and(page.locator('input')).first();
}

/** Presses the first visible button with this name. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.locator('main').getByRole('button', { name }).filter({ visible: true }).first();
  await button.waitFor();
  await tap(button);
}

/** Presses a control of the drawn window. */
async function pressInWindow(page: Page, role: 'button' | 'option', name: string | RegExp): Promise<void> {
  await tap(page.locator('.product-window').getByRole(role, { name }).filter({ visible: true }).first());
}

/** Lets the drawn window become usable, as a scroll does. */
async function startWindow(page: Page): Promise<void> {
  await page.locator('.opening').dispatchEvent('pointerover');
  await page.locator('.product-window [role=region]').waitFor();
}

/**
 * The scenes of the benchmark `interactions`. Every island is in one of them, and the scripts that change what a page shows. The
 * editor at /cms is missing: it is Sveltia CMS, a program of others, and people use it on a desktop.
 */
export const scenes: readonly Scene[] = [
  {
    name: 'a button that does nothing',
    path: '/about',
    act: async (page) => {
      await page.evaluate(() => {
        const button = Object.assign(document.createElement('button'), { textContent: 'Nothing' });
        button.addEventListener('click', () => undefined);
        document.querySelector('main')?.prepend(button);
      });
      for (const _ of [1, 2, 3, 4, 5]) await press(page, 'Nothing');
    },
  },
  {
    name: 'window on home',
    path: '/',
    act: async (page) => {
      await startWindow(page);
      await pressInWindow(page, 'button', 'Groups');
      await pressInWindow(page, 'option', /^Choir/);
      await pressInWindow(page, 'button', 'Groups');
      await pressInWindow(page, 'option', /^All contacts/);
      const search = page.locator('.product-window').getByRole('searchbox');
      await type(search, 'i');
      await search.press('Backspace');
      await pressInWindow(page, 'option', /Inês Carvalho/);
      for (const name of ['Review', 'Merge', 'Undo']) await pressInWindow(page, 'button', name);
      await pressInWindow(page, 'button', /^[A-Z]*T[A-Z]*$/);
      await pressInWindow(page, 'button', /^Archive/);
    },
  },
  {
    name: 'window on features',
    path: '/features',
    act: async (page) => {
      await startWindow(page);
      for (const name of ['Merge', 'Undo', 'Review', 'Not now']) await pressInWindow(page, 'button', name);
    },
  },
  {
    name: 'find duplicates',
    path: '/find-duplicates',
    act: async (page) => {
      await press(page, 'Try it with a sample list');
      await press(page, 'Merge 2 into one');
      await press(page, 'Undo');
      await press(page, 'Not the same person');
      await press(page, 'Undo');
      await press(page, /obvious ones/);
    },
  },
  {
    name: 'newsletter',
    path: '/',
    act: async (page) => {
      await type(labeledField(page, /^Name/), 'Marta');
      await type(labeledField(page, /^Email/), 'marta@');
      await tap(page.locator('form.newsletter').getByRole('button'));
    },
  },
  {
    name: 'checkout',
    path: '/buy',
    prepare: (page) =>
      page.route(/\/sdk\/js/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: paypalSdkStub('paid') }),
      ),
    act: async (page) => {
      for (const plan of [/^Basic/, /^Annual/, /^Basic/])
        await tap(page.locator('.plan').filter({ hasText: plan }));
      await type(labeledField(page, /^Affiliate code/), 'ada0001');
      await type(labeledField(page, /^Email/), 'marta@mail.example');
    },
  },
  {
    name: 'copy buttons',
    path: '/affiliate-pitch',
    act: async (page) => {
      const buttons = page.locator('main').getByRole('button', { name: /^Copy/ });
      for (const index of [0, 1, 2]) await tap(buttons.nth(index));
    },
  },
  {
    name: 'login',
    path: '/login',
    act: async (page) => {
      await type(labeledField(page, /^Email/), 'nobody@kithbook.example');
      await type(labeledField(page, /^Password/), 'not this one');
      await press(page, 'Sign In');
    },
  },
  {
    name: 'signup',
    path: '/signup',
    act: async (page) => {
      await type(labeledField(page, /^Email/), 'marta');
      await type(labeledField(page, /^Password/), 'abcdef');
      await type(labeledField(page, /^Confirm password/), 'abc');
      await tap(page.locator('main form [type=submit]'));
    },
  },
  {
    name: 'account',
    path: '/account',
    account: 'ada',
    act: async (page) => {
      await type(labeledField(page, /^Current password/), 'not this one');
      await type(labeledField(page, /^New address/), 'ada@new');
    },
  },
  {
    name: 'affiliate dashboard',
    path: '/affiliate-dashboard',
    account: 'ada',
    act: async (page) => {
      for (const name of ['Copy', 'Copy Buy Link', 'Copy']) await press(page, name);
      for (const _ of [1, 2, 3]) await tap(page.getByText('Show as a table'));
    },
  },
  {
    name: 'links of an affiliate',
    path: '/affiliate-links',
    account: 'ada',
    act: async (page) => {
      await type(labeledField(page, /^Name for the new link/), 'Spring letter');
      for (const _ of [1, 2, 3]) await tap(page.getByText('Show as a table'));
    },
  },
  {
    name: 'list of affiliates',
    path: '/affiliate-admin',
    account: 'admin',
    act: async (page) => {
      await page.getByText('ada0001').first().waitFor();
      const search = page.locator('main input[type=search]').first();
      await type(search, 'ada');
      await search.fill('');
      await press(page, /^Review/);
    },
  },
  {
    name: 'panel of a purchase',
    path: `/purchases-admin?q=${purchaseWithRequests}`,
    account: 'admin',
    act: async (page) => {
      await press(page, `Open ${purchaseWithRequests}`);
      await tap(page.getByText('Refund…'));
      await press(page, /^Refund$/);
    },
  },
  {
    name: 'payout run',
    path: '/payouts',
    account: 'admin',
    act: async (page) => {
      const all = page.getByLabel('Select all on this page');
      for (const _ of [1, 2, 3]) await tap(all);
    },
  },
  {
    name: 'profile editor',
    path: '/user-profile-admin?id=nobody',
    account: 'admin',
    act: async (page) => {
      await type(page.locator('main input:visible').first(), 'nobody@kithbook.example');
      await tap(page.locator('main button:visible').first());
    },
  },
];
