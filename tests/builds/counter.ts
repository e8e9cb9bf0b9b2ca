import type { SiteFunction } from '../../stack/netlify/functions.ts';

/** Answers the counter of page views at a site without the other functions, so that browsers log no error. */
export const counter: SiteFunction = {
  name: 'counter',
  handle: () => Promise.resolve(new Response(null, { status: 204 })),
  config: { path: ['/api/counts/*'] },
};
