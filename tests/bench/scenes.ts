import type { Page } from '@playwright/test';
import { paypalSdkStub } from '../look/paypal-sdk-stub.ts';
import { purchaseWithRequests } from '../look/sample-records.ts';
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

/** Presses a field and types into it, key by key. */
async function type(page: Page, label: RegExp, text: string): Promise<void> {
  const field = page.locator('main').getByLabel(label).and(page.locator('input')).first();
  await field.tap();
  await field.pressSequentially(text);
}

/** Presses the first visible button with this name. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('main').getByRole('button', { name }).filter({ visible: true }).first().tap();
}

/** The scenes of the benchmark `interactions`. Every island is in one of them. */
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
    name: 'newsletter',
    path: '/',
    act: async (page) => {
      await type(page, /^Name/, 'Marta');
      await type(page, /^Email/, 'marta@');
      await page.locator('form.newsletter').getByRole('button').tap();
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
        await page
          .getByRole('radio', { name: plan })
          .locator('xpath=ancestor::label')
          .tap({ position: { x: 20, y: 20 } });
      await type(page, /^Affiliate code/, 'ada0001');
      await type(page, /^Email/, 'marta@mail.example');
    },
  },
  {
    name: 'copy buttons',
    path: '/affiliate-pitch',
    act: async (page) => {
      const buttons = page.locator('main').getByRole('button', { name: /^Copy/ });
      for (const index of [0, 1, 2]) await buttons.nth(index).tap();
    },
  },
  {
    name: 'login',
    path: '/login',
    act: async (page) => {
      await type(page, /^Email/, 'nobody@kithbook.example');
      await type(page, /^Password/, 'not this one');
      await press(page, 'Sign In');
    },
  },
  {
    name: 'signup',
    path: '/signup',
    act: async (page) => {
      await type(page, /^Email/, 'marta');
      await type(page, /^Password/, 'abcdef');
      await type(page, /^Confirm password/, 'abc');
      await page.locator('main form [type=submit]').tap();
    },
  },
  {
    name: 'account',
    path: '/account',
    account: 'ada',
    act: async (page) => {
      await type(page, /^Current password/, 'not this one');
      await type(page, /^New address/, 'ada@new');
    },
  },
  {
    name: 'affiliate dashboard',
    path: '/affiliate-dashboard',
    account: 'ada',
    act: async (page) => {
      for (const name of ['Copy', 'Copy Buy Link', 'Copy']) await press(page, name);
      for (const _ of [1, 2, 3]) await page.getByText('Show as a table').tap();
    },
  },
  {
    name: 'links of an affiliate',
    path: '/affiliate-links',
    account: 'ada',
    act: async (page) => {
      await type(page, /^Name for the new link/, 'Spring letter');
      for (const _ of [1, 2, 3]) await page.getByText('Show as a table').tap();
    },
  },
  {
    name: 'list of affiliates',
    path: '/affiliate-admin',
    account: 'admin',
    act: async (page) => {
      await page.getByText('ada0001').first().waitFor();
      const search = page.locator('main input[type=search]').first();
      await search.tap();
      await search.pressSequentially('ada');
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
      await page.getByText('Refund…').tap();
      await press(page, /^Refund$/);
    },
  },
  {
    name: 'payout run',
    path: '/payouts',
    account: 'admin',
    act: async (page) => {
      const all = page.getByLabel('Select all on this page');
      for (const _ of [1, 2, 3]) await all.tap();
    },
  },
  {
    name: 'profile editor',
    path: '/user-profile-admin?id=nobody',
    account: 'admin',
    act: async (page) => {
      const field = page.locator('main input:visible').first();
      await field.tap();
      await field.pressSequentially('nobody@kithbook.example');
      await page.locator('main button:visible').first().tap();
    },
  },
];
