import react from '@astrojs/react';
import { defineConfig, envField } from 'astro/config';
import { contentCheck } from './src/build/content/content-check.ts';
import { deadLinks } from './src/build/dead-links.ts';
import { eachPage } from './src/build/each-page.ts';
import { heavyPictures } from './src/build/heavy-pictures.ts';
import { securityHeaders } from './src/build/headers/security-headers.ts';
import { islandsApart } from './src/build/islands-apart.ts';
import { olderBrowsers } from './src/build/older-browsers.ts';
import { withShortScopes } from './src/build/short-scopes.ts';
import { withSmallScripts } from './src/build/small-scripts.ts';
import { plainImports } from './src/build/plain-imports.ts';
import { unusedCss } from './src/build/unused-css.ts';
import { interactionDirective } from './src/client/directives/integration.ts';
import { currentTerms } from './src/shared/program.ts';
import { site } from './src/shared/site.ts';

export default defineConfig({
  site: site.url,
  output: 'static',
  trailingSlash: 'never',
  // Two pages at one address are a mistake; contentCheck says of which file of src/content.
  prerenderConflictBehavior: 'error',
  // One .html file a route: /buy is served as it is asked for, without a redirect to /buy/.
  build: { format: 'file', inlineStylesheets: 'always' },
  integrations: [
    react(),
    interactionDirective(),
    contentCheck(),
    unusedCss(),
    islandsApart(),
    eachPage(withShortScopes, withSmallScripts),
    deadLinks(),
    heavyPictures(),
    securityHeaders(),
  ],
  devToolbar: { enabled: false },
  vite: {
    // All terms, with those of coming years, would weigh on every account screen.
    define: { REVIEW_BUSINESS_DAYS: String(currentTerms().reviewBusinessDays) },
    plugins: [plainImports()],
    css: { postcss: { plugins: [olderBrowsers()] } },
    // Of those that know light-dark(), or it would be compiled away; what older ones lack, olderBrowsers says again.
    build: { cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5', 'ios17.5'] },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // React in one file, which every island needs: fewer requests than the parts of it that some of them share.
            output: {
              codeSplitting: {
                groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
              },
            },
          },
        },
      },
    },
  },
  // What is built into the pages; a build without a required one stops and names it.
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
