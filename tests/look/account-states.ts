import type { Page } from '@playwright/test';
import { invitations, letters } from './sample-lists.ts';
import { purchaseWithRequests } from './sample-requests.ts';
import { type Account, respond, type ScreenState, unknownToken, waitFor } from './screen-state.ts';

/** A page for an account, once the text `ready` is there. */
const signedIn = (
  path: string,
  account: Account,
  ready: string | RegExp,
  name = `as-${account}`,
): ScreenState => ({
  name,
  account,
  path,
  act: waitFor(ready),
});

/** A page for an account, after a press of the buttons and summaries with these names. */
const pressed = (
  path: string,
  account: Account,
  name: string,
  ...labels: readonly string[]
): ScreenState => ({
  name,
  account,
  path,
  act: async (page) => {
    for (const label of labels)
      await page.locator('main').locator('button, summary').filter({ hasText: label }).first().click();
    await page.waitForTimeout(500);
  },
});

const selectAll = (page: Page) => page.getByLabel('Select all on this page').check();

/** A form after submitting it, once it shows a message. */
const submitted = (name: string, fields: Readonly<Record<string, string>>): ScreenState => ({
  name,
  act: async (page) => {
    const form = page.locator('main form');
    for (const [label, value] of Object.entries(fields))
      await form.getByLabel(label, { exact: true }).fill(value);
    await form.locator('[type=submit]').click();
    await form.locator('.field-error:not(:empty), .notice:not(:empty)').first().waitFor();
  },
});

const longPassword = 'a long password';

/** States of the account screens, with the sample accounts of the local stack. */
export const accountStates: Readonly<Record<string, readonly ScreenState[]>> = {
  login: [
    submitted('empty', {}),
    submitted('refused', { Email: 'nobody@kithbook.example', Password: 'not this one' }),
  ],
  signup: [
    submitted('refused', { Email: 'marta@example.com', Password: 'abc', 'Confirm password': 'abcd' }),
    submitted('taken', {
      Email: 'ada@kithbook.example',
      Password: longPassword,
      'Confirm password': longPassword,
    }),
  ],
  'forgot-password': [submitted('sent', { Email: 'ada@kithbook.example' })],
  account: [
    signedIn('/account', 'ada', 'This browser'),
    {
      name: 'answers',
      account: 'ada',
      path: '/account',
      act: async (page) => {
        await page.getByLabel('Current password', { exact: true }).fill('not this one');
        await page.getByLabel('New password', { exact: true }).fill('correct horse battery staple');
        await page.keyboard.press('Enter');
        await page.getByText('stolen from other websites').waitFor();
        await page.getByLabel('New address').fill('ada@new.example');
        await page.keyboard.press('Enter');
        await page.getByText('Almost done').waitFor();
        await page.getByRole('button', { name: 'Sign out everywhere else…' }).click();
      },
    },
  ],
  'change-address': [
    {
      name: 'refused',
      path: `/change-address#undo=${unknownToken}`,
      act: async (page) => {
        await page.getByRole('button', { name: 'Restore email address' }).click();
        await page.getByText('This link is too old').waitFor();
      },
    },
  ],
  'affiliate-application': [signedIn('/affiliate-application', 'pia', 'Your application')],
  'affiliate-commissions': [
    signedIn('/affiliate-commissions', 'ada', '1–'),
    signedIn('/affiliate-commissions', 'pia', 'No commissions yet'),
    pressed('/affiliate-commissions', 'ada', 'report', 'Report'),
  ],
  'affiliate-dashboard': [
    signedIn('/affiliate-dashboard', 'ada', 'Active since'),
    signedIn('/affiliate-dashboard', 'pia', 'Not Activated'),
    signedIn('/affiliate-dashboard', 'carl', 'Apply Now'),
  ],
  'affiliate-links': [
    signedIn('/affiliate-links', 'ada', 'Create a link'),
    signedIn('/affiliate-links', 'pia', 'once you’re approved'),
  ],
  'affiliate-payment': [signedIn('/affiliate-payment', 'ada', 'Leave the program')],
  'affiliate-profile': [signedIn('/affiliate-profile', 'ada', 'Look up')],
  'affiliate-statements': [
    signedIn('/affiliate-statements', 'ada', 'Unclaimed'),
    signedIn('/affiliate-statements', 'pia', 'No statements yet'),
    signedIn('/affiliate-statements', 'carl', 'Failed to fetch'),
  ],
  'affiliate-admin': [
    signedIn('/affiliate-admin', 'admin', 'ada0001'),
    signedIn('/affiliate-admin', 'ada', 'Failed to fetch'),
    { name: 'selected', account: 'admin', path: '/affiliate-admin', isWindowOnly: true, act: selectAll },
    pressed('/affiliate-admin', 'admin', 'review', 'Review', 'Decline'),
  ],
  'customer-admin': [
    signedIn('/customer-admin', 'admin', '@shop.example'),
    signedIn('/customer-admin?q=nobody', 'admin', 'No customers found', 'empty'),
    signedIn('/customer-admin', 'ada', 'Failed to fetch'),
    {
      ...pressed('/customer-admin', 'admin', 'invitations', 'Invitations', 'Create an invitation'),
      prepare: (page) => page.route('**/api/invitations', respond(200, { invitations })),
    },
    pressed('/customer-admin', 'admin', 'new', 'Add customer'),
  ],
  'purchases-admin': [
    signedIn('/purchases-admin', 'admin', 'ada0001'),
    signedIn('/purchases-admin?q=nobody', 'admin', 'No purchases found', 'empty'),
    signedIn('/purchases-admin', 'ada', 'Failed to fetch'),
    {
      name: 'refund',
      account: 'admin',
      path: `/purchases-admin?q=${purchaseWithRequests}`,
      act: async (page) => {
        await page.getByRole('button', { name: `Open ${purchaseWithRequests}` }).click();
        await page.getByText('Refund…').click();
        await page.getByRole('button', { name: 'Refund', exact: true }).click();
        await page.getByText('Enter a reason').waitFor();
      },
    },
  ],
  payouts: [
    signedIn('/payouts', 'admin', 'ada@kithbook.example'),
    {
      name: 'returned',
      account: 'admin',
      path: '/payouts?state=returned',
      act: selectAll,
    },
    {
      name: 'selected',
      account: 'admin',
      path: '/payouts?state=proposed',
      isWindowOnly: true,
      act: async (page) => {
        await selectAll(page);
        await page.getByText(/^Return \d+ to balance/).click();
      },
    },
    signedIn('/payouts', 'ada', 'Failed to fetch'),
  ],
  admin: [
    signedIn('/admin', 'admin', 'Custom claims'),
    {
      name: 'handle',
      account: 'admin',
      path: '/admin',
      act: (page) => page.locator('#withdrawals summary').first().click(),
    },
  ],
  'newsletter-admin': [
    signedIn('/newsletter-admin', 'admin', 'No readers found'),
    {
      ...signedIn('/newsletter-admin', 'admin', 'Paused', 'letters'),
      prepare: (page) => page.route('**/api/letters', respond(200, { letters })),
    },
    {
      name: 'preview',
      account: 'admin',
      path: '/newsletter-admin',
      isWindowOnly: true,
      act: async (page) => {
        await page
          .getByRole('button', { name: /^Preview/ })
          .first()
          .click();
        await page.frameLocator('dialog iframe').locator('h1').waitFor();
      },
    },
  ],
  'figures-admin': [
    signedIn('/figures-admin', 'admin', 'The figures by week'),
    {
      name: 'days',
      account: 'admin',
      path: '/figures-admin?unit=day&page=%2Fbuy',
      act: (page) => page.getByText('Show as a table').click(),
    },
    {
      ...signedIn('/figures-admin', 'admin', 'Failed to fetch the figures', 'failed'),
      prepare: (page) => page.route('**/api/figures?*', (route) => route.abort()),
    },
  ],
  'audit-log': [signedIn('/audit-log', 'admin', /No changes yet| of \d/)],
  'user-profile-dashboard': [
    signedIn('/user-profile-dashboard', 'admin', 'Total Profiles'),
    signedIn('/user-profile-dashboard?sort=name', 'admin', ' of ', 'list'),
    signedIn('/user-profile-dashboard', 'ada', 'Error Loading Dashboard'),
  ],
  'user-profile-admin': [
    signedIn('/user-profile-admin?id=nobody', 'admin', 'User profile not found.', 'not-found'),
    signedIn('/user-profile-admin', 'ada', 'No user ID or email'),
  ],
};
