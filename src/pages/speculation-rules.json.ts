import { accountScreens } from '../shared/account-screens.ts';

/** Pages that are never prerendered, because they depend on the session or act on their address. */
const sessionPaths = [
  '/login',
  '/signup',
  '/forgot-password',
  '/profile/*',
  '/purchases',
  ...accountScreens.map(({ path }) => path),
];

/**
 * Lets the browser prerender the page of a link that a visitor points at or presses. Never prerenders files and API calls. The
 * header `Speculation-Rules` of every page names this file (src/build/headers).
 */
const speculationRules = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/dist/*', '/*.*', ...sessionPaths] } },
          { not: { selector_matches: '[download], [target]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

export function GET(): Response {
  return new Response(JSON.stringify(speculationRules));
}
