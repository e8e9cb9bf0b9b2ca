import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { dev } from 'astro';
import type { AstroIntegration } from 'astro';

import { assertNoProblems, readContent } from '../src/copy/read-content.ts';
import { pageSettings } from '../src/build/headers/page-settings.ts';
import { headerSettings } from '../src/build/headers/settings.ts';
import { commonHeaders } from '../src/shared/security-headers.ts';
import { readConfiguration } from './netlify/configuration.ts';
import { type Background, createBackground } from './netlify/background.ts';
import { loadFunctions } from './netlify/functions.ts';
import { createRateLimiter } from './netlify/rate-limit.ts';
import { createSiteHandler } from './netlify/site-handler.ts';
import { inProject, root } from './paths.ts';
import { listener } from './web-server.ts';

/** A page's headers without a policy: its hashes are those of a build, and hot reload has its own scripts. */
const developmentHeaders = (page: string): Record<string, string> => ({
  ...commonHeaders,
  ...pageSettings(page.replace(/\.html$/, ''), headerSettings(process.env)).headers,
});

/**
 * Everything but an answer of the platform is passed on to Astro, at the path that the rules leave. The platform serves a
 * page with a slash behind its address, too.
 */
const platform = (background: Background): AstroIntegration => ({
  name: 'platform',
  hooks: {
    'astro:server:setup': ({ server }) => {
      const functions = () =>
        loadFunctions(inProject('netlify/functions'), (file) => server.ssrLoadModule(file));
      background.runScheduled(functions);
      const handle = createSiteHandler({
        configuration: readConfiguration(inProject('netlify.toml')),
        functions,
        limiter: createRateLimiter(),
        background,
      });
      server.middlewares.use((req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => {
        const path = (req.url ?? '/').split('?')[0] ?? '/';
        if (path.startsWith('/@') || path.startsWith('/node_modules/') || path.startsWith('/src/')) {
          next();
          return;
        }
        void listener(async (request, address) => {
          const answer = await handle(request, address);
          if (typeof answer !== 'string') return answer;
          const page = answer.replace(/(.)\/+$/, '$1');
          for (const [name, value] of Object.entries(developmentHeaders(page))) res.setHeader(name, value);
          req.url = page + new URL(request.url).search;
          next();
          return RESPONSE_ALREADY_SENT;
        })(req, res);
      });
    },
  },
});

/**
 * Astro's development server with hot reload, and the functions loaded from their sources. A content file that cannot be read
 * stops it.
 */
export const serveDevelopment = async (port: number): Promise<{ close: () => Promise<void> }> => {
  assertNoProblems((await readContent(root)).problems);
  process.env.SHOW_DRAFTS = 'true';
  const background = createBackground();
  const own = process.listeners('SIGTERM');
  const server = await dev({
    root,
    logLevel: 'warn',
    // Or Astro refuses a slash at the end of any address, a call's as a page's, before the platform is asked.
    trailingSlash: 'ignore',
    server: { host: '127.0.0.1', port },
    integrations: [platform(background)],
    vite: {
      // The settings of .env are in the environment already, where an empty one takes its place.
      envDir: false,
      server: { strictPort: true, watch: { ignored: ['**/.local/**', '**/.build/**', '**/dist/**'] } },
    },
  });
  // The development server would end the process by itself, before the database is closed.
  for (const listener of process.listeners('SIGTERM'))
    if (!own.includes(listener)) process.off('SIGTERM', listener);
  const close = async () => {
    await background.close();
    await server.stop();
  };
  return { close };
};
