/** Does the same as `runErrand` in side-errand.ts, which the page's script cannot import (see ../page.ts). */
export function runErrand<T>(errand: () => T): T | undefined {
  try {
    return errand();
  } catch {
    return undefined;
  }
}
