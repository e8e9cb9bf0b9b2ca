import { dayOf } from './dates.ts';

/**
 * Returns the version of the terms under which a purchase was made. `versions` are the UTC days on which they begin, newest first.
 * The first version also counts for the time before it. Throws for an empty list.
 */
export function termsVersionAt(versions: readonly string[], at: Date): string {
  const found = versions.find((version) => version <= dayOf(at)) ?? versions.at(-1);
  if (found === undefined) throw new Error('There is no version of the terms.');
  return found;
}

/** Returns the address of a version’s page. */
export function termsPath(version: string): string {
  return `/terms-${version}`;
}
