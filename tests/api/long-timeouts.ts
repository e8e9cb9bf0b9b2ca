import { limits } from '../../src/shared/limits.ts';

/**
 * Raises the timeouts of calls in this process to one minute. Race tests and long walks use them, because on a slow machine a
 * call may wait longer than the product allows.
 */
export function setLongTimeouts(): void {
  const oneMinute = 60_000;
  const { call, afterAnswer, endLease, endLeaseLate, readiness, identity, paypal } = limits.timeoutMs;
  if (Math.max(call, afterAnswer, endLease, endLeaseLate, readiness, identity, paypal) > oneMinute)
    throw new Error('A timeout of the product is longer than one minute.');
  Object.assign(limits.timeoutMs, {
    call: oneMinute,
    afterAnswer: oneMinute,
    endLease: oneMinute,
    endLeaseLate: oneMinute,
    readiness: oneMinute,
    identity: oneMinute,
    paypal: oneMinute,
  });
}
