import { expect } from 'vitest';
import { limits } from '../../src/shared/limits.ts';

/** Asserts that a call took at most five seconds of its own time, even if PayPal or Firebase does not answer. */
export function expectWithinFiveSeconds(ms: number, message?: string): void {
  expect(limits.timeoutMs.call).toBeLessThan(5_000);
  expect(ms, message).toBeLessThan(5_000);
}

const tickMs = 10;

/**
 * Runs some work and returns its result and its own time in milliseconds. A timer ticks every 10 ms. A late tick counts as
 * two ticks or as the CPU time of this process since the last tick, whichever is more. So a pause of a slow machine does not
 * count as time of the call.
 */
export async function measureOwnTime<T>(work: () => Promise<T>): Promise<[result: T, ms: number]> {
  let [ms, lastTick, lastCpu] = [0, performance.now(), cpuMs()];
  const tick = () => {
    const [now, cpu] = [performance.now(), cpuMs()];
    ms += Math.min(now - lastTick, Math.max(2 * tickMs, cpu - lastCpu));
    [lastTick, lastCpu] = [now, cpu];
  };
  const timer = setInterval(tick, tickMs);
  try {
    const result = await work();
    tick();
    return [result, ms];
  } finally {
    clearInterval(timer);
  }
}

/** Returns the CPU time of this process in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
