import react from '@astrojs/react';
import { defineConfig, envField } from 'astro/config';
import { interactionDirective } from './src/client/directives/integration.ts';
import { site } from './src/shared/site.ts';

export default defineConfig({
  site: site.url,
  output: 'static',
  trailingSlash: 'never',
  // One .html file a route: /buy is served as it is asked for, without a redirect to /buy/.
  build: { format: 'file', inlineStylesheets: 'always' },
  integrations: [react(), interactionDirective()],
  devToolbar: { enabled: false },
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
    },
  },
});
