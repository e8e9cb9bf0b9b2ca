import { expect } from 'vitest';
import { limits } from '../../src/shared/limits.ts';

/** How often the clock of a call looks, in milliseconds. */
const BEAT = 10;

/** What the processor has done for this process, in milliseconds. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * What some work gives, and the milliseconds that it took of its own: a look that comes late counts as two beats, since
 * what a slow machine lets wait is no fault of the call, or as what the processor did meanwhile.
 */
export const timed = async <T>(work: () => Promise<T>): Promise<[answer: T, ms: number]> => {
  let [ms, last, lastWorked] = [0, performance.now(), processorMs()];
  const look = () => {
    const [now, worked] = [performance.now(), processorMs()];
    ms += Math.min(now - last, Math.max(2 * BEAT, worked - lastWorked));
    [last, lastWorked] = [now, worked];
  };
  const clock = setInterval(look, BEAT);
  try {
    const answer = await work();
    look();
    return [answer, ms];
  } finally {
    clearInterval(clock);
  }
};

/** Holds that an answer came within five seconds of its own, which somebody outside has at most. */
export const expectSoon = (ms: number, what?: string): void => {
  expect(limits.timeoutMs.call).toBeLessThan(5_000);
  expect(ms, what).toBeLessThan(5_000);
};
