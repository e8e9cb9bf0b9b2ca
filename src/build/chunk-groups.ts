import { existsSync } from 'node:fs';

/**
 * Returns a test for modules whose id contains one of these parts. Vite's ids have slashes on every system. Throws if a path
 * in src does not exist.
 */
function inPaths(...parts: readonly string[]): (id: string) => boolean {
  for (const part of parts)
    if (part.startsWith('/src/') && !existsSync(`.${part}`)) throw new Error(`No such path: ${part}`);
  return (id) => parts.some((part) => id.includes(part));
}

/**
 * Groups of modules that the bundler puts into one file each. Without groups, the bundler makes one file for each
 * combination of screens that share modules, and /login makes 31 requests.
 *
 * Public pages and account screens have separate groups, so that a visitor loads no code of account screens.
 */
export const chunkGroups = [
  {
    name: 'libraries',
    priority: 3,
    test: inPaths(
      '/node_modules/react/',
      '/node_modules/react-dom/',
      '/node_modules/scheduler/',
      '/node_modules/zod/',
    ),
  },
  {
    name: 'firebase',
    priority: 3,
    test: inPaths('/node_modules/firebase/', '/node_modules/@firebase/', '/node_modules/idb/'),
  },
  // Modules that newsletter, checkout, copy buttons and the page with a buyer's purchases share with account screens, and helpers
  // of the bundler. The ids of such helpers begin with \0, by convention. None of these modules imports React, which the page
  // with a buyer's purchases does not load.
  {
    name: 'forms',
    priority: 2,
    test: inPaths(
      '\0',
      // /purchases sets its prompt for the password before it loads the calls of an account.
      '/src/client/accounts/fresh-sign-in.ts',
      '/src/client/api.ts',
      '/src/client/config.ts',
      '/src/client/copy-text.ts',
      '/src/client/interaction.ts',
      '/src/client/load-chunk.ts',
      '/src/client/save-file.ts',
      '/src/client/session.ts',
      '/src/client/side-errand.ts',
      '/src/islands/ui/email-problem.ts',
      '/src/shared/analytics-script.ts',
      '/src/shared/email.ts',
      '/src/shared/max-lengths.ts',
      '/src/shared/messages/site.ts',
      '/src/shared/money.ts',
      '/src/shared/plans.ts',
      '/src/shared/problem-texts/common.ts',
      '/src/shared/referral-names.ts',
      '/src/shared/referral.ts',
      '/src/shared/site.ts',
    ),
  },
  // Modules with React that several islands share.
  {
    name: 'islands',
    priority: 2,
    test: inPaths(
      '/src/islands/ui/copy.tsx',
      '/src/islands/ui/ErrorBoundary.tsx',
      '/src/islands/ui/fields.tsx',
      '/src/islands/ui/focus.ts',
      '/src/islands/ui/form-context.ts',
      '/src/islands/ui/use-page-restored.ts',
    ),
  },
  // Calls as the signed-in user. The page with a buyer's purchases loads them when the visitor wants to use an account.
  {
    name: 'user-calls',
    priority: 2,
    test: inPaths('/src/client/accounts/auth-fetch.ts', '/src/client/accounts/identity-problem.ts'),
  },
  // Modules that the sample profile, which needs no React, shares with islands.
  {
    name: 'dates',
    priority: 3,
    test: inPaths(
      '/src/shared/dates.ts',
      '/src/shared/link-tokens.ts',
      '/src/shared/payout-file.ts',
      '/src/shared/text.ts',
    ),
  },
  // Controls that the public profile shares with account screens. They are separate from code that calls Firebase, because
  // a page's Content-Security-Policy allows every host that its chunks name.
  {
    name: 'ui',
    priority: 1,
    test: inPaths(
      '/src/islands/ui/buttons.tsx',
      '/src/islands/ui/CardTable.tsx',
      '/src/islands/ui/loading.tsx',
      '/src/shared/messages/profiles.ts',
      '/src/shared/problem-texts/profiles.ts',
    ),
  },
  // Code that account screens share.
  {
    name: 'account',
    minShareCount: 2,
    test: inPaths(
      '/node_modules/swr/',
      '/src/client/accounts/',
      '/src/islands/account/',
      '/src/islands/admin/',
      '/src/islands/data/',
      '/src/islands/ui/',
      '/src/shared/problem-texts/accounts.ts',
      '/src/shared/problem-texts/affiliate.ts',
    ),
  },
  // Code that only affiliates' screens share. It comes last, because a group takes what its modules import.
  {
    name: 'affiliate',
    minShareCount: 2,
    test: inPaths('/src/islands/affiliate/', '/src/shared/messages/affiliate.ts'),
  },
];
