import { Problem } from '../../../../../src/shared/problems.ts';

/** Returns the problem that `work` throws. */
export function refusal(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
