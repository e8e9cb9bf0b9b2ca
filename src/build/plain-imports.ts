import type { Plugin } from 'vite';

/**
 * Scripts that are imported when they are wanted, without Vite's helper around each import, 0.7 KB that would first have the
 * imported file's parts fetched beside it. Those parts are there by then: an island has all of its own (`islands-apart.ts`),
 * and what it imports later shares the rest with it.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
});
