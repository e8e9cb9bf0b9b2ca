import type { Page, Route } from '@playwright/test';
import type { ScreenState } from './account-states.ts';

const never = (): Promise<void> => new Promise(() => undefined);

/** A public profile with this response of the API. */
const withResponse = (name: string, handle: (route: Route) => Promise<void>, ready: string): ScreenState => ({
  name,
  prepare: async (page: Page) => {
    await page.route('**/api/user-profiles/user/*', handle);
  },
  act: async (page: Page) => {
    await page.goto('/profile/kQ8fZb2LxYh3mW7t');
    await page.locator('main').getByText(ready).first().waitFor();
  },
});

const json =
  (body: unknown, status = 200) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json: body });

const emptyProfile = {
  userId: 'kQ8fZb2LxYh3mW7t',
  createdAt: '2025-08-15T10:00:00Z',
  updatedAt: '2026-02-03T10:00:00Z',
};

const fullProfile = {
  ...emptyProfile,
  name: 'Marta Lindqvist',
  email: 'marta@mail.example',
  phone: '+46 8 555 010 99',
  facebookId: 'marta.lindqvist',
  linkedinId: 'marta-lindqvist',
};

const publicStates: readonly ScreenState[] = [
  withResponse('whole', json(fullProfile), 'Marta Lindqvist'),
  withResponse('bare', json(emptyProfile), 'Anonymous User'),
  withResponse('loading', never, 'Loading profile'),
  withResponse('missing', json({ error: 'Profile not found' }, 404), 'Profile not found'),
  withResponse('empty', json({}), 'No Profile Data'),
  withResponse('failed', json({ error: 'The service is unavailable at the moment.' }, 503), 'Failed to load'),
];

/** The demo profile after it has loaded or failed. */
const demo = (name: string, query: string, prepare?: ScreenState['prepare']): ScreenState => ({
  name,
  ...(prepare && { prepare }),
  act: async (page) => {
    await page.goto(`/user-profile${query}`);
    await page
      .locator('main')
      .getByText(/Sample data:|Failed to load user profile/)
      .first()
      .waitFor();
  },
});

/** States of the public profile pages. */
export const profileStates: Readonly<Record<string, readonly ScreenState[]>> = {
  profile: publicStates,
  'user-profile': [
    demo('loaded', ''),
    demo('long', `?name=${'Marta '.repeat(20)}&email=${'m'.repeat(90)}`),
    demo('failed', '', async (page) => {
      await page.route(/DemoScript\.[^/]*\.js/, (route) => route.abort());
    }),
  ],
};
