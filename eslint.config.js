import path from 'node:path';
import astro from 'eslint-plugin-astro';
import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** What islands are made of, and what screens for signed-in people are made of beside it. */
const open = ['src/islands/forms', 'src/islands/ui', 'src/client', 'src/shared'];
const signedIn = ['src/islands/account', 'src/islands/records', ...open];

/**
 * The direction of imports, room by room; ARCHITECTURE.md draws it. A file may import its own
 * room, the rooms listed for it, and packages. The longest matching room counts.
 */
const rooms = {
  'src/shared': [],
  'src/styles': [],
  'src/copy': ['src/shared'],
  'src/content.config.ts': ['src/copy'],
  'src/cms': ['src/copy', 'src/shared'],
  'src/client': ['src/shared'],
  'src/build': ['src/shared'],
  // Checks content files before a build: the links of the navigation and the anchors that sections make are known there.
  'src/build/content': ['src/build', 'src/copy', 'src/components', 'src/shared'],
  'src/sharing': ['src/copy', 'src/shared'],
  'src/islands/ui': ['src/client', 'src/shared'],
  'src/islands/forms': ['src/islands/ui', 'src/client', 'src/shared'],
  'src/islands/records': open,
  'src/islands/account': open,
  'src/islands': open,
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
    'src/shared',
  ],
  // The API's description is made from the code of the API, when the site is built.
  'src/pages/api': ['src/server/openapi', 'src/layouts', 'src/components', 'src/copy', 'src/shared'],
  'src/server/env.ts': ['src/shared'],
  'src/server/outbound': [],
  'src/server/firebase': ['src/server/outbound', 'src/shared'],
  'src/server/paypal': ['src/server/outbound', 'src/shared'],
  'src/server': ['src/server', 'src/shared'],
  'netlify/functions': ['src/server', 'src/shared'],
};

const roomOf = (file) =>
  Object.keys(rooms)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];

const importDirection = {
  meta: { type: 'problem', schema: [], messages: { wrong: '{{from}} may not import {{to}}.' } },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const from = roomOf(file);
    const check = (node) => {
      const source = node.source?.value;
      if (!from || typeof source !== 'string' || !source.startsWith('.')) return;
      const target = path.posix.join(path.posix.dirname(file), source);
      const to = roomOf(target) ?? target;
      if (to !== from && !rooms[from].some((room) => to === room || to.startsWith(`${room}/`)))
        context.report({ node, messageId: 'wrong', data: { from, to } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** What is sent to browsers and functions writes its schemas with the library's small build. */
const smallSchemas = { regex: '^zod$', message: 'Here schemas are written with zod/mini.' };

/** Packages that belong to one room only. */
const packagesOf = (names, message) => ({
  'no-restricted-imports': [
    'error',
    { patterns: [smallSchemas, ...names.map((regex) => ({ regex, message }))] },
  ],
});

// The rules that need types are in .oxlintrc.json: oxlint takes a fifth of the time for them.
export default defineConfig(
  { ignores: ['node_modules', 'dist', '.astro', '.build', '.local', 'public'] },
  tseslint.configs.strict,
  astro.configs.recommended,
  {
    plugins: { house: { rules: { 'import-direction': importDirection } }, 'react-hooks': reactHooks },
    rules: {
      'house/import-direction': 'error',
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      eqeqeq: 'error',
      'no-console': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  // Playwright's fixtures call `use`, which is not React's.
  { files: ['tests/e2e/**'], rules: { 'react-hooks/rules-of-hooks': 'off' } },
  { files: ['src/{server,shared,client,islands}/**', 'netlify/**', 'drizzle/**'], rules: packagesOf([], '') },
  {
    files: ['src/server/db/**'],
    rules: packagesOf(['^hono'], 'HTTP belongs to http, calls and routes.'),
  },
  {
    files: ['src/server/routes/**', 'src/server/calls/**'],
    rules: packagesOf(['^drizzle-orm'], 'The database belongs to domain and db.'),
  },
  {
    files: ['src/server/{firebase,paypal}/**'],
    rules: packagesOf(['^hono', '^drizzle-orm'], 'Vendors know neither HTTP routes nor the database.'),
  },
  {
    files: ['src/shared/**'],
    rules: packagesOf(['^node:', '^react', '^hono', '^drizzle'], 'src/shared has no I/O and no framework.'),
  },
  {
    files: ['src/server/**', 'netlify/**'],
    ignores: ['src/server/env.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'src/server/env.ts reads it.' },
      ],
    },
  },
);
