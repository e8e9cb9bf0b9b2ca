import { inject, vi } from 'vitest';
import { readConfiguration } from '../../../stack/netlify/configuration.ts';
import { createBackground } from '../../../stack/netlify/background.ts';
import { loadFunctions, type SiteFunction } from '../../../stack/netlify/functions.ts';
import { createRateLimiter } from '../../../stack/netlify/rate-limit.ts';
import { createSiteHandler } from '../../../stack/netlify/site-handler.ts';
import { inProject } from '../../../stack/paths.ts';
import { applySettings, exampleSettings } from '../../../stack/settings.ts';
import { createTestDatabase } from '../harness.ts';

/** Returns the functions with a path, which are all except the scheduled functions. */
export async function callableFunctions(): Promise<SiteFunction[]> {
  const all = await loadFunctions(inProject('netlify/functions'), (file) => import(file) as Promise<unknown>);
  return all.filter(({ config }) => !config.schedule);
}

/** Serves the site's functions with Netlify's rate limits. */
export async function openLimitedSite() {
  // The functions log each request.
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  applySettings(
    exampleSettings({
      PAYPAL_API_URL: 'http://127.0.0.1:9',
      DATABASE_URL: 'embedded',
      FIREBASE_AUTH_EMULATOR_HOST: new URL(inject('identityUrl')).host,
    }),
  );
  const database = await createTestDatabase();
  // The functions share one server module. This site loads it again, and resets the modules when it is closed.
  vi.resetModules();
  const functions = await callableFunctions();
  const handle = createSiteHandler({
    configuration: readConfiguration(inProject('netlify.toml')),
    functions: () => Promise.resolve(functions),
    limiter: createRateLimiter(() => Date.now()),
    background: createBackground(),
  });
  return {
    functions,
    /** Answers a path without a function as a page of the site. */
    site: async (request: Request, address: string): Promise<Response> => {
      const answer = await handle(request, address);
      return typeof answer === 'string' ? new Response(null, { status: 404 }) : answer;
    },
    close: async () => {
      vi.resetModules();
      await database.close();
    },
  };
}
