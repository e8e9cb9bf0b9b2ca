import { limits } from '../../src/shared/limits.ts';

/**
 * Gives every call in this process a minute for answers from outside: where a test is about who comes first, a slow machine
 * must not end some of them by their time.
 */
export const unhurried = (): void => {
  const aMinute = 60_000;
  const { call, afterAnswer, identity, paypal } = limits.timeoutMs;
  if (Math.max(call, afterAnswer, identity, paypal) > aMinute) throw new Error('A minute would be less.');
  Object.assign(limits.timeoutMs, {
    call: aMinute,
    afterAnswer: aMinute,
    identity: aMinute,
    paypal: aMinute,
  });
};
