/**
 * Runs a side errand: counting, storing, or a question to the browser. Returns undefined after a failure, because the main task must
 * go on. Privacy settings remove such browser functions or make them throw.
 */
export function runErrand<T>(errand: () => T): T | undefined {
  try {
    return errand();
  } catch {
    return undefined;
  }
}
