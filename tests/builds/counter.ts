import type { SiteFunction } from '../../stack/netlify/functions.ts';

/** Stands in for the function that counts page views, where a site is only files. Without it, browsers log a 404. */
export const fakeCounter: SiteFunction = {
  name: 'fake-counter',
  handle: () => Promise.resolve(new Response(null, { status: 204 })),
  config: { path: ['/api/counts/*'] },
};
