import type { Page, Route } from '@playwright/test';
import type { ScreenState } from './screen-state.ts';

const never = (): Promise<void> => new Promise(() => undefined);

/** A profile as somebody finds it whose address leads to this answer. */
const answered = (name: string, handle: (route: Route) => Promise<void>, ready: string): ScreenState => ({
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

const bare = {
  userId: 'kQ8fZb2LxYh3mW7t',
  createdAt: '2025-08-15T10:00:00Z',
  updatedAt: '2026-02-03T10:00:00Z',
};

const whole = {
  ...bare,
  name: 'Marta Lindqvist',
  email: 'marta@mail.example',
  phone: '+46 8 555 010 99',
  facebookId: 'marta.lindqvist',
  linkedinId: 'marta-lindqvist',
};

const publicStates: readonly ScreenState[] = [
  answered('whole', json(whole), 'Marta Lindqvist'),
  answered('bare', json(bare), 'Anonymous User'),
  answered('loading', never, 'Loading profile'),
  answered('missing', json({ error: 'Profile not found' }, 404), 'Profile not found'),
  answered('empty', json({}), 'No Profile Data'),
  answered('failed', json({ error: 'The service is unavailable at the moment.' }, 503), 'Failed to load'),
];

/** The demo once it has loaded, or failed to. */
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

/** The states of the profile pages that anybody may open. */
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
