import type { Problem } from '../../shared/problems.ts';

/** What the errors of some paths say beside the usual fields, whichever part of the API they come from. */
const extras: readonly [path: RegExp, extra: (found: Problem) => object][] = [
  [/^\/api\/auth\/reset-password$/, () => ({ success: false })],
  [/^(\/api)?\/user-profiles(\/|$)/, ({ message }) => ({ message })],
];

/** The further fields of an error that a path is answered with. */
export const errorExtra = (path: string, found: Problem): object =>
  extras.find(([paths]) => paths.test(path))?.[1](found) ?? {};
