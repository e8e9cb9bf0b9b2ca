import { existsSync } from 'node:fs';

/**
 * Import rules, for dependency-cruiser. ARCHITECTURE.md draws the direction. A file may import its own folder, the folders
 * that are listed for it, and packages. A file in a nested folder follows the longest entry that fits its path.
 */
const controls = ['src/islands/ui', 'src/islands/data', 'src/client', 'src/shared'];
const signedIn = ['src/islands/account', ...controls];

const allowed = {
  'src/shared': [],
  'src/copy': ['src/shared'],
  'src/content.config.ts': ['src/copy'],
  'src/cms': ['src/copy', 'src/shared'],
  // Only the types of the API's calls.
  'src/client': ['src/shared', 'src/server/routes.ts'],
  'src/build': ['src/shared'],
  'src/build/content': ['src/build', 'src/copy', 'src/components', 'src/shared'],
  'src/sharing': ['src/copy', 'src/shared'],
  'src/islands/ui': ['src/islands/data', 'src/client', 'src/shared'],
  'src/islands/data': ['src/client', 'src/shared'],
  'src/islands/account': controls,
  'src/islands': controls,
  'src/islands/profiles': signedIn,
  'src/islands/affiliate': signedIn,
  'src/islands/admin': [...signedIn, 'src/islands/affiliate'],
  'src/components': ['src/copy', 'src/shared'],
  'src/layouts': [
    'src/components',
    'src/copy',
    'src/sharing',
    'src/islands',
    'src/client',
    'src/styles',
    'src/shared',
  ],
  'src/pages': [
    'src/layouts',
    'src/components',
    'src/copy',
    'src/sharing',
    'src/cms',
    'src/islands',
    'src/client',
    'src/styles',
    'src/shared',
  ],
  'src/pages/api': ['src/server', 'src/layouts', 'src/components', 'src/copy', 'src/shared'],
  'src/server/env.ts': ['src/shared'],
  'src/server/outbound': [],
  'src/server/health': ['src/server', 'src/shared', 'drizzle/migrations/meta'],
  'src/server/firebase': ['src/server/outbound', 'src/shared'],
  'src/server/paypal': ['src/server/outbound', 'src/shared'],
  'src/server/db': ['src/server/outbound', 'src/shared'],
  'src/server': ['src/shared'],
  'netlify/functions': ['src/server', 'src/shared'],
  drizzle: ['src/server', 'src/shared', 'netlify', 'stack'],
  netlify: ['src', 'drizzle', 'stack'],
  stack: ['src', 'drizzle', 'netlify'],
};

const folders = Object.keys(allowed);
for (const folder of folders) if (!existsSync(folder)) throw new Error(`No such folder: ${folder}`);

/** Returns a pattern for the paths in some folders. */
const within = (paths) => `^(${paths.map((path) => path.replaceAll('.', '[.]')).join('|')})(/|$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no part that can be understood alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-tests',
      comment: 'What the product or its local stack needs is no test code.',
      severity: 'error',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
    {
      name: 'declared-packages',
      comment: 'package.json names every package that is imported.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'production-packages',
      comment: 'Code for browsers and functions imports no development dependency.',
      severity: 'error',
      from: { path: '^(src/(server|shared|client|islands)|netlify/functions)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    ...folders.map((folder) => {
      const nested = folders.filter((other) => other.startsWith(`${folder}/`));
      return {
        name: `from ${folder}`,
        severity: 'error',
        from: {
          path: within([folder]),
          ...(nested.length > 0 && { pathNot: within(nested) }),
        },
        to: {
          path: '^(src|netlify|drizzle|stack)/',
          pathNot: within([folder, ...allowed[folder]]),
        },
      };
    }),
    {
      name: 'internals-of-webhooks-and-payouts',
      comment:
        'A purchase shows the events about it. A rule that purchases shares with payouts is in ledger.',
      severity: 'error',
      from: { path: '^src/server/purchases/' },
      to: { path: '^src/server/(webhooks|payouts)/', pathNot: '/event-summary[.]ts$' },
    },
    {
      name: 'internals-of-purchases',
      comment:
        'Webhooks sync a purchase and look at the account; payouts place holds. The rest is the business of purchases.',
      severity: 'error',
      from: { path: '^src/server/(webhooks|payouts)/' },
      to: {
        path: '^src/server/purchases/',
        pathNot: '/(sync-purchase|provider-purchase|buyer-account|hold-self-referrals)[.]ts$',
      },
    },
    {
      name: 'api-types',
      comment: 'The browser takes the types of the API, and no code.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: '^src/server/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'packages-of-shared',
      comment: 'src/shared has no I/O and no framework.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^node_modules/(react|hono|drizzle-orm|firebase)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'node-in-shared',
      severity: 'error',
      from: { path: '^src/(shared|client|islands)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'http-in-services',
      comment: 'Clients of services and the database know no HTTP routes.',
      severity: 'error',
      from: { path: '^src/server/(db|firebase|paypal|outbound)/' },
      to: { path: '^node_modules/hono/' },
    },
    {
      name: 'database-in-services',
      severity: 'error',
      from: { path: '^src/server/(firebase/|paypal/|http/|app[.]ts|[a-z]+/[a-z-]*routes[.]ts)' },
      to: { path: '^node_modules/drizzle-orm/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6'],
    cache: false,
  },
};
