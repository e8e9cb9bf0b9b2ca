import { existsSync } from 'node:fs';

/**
 * Import rules, for dependency-cruiser. ARCHITECTURE.md draws the direction. A file may import its own folder, the folders
 * that are listed for it, and packages. A file in a nested folder follows the longest entry that fits its path.
 */
const controls = ['src/islands/ui', 'src/islands/data', 'src/client', 'src/shared'];
const signedIn = ['src/islands/account', ...controls];

/** The floors of the server, the lowest first. A floor imports the ones below it. */
const floors = ['frame', 'clients', 'money', 'people'].map((floor) => `src/server/${floor}`);

const allowed = {
  'src/shared': [],
  'src/copy': ['src/shared'],
  'src/content.config.ts': ['src/copy'],
  'src/cms': ['src/copy', 'src/shared'],
  // Only the types of the API's calls.
  'src/client': ['src/shared', 'src/server/routes.ts'],
  'src/build': ['src/shared'],
  'src/build/content': ['src/build', 'src/copy', 'src/components', 'src/shared'],
  // The picture of the window is made of the parts of the live window.
  'src/sharing': ['src/copy', 'src/client/window', 'src/shared'],
  'src/islands/ui': ['src/islands/data', 'src/client', 'src/shared'],
  'src/islands/data': ['src/client', 'src/shared'],
  'src/islands/account': controls,
  'src/islands': controls,
  'src/islands/profiles': signedIn,
  'src/islands/affiliate': signedIn,
  'src/islands/admin': [...signedIn, 'src/islands/affiliate'],
  'src/components': ['src/copy', 'src/shared'],
  // The build draws the window with the script's own parts.
  'src/components/drawings': ['src/components', 'src/client/window', 'src/shared'],
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
  'src/server': ['src/shared'],
  'src/server/admin': [...floors.slice(0, 4), 'src/shared'],
  'src/server/admin/health': ['src/server/frame', 'src/shared', 'drizzle/migrations/meta'],
  'src/server/people': [...floors.slice(0, 3), 'src/shared'],
  'src/server/money': [...floors.slice(0, 2), 'src/shared'],
  'src/server/clients': [...floors.slice(0, 1), 'src/shared'],
  'src/server/frame': ['src/shared'],
  'src/server/frame/db': ['src/server/frame/context', 'src/server/frame/outbound', 'src/shared'],
  'src/server/frame/outbound': [],
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
      name: 'no-folder-cycles',
      comment: 'The arrows between folders run one way, also those of dynamic imports.',
      scope: 'folder',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, path: '^src/' },
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
      from: { path: '^src/server/(clients|frame/(db|outbound))/' },
      to: { path: '^node_modules/hono/' },
    },
    {
      name: 'database-in-services',
      severity: 'error',
      from: { path: '^src/server/(clients/|frame/http/|app[.]ts|.*routes[.]ts)' },
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
