import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** True in `npm run test:deep`, where randomized tests run their large numbers. */
export const isDeep = process.env.TEST_DEPTH === 'deep';

const seed = process.env.TEST_SEED === undefined ? randomInt(2 ** 31) : Number(process.env.TEST_SEED);

/** Returns a fresh seed, or the one in TEST_SEED. A failure of the running test prints how to repeat it. */
export function testSeed(): number {
  onTestFailed(() => {
    console.error(`Repeat with TEST_SEED=${String(seed)}${isDeep ? ' TEST_DEPTH=deep' : ''}`);
  });
  return seed;
}

/** Parameters of a fast-check property: few runs, or the large number in the deep check, each time from a fresh seed. */
export function randomRuns(usual: number, deep: number) {
  return { numRuns: isDeep ? deep : usual, seed: testSeed(), endOnFailure: true };
}
