/** Screens that depend on who is signed in, or that act on their address: shown when asked for, not before. */
const accountScreens = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/set-new-password',
  '/admin',
  '/affiliate-admin',
  '/affiliate-application',
  '/affiliate-dashboard',
  '/affiliate-profile',
  '/affiliate-statements',
  '/audit-log',
  '/customer-admin',
  '/payouts',
  '/purchases-admin',
  '/user-profile-admin',
  '/user-profile-dashboard',
  '/profile/*',
];

/**
 * Lets the browser render the page that somebody points at or presses; the fade gives it time. Files and calls
 * have an extension or a folder of their own.
 */
export const speculationRules = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/dist/*', '/*.*', ...accountScreens] } },
          { not: { selector_matches: '[download], [target]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
} as const;
