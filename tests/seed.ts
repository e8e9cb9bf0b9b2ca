import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** True in `npm run test:deep`, where randomized tests make many more runs. */
export const isDeep = process.env.TEST_DEPTH === 'deep';

/** The same in every `npm test`, so that no change fails by bad luck. The deep check looks for new cases. */
const defaultSeed = isDeep ? randomInt(2 ** 31) : 1;
const seed = Number(process.env.TEST_SEED ?? defaultSeed);

/** Returns TEST_SEED, or the seed of this run. If the running test fails, prints how to repeat it. */
export function testSeed(): number {
  onTestFailed(() => {
    console.error(`Repeat with TEST_SEED=${String(seed)}${isDeep ? ' TEST_DEPTH=deep' : ''}`);
  });
  return seed;
}

/** Returns parameters of a fast-check property: the number of runs, which is larger in the deep check, and a seed. */
export function randomRuns(usual: number, deep: number) {
  return { numRuns: isDeep ? deep : usual, seed: testSeed(), endOnFailure: true };
}
