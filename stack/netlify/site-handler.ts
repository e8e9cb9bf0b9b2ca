import type { Background } from './background.ts';
import type { Configuration } from './configuration.ts';
import { redirectFor } from './configuration.ts';
import { sampleDownload } from './downloads.ts';
import { functionFor, type SiteFunction } from './functions.ts';
import { headersFor } from './headers.ts';
import { limited, type RateLimiter } from './rate-limit.ts';

export interface SiteParts {
  readonly configuration: Configuration;
  readonly functions: () => Promise<readonly SiteFunction[]>;
  readonly limiter: RateLimiter;
  readonly background: Background;
}

/**
 * What the platform does before it looks for a static file: functions with their rate rules, and the
 * redirects and rewrites of netlify.toml. A text means: the static file, or the development server's
 * page, at that path.
 */
export function createSiteHandler({ configuration, functions, limiter, background }: SiteParts) {
  return async (request: Request, address: string): Promise<Response | string> => {
    const { pathname, search } = new URL(request.url);
    const rule = redirectFor(configuration, pathname);
    // The release storage is another host, which the local platform stands in for.
    if (rule && URL.canParse(rule.to)) return sampleDownload(new URL(rule.to).pathname);
    if (rule && rule.status !== 200)
      return new Response(null, { status: rule.status, headers: { Location: rule.to + search } });

    const found = functionFor(await functions(), request.method, pathname);
    if (!found) return rule?.to ?? pathname;
    const wait = limiter.check(found, address);
    if (wait !== null) return limited(pathname, wait);
    return found.handle(asPlatform(request, address), {
      ip: address,
      requestId: crypto.randomUUID(),
      waitUntil: background.waitUntil,
    });
  };
}

const forwarded = /^x-(forwarded-|nf-)|^client-ip$/;

/** The request as the platform hands it to a function: its own address header, nobody else's. */
function asPlatform(request: Request, address: string): Request {
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) if (forwarded.test(name)) headers.delete(name);
  headers.set('x-nf-client-connection-ip', address);
  return new Request(request, { headers });
}

/** Adds the headers that the rules give a static path. */
export function withSiteHeaders(configuration: Configuration, path: string, response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(headersFor(configuration.headers, path)))
    headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
