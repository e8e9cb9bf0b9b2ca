import { errorExtra } from '../../src/server/http/errors.ts';
import { problem } from '../../src/shared/problems.ts';
import type { SiteFunction } from './functions.ts';

/** The platform's rate rules: a fixed window for each function and address, kept in memory. */
export function createRateLimiter(now: () => number = Date.now) {
  const windows = new Map<string, { start: number; hits: number }>();
  return {
    /** Seconds to wait, or null when the call may pass. */
    check({ name, config }: SiteFunction, address: string): number | null {
      if (!config.rateLimit) return null;
      const { windowSize, windowLimit } = config.rateLimit;
      const key = `${name} ${address}`;
      const known = windows.get(key);
      const window = known && now() - known.start < windowSize * 1_000 ? known : { start: now(), hits: 0 };
      windows.set(key, window);
      window.hits += 1;
      return window.hits > windowLimit
        ? Math.max(1, Math.ceil(windowSize - (now() - window.start) / 1_000))
        : null;
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Lets every call pass. */
export const noRateLimits: RateLimiter = { check: () => null };

/** The answer to a call over the limit, in the API's error shape for its path. */
export function limited(path: string, retryAfter: number): Response {
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
