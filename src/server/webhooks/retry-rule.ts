const minute = 60 * 1_000;
const longestWait = 6 * 60 * minute;

/** How long one worker has an event to itself: longer than any function of the platform may run. */
export const leaseMs = 2 * minute;

/** With the waits below, the last try is made two weeks after the first: the refund of an eCheck may be pending for ten days. */
export const lastAttempt = 65;

/**
 * When an event is tried again whose n-th try failed: after a minute, twice as long each time, up to six hours; null:
 * given up.
 */
export const nextAttemptAt = (attempts: number, now: Date): Date | null =>
  attempts >= lastAttempt
    ? null
    : new Date(now.getTime() + Math.min(minute * 2 ** (attempts - 1), longestWait));
