import { errorExtra } from '../../src/server/frame/http/errors.ts';
import { problem } from '../../src/shared/problems.ts';
import type { SiteFunction } from './functions.ts';

/** Creates Netlify's rate limiter: a fixed window for each function and address, in memory. */
export function createRateLimiter(now: () => number = Date.now) {
  const windows = new Map<string, { start: number; hits: number }>();
  return {
    /** Counts a request. Returns the seconds to wait, or null if it may pass. */
    countRequest({ name, config }: SiteFunction, address: string): number | null {
      if (!config.rateLimit) return null;
      const { windowSize, windowLimit } = config.rateLimit;
      const key = `${name} ${address}`;
      const last = windows.get(key);
      const window = last && now() - last.start < windowSize * 1_000 ? last : { start: now(), hits: 0 };
      windows.set(key, window);
      window.hits += 1;
      return window.hits > windowLimit
        ? Math.max(1, Math.ceil(windowSize - (now() - window.start) / 1_000))
        : null;
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Rate limiter that lets every request pass. */
export const noRateLimits: RateLimiter = { countRequest: () => null };

/** Creates the answer to a request over the limit, in the error shape of the path. */
export function rateLimitedResponse(path: string, retryAfter: number): Response {
  const { message, code } = problem('too-many-requests');
  const requestId = crypto.randomUUID();
  return Response.json(
    { error: message, code, requestId, ...errorExtra(path, message) },
    {
      status: 429,
      headers: {
        'Retry-After': String(retryAfter),
        'Cache-Control': 'no-store',
        'X-Request-Id': requestId,
      },
    },
  );
}
