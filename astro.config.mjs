import react from '@astrojs/react';
import { defineConfig, envField } from 'astro/config';
import { chunkGroups } from './src/build/chunk-groups.ts';
import { contentCheck } from './src/build/content/content-check.ts';
import { deadLinks } from './src/build/dead-links.ts';
import { imageBudget } from './src/build/image-budget.ts';
import { islandRuntime } from './src/build/island-runtime.ts';
import { securityHeaders } from './src/build/headers/security-headers.ts';
import { inlineScripts } from './src/build/inline-scripts.ts';
import { unusedCss } from './src/build/unused-css.ts';
import { interactionDirective } from './src/client/interaction.ts';
import { currentTerms } from './src/shared/program.ts';
import { referralCookieAge } from './src/shared/referral.ts';
import { site } from './src/shared/site.ts';

/** Constants that the build inlines. Importing src/shared/program.ts would put the terms of all years into each script. */
const define = {
  REVIEW_BUSINESS_DAYS: String(currentTerms().reviewBusinessDays),
  REFERRAL_COOKIE_AGE: String(referralCookieAge(currentTerms())),
};

/** Scripts that stay files. Astro inlines small scripts, so that every page would load them again. */
const deferredScripts = /(?:Page|Measuring|SignOut|Demo|Newsletter|Purchases|Window)Script/;

export default defineConfig({
  site: site.url,
  output: 'static',
  trailingSlash: 'never',
  // Two pages at one address are a mistake. contentCheck names the file in src/content.
  prerenderConflictBehavior: 'error',
  // Builds one .html file per route, so that /buy is served without a redirect to /buy/.
  build: { format: 'file', inlineStylesheets: 'always' },
  integrations: [
    react(),
    interactionDirective(),
    contentCheck(),
    islandRuntime(),
    unusedCss(),
    deadLinks(),
    imageBudget(),
    securityHeaders(),
  ],
  devToolbar: { enabled: false },
  vite: {
    define,
    plugins: [inlineScripts(define)],
    build: {
      // Browsers of the last two and a half years (docs/decisions/20-browsers.md).
      cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5', 'ios17.5'],
      assetsInlineLimit: (file) => (deferredScripts.test(file) ? false : undefined),
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: { groups: chunkGroups },
              // Without Astro's ending of scripts in components, `.astro_astro_type_script_index_0_lang`.
              entryFileNames: ({ name }) => `_astro/${name.split('.')[0]}.[hash].js`,
            },
          },
        },
      },
    },
  },
  // Settings that are built into the pages. A build without a required setting stops and names the setting.
  env: {
    schema: {
      PUBLIC_PAYPAL_CLIENT_ID: envField.string({ context: 'client', access: 'public' }),
      PUBLIC_PAYPAL_ANNUAL_PLAN_ID: envField.string({ context: 'client', access: 'public' }),
      PUBLIC_PAYPAL_SDK_URL: envField.string({
        context: 'client',
        access: 'public',
        url: true,
        optional: true,
      }),
      PUBLIC_FIREBASE_API_KEY: envField.string({ context: 'client', access: 'public', optional: true }),
      PUBLIC_FIREBASE_PROJECT_ID: envField.string({ context: 'client', access: 'public', optional: true }),
      PUBLIC_FIREBASE_AUTH_DOMAIN: envField.string({ context: 'client', access: 'public', optional: true }),
      PUBLIC_FIREBASE_EMULATOR_URL: envField.string({ context: 'client', access: 'public', optional: true }),
      PUBLIC_ANALYTICS_ID: envField.string({ context: 'client', access: 'public', optional: true }),
      PUBLIC_ANALYTICS_URL: envField.string({ context: 'client', access: 'public', optional: true }),
    },
  },
});
