import { expect } from 'vitest';
import type { Answer } from '../harness.ts';
import { expectWithinFiveSeconds, measureOwnTime } from '../expect-within.ts';

/** Returns the answer to a call with its duration in milliseconds. */
export async function timedAnswer(work: () => Promise<Answer>): Promise<Answer & { ms: number }> {
  const [answer, ms] = await measureOwnTime(work);
  return { ...answer, ms };
}

/** Expects the 503 of an unavailable service, with Retry-After and within the time limit. */
export function expectUnavailable({ status, body, headers, ms }: Answer & { ms: number }, call: string) {
  expect([call, status, body]).toEqual([
    call,
    503,
    expect.objectContaining({
      code: 'service-unavailable',
      error: 'The service is unavailable at the moment. Please try again soon.',
      requestId: headers.get('x-request-id'),
    }),
  ]);
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expectWithinFiveSeconds(ms, call);
}
