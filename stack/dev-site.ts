import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { dev } from 'astro';
import type { AstroIntegration } from 'astro';

import { buildLetters } from '../netlify/build-letters.ts';
import { buildTerms } from '../netlify/build-terms.ts';
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

/** Starts Astro's development server with hot reload, and the functions from their sources. Throws for an unreadable content file. */
export async function serveDevelopment(port: number): Promise<{ close: () => Promise<void> }> {
  assertNoProblems((await readContent(root)).problems);
  process.env.SHOW_DRAFTS = 'true';
  await Promise.all([buildLetters(), buildTerms()]);
  const background = createBackground();
  const listenersBeforeAstro = process.listeners('SIGTERM');
  const server = await dev({
    root,
    logLevel: 'warn',
    // By default, Astro refuses an address with a slash at the end before this integration gets the request.
    trailingSlash: 'ignore',
    server: { host: '127.0.0.1', port },
    integrations: [netlify(background)],
    vite: {
      // The environment has the settings of .env already. Vite would read it again, and replace empty settings.
      envDir: false,
      server: { strictPort: true, watch: { ignored: ['**/.local/**', '**/.build/**', '**/dist/**'] } },
    },
  });
  // Astro's listeners would end the process before the database is closed.
  for (const onSignal of process.listeners('SIGTERM'))
    if (!listenersBeforeAstro.includes(onSignal)) process.off('SIGTERM', onSignal);
  async function close() {
    await background.close();
    await server.stop();
  }
  return { close };
}

/**
 * Creates an integration that answers redirects and functions as Netlify does. It passes other requests to Astro, with
 * the path that the rewrite rules give. It removes slashes at the end of the path, because Netlify serves such addresses, too.
 */
function netlify(background: Background): AstroIntegration {
  return {
    name: 'netlify',
    hooks: {
      'astro:server:setup': ({ server }) => {
        const functions = () =>
          loadFunctions(inProject('netlify/functions'), (file) => server.ssrLoadModule(file));
        background.runScheduled(functions);
        server.watcher.on('all', (_event, file) => {
          if (/[\\/]src[\\/]content[\\/](?:letters|releases|pages)[\\/]/.test(file)) buildChangedTexts();
        });
        const handle = createSiteHandler({
          configuration: readConfiguration(inProject('netlify.toml')),
          functions,
          limiter: createRateLimiter(),
          background,
        });
        server.middlewares.use(
          (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => {
            const path = (req.url ?? '/').split('?')[0] ?? '/';
            if (path.startsWith('/@') || path.startsWith('/node_modules/') || path.startsWith('/src/')) {
              next();
              return;
            }
            void listener(async (request, address) => {
              const answer = await handle(request, address);
              if (typeof answer !== 'string') return answer;
              const page = answer.replace(/(.)\/+$/, '$1');
              for (const [name, value] of Object.entries(developmentHeaders(page)))
                res.setHeader(name, value);
              req.url = page + new URL(request.url).search;
              next();
              return RESPONSE_ALREADY_SENT;
            })(req, res);
          },
        );
      },
    },
  };
}

/** Renders the letters and the terms again. A file with problems, which the content loader prints, is left out. */
function buildChangedTexts(): void {
  Promise.all([buildLetters(), buildTerms()]).catch((error: unknown) => {
    console.warn(error);
  });
}

/** Returns the headers of a page, without the Content-Security-Policy, because its hashes match only built pages. */
function developmentHeaders(page: string): Record<string, string> {
  return {
    ...commonHeaders,
    ...pageSettings(page.replace(/\.html$/, ''), headerSettings(process.env)).headers,
  };
}
