const minuteMs = 60_000;
const maxWaitMs = 6 * 60 * minuteMs;

/** Returns the exponential back-off in milliseconds: one minute after the first failure, then doubled, up to six hours. */
export function backOffMs(failures: number): number {
  return Math.min(minuteMs * 2 ** (failures - 1), maxWaitMs);
}
