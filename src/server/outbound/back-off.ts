const minuteMs = 60_000;
const maxWaitMs = 6 * 60 * minuteMs;

/** Returns the milliseconds to wait after so many failures: a minute, and each time twice as long, up to six hours. */
export function backOffMs(failures: number): number {
  return Math.min(minuteMs * 2 ** (failures - 1), maxWaitMs);
}
