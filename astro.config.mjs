import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
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
});
