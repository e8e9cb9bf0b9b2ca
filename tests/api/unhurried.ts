import { limits } from '../../src/shared/limits.ts';

/**
 * Gives every call in this process a minute for answers from outside: where a test is about who comes first, a slow machine
 * must not end some of them by their time.
 */
export const unhurried = (): void => {
  const aMinute = 60_000;
  const { call, afterAnswer, identity, payments } = limits.outsideMs;
  if (Math.max(call, afterAnswer, identity, payments) > aMinute) throw new Error('A minute would be less.');
  Object.assign(limits.outsideMs, {
    call: aMinute,
    afterAnswer: aMinute,
    identity: aMinute,
    payments: aMinute,
  });
};
