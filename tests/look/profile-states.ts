import type { Route } from '@playwright/test';
import { never, respond, type ScreenState, waitFor } from './screen-state.ts';

/** A public profile with this response of the API. */
const withResponse = (name: string, handle: (route: Route) => Promise<void>, ready: string): ScreenState => ({
  name,
  path: '/profile/kQ8fZb2LxYh3mW7t',
  prepare: (page) => page.route('**/api/user-profiles/user/*', handle),
  act: waitFor(ready),
});

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
  withResponse('whole', respond(200, fullProfile), 'Marta Lindqvist'),
  withResponse('bare', respond(200, emptyProfile), 'Anonymous User'),
  withResponse('loading', never, 'Loading profile'),
  withResponse('missing', respond(404, { error: 'Profile not found' }), 'Profile not found'),
  withResponse('empty', respond(200, {}), 'No Profile Data'),
  withResponse(
    'failed',
    respond(503, { error: 'The service is unavailable at the moment.' }),
    'Failed to load',
  ),
];

/** The demo profile after it has loaded or failed. */
const demo = (name: string, query: string, prepare?: ScreenState['prepare']): ScreenState => ({
  name,
  ...(prepare && { prepare }),
  path: `/user-profile${query}`,
  act: waitFor(/Sample data:|Failed to load user profile/),
});

/** States of the public profile pages. */
export const profileStates: Readonly<Record<string, readonly ScreenState[]>> = {
  profile: publicStates,
  'user-profile': [
    demo('loaded', ''),
    demo('long', `?name=${'Marta '.repeat(20)}&email=${'m'.repeat(90)}`),
    demo('failed', '', (page) => page.route(/DemoScript\.[^/]*\.js/, (route) => route.abort())),
  ],
};
