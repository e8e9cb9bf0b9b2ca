import type { Background } from './background.ts';
import { type Configuration, findRedirect, matchHeaders } from './configuration.ts';
import { findFunction, type SiteFunction } from './functions.ts';
import { type RateLimiter, rateLimitedResponse } from './rate-limit.ts';

export interface SiteParts {
  readonly configuration: Configuration;
  readonly functions: () => Promise<readonly SiteFunction[]>;
  readonly limiter: RateLimiter;
  readonly background: Background;
}

/**
 * Returns a handler for the steps of Netlify before it looks for a static file: redirects, rewrites, and functions with
 * their rate limits. A string result is the path of the static file, or of the development server's page.
 */
export function createSiteHandler({ configuration, functions, limiter, background }: SiteParts) {
  return async (request: Request, address: string): Promise<Response | string> => {
    const { pathname, search } = new URL(request.url);
    const rule = findRedirect(configuration, pathname);
    // A rewrite to another host leads to the release storage, which is simulated here.
    if (rule && URL.canParse(rule.to)) return sampleDownload(new URL(rule.to).pathname);
    if (rule && rule.status !== 200)
      return new Response(null, { status: rule.status, headers: { Location: rule.to + search } });

    const siteFunction = findFunction(await functions(), request.method, pathname);
    if (!siteFunction) return rule?.to ?? pathname;
    const waitSeconds = limiter.countRequest(siteFunction, address);
    if (waitSeconds !== null) return rateLimitedResponse(pathname, waitSeconds);
    return siteFunction.handle(withAddressHeader(request, address), {
      ip: address,
      requestId: crypto.randomUUID(),
      waitUntil: background.waitUntil,
    });
  };
}

const forwardingHeader = /^x-(forwarded-|nf-)|^client-ip$/;

/** Replaces forwarding headers of the caller by Netlify's header with the caller's address. */
function withAddressHeader(request: Request, address: string): Request {
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) if (forwardingHeader.test(name)) headers.delete(name);
  headers.set('x-nf-client-connection-ip', address);
  return new Request(request, { headers });
}

/** Last-Modified of the sample files. */
const lastModified = new Date('2025-08-15T12:00:00Z').toUTCString();

/**
 * Creates the answer of a simulated release storage: a small file that is marked as a sample. src/content/releases has the sizes
 * and checksums of these files. `path` is the path at the storage.
 */
export function sampleDownload(path: string): Response {
  const name = path.split('/').at(-1) ?? '';
  if (!/\.(zip|dmg)$/.test(name)) return new Response('Not found', { status: 404 });
  // Such as `mac.zip` of `Kithbook-1.0-mac.zip`.
  const ending = name.replace(/^.*-(?=\w+\.\w+$)/, '');
  const text = `SAMPLE, not an installer. In production the release storage serves ${ending} here.\n`;
  return new Response(text, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="SAMPLE-${name.replace(/[^\w.-]/g, '')}"`,
      'Last-Modified': lastModified,
    },
  });
}

/** Adds the headers of a static path. */
export function withSiteHeaders(configuration: Configuration, path: string, response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(matchHeaders(configuration.headers, path)))
    headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
