/**
 * Runs a side errand: counting, storing, or a question to the browser. Privacy settings remove such browser functions or make
 * them throw, and what the errand accompanies must go on. Returns undefined after a failure.
 */
export function runErrand<T>(errand: () => T): T | undefined {
  try {
    return errand();
  } catch {
    return undefined;
  }
}
