import { expect } from 'vitest';
import { limits } from '../../src/shared/limits.ts';

/**
 * Holds that an answer came by the call's own time for others, in milliseconds, and not by a later one, such as a
 * statement's. That time is below five seconds; a machine that needs longer to say so is no fault of the call.
 */
export const expectSoon = (ms: number, what?: string): void => {
  expect(limits.outsideMs.call).toBeLessThan(5_000);
  expect(ms, what).toBeLessThan(15_000);
};
